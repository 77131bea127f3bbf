#pragma once
#include "base/clock.h"
#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace stoa {

/// The moments that have a four-digit year, and so a text.
inline constexpr Time kFirstTime{std::chrono::sys_days{std::chrono::year{0} / 1 / 1}};
inline constexpr Time kLastTime =
    Time{std::chrono::sys_days{std::chrono::year{10000} / 1 / 1}} - std::chrono::microseconds{1};

/// `2025-11-05T12:34:56.789Z`: always UTC, always three decimals, which is what documents keep; finer is cut
/// off. The time lies between kFirstTime and kLastTime; std::out_of_range otherwise.
std::string to_rfc3339(Time);
void append_rfc3339(std::string& to, Time);
/// kRfc3339Size characters to there.
void write_rfc3339(char* to, Time);
inline constexpr std::size_t kRfc3339Size = 24;

/// Takes any offset and up to nine decimals (cut off after the sixth). Invalid (`time.malformed`) for what is
/// no date, for second 60, and for what lies outside kFirstTime and kLastTime.
Result<Time> parse_rfc3339(std::string_view);

}  // namespace stoa
