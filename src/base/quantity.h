#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Numbers with a unit, as people write them in a configuration.
namespace stoa {

/// `512`, `64k`, `1m`, `2g`: bytes in steps of 1024. Nothing for anything else, or when it does not fit.
std::optional<std::uint64_t> parse_size(std::string_view);
/// The largest unit that leaves no rest.
std::string size_text(std::uint64_t bytes);

/// `50ms`, `2s`, `5m`, `1h`, `7d`; the unit is required.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view);
std::string duration_text(std::chrono::milliseconds);

}  // namespace stoa
