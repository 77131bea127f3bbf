#pragma once
#include <cstddef>
#include <string>

namespace stoa::http {

inline constexpr std::size_t kMostSummary = 160;

/// What a page says of itself to search engines: the text, or its beginning up to the last blank that leaves
/// it within kMostSummary bytes; the title when there is no text, or none in which to cut.
std::string summary_of(const std::string& text, const std::string& title);

}  // namespace stoa::http
