#include "base/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace stoa {
namespace {
bool continues(std::string_view text, std::size_t at, std::uint8_t least = 0x80, std::uint8_t most = 0xbf) {
  return at < text.size() && static_cast<std::uint8_t>(text[at]) >= least &&
         static_cast<std::uint8_t>(text[at]) <= most;
}

/// The length of the well-formed sequence at `at`, or 0; the table is Unicode's 3-7.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  auto lead = static_cast<std::uint8_t>(text[at]);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return continues(text, at + 1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    std::uint8_t least = lead == 0xe0 ? 0xa0 : 0x80, most = lead == 0xed ? 0x9f : 0xbf;
    return continues(text, at + 1, least, most) && continues(text, at + 2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    std::uint8_t least = lead == 0xf0 ? 0x90 : 0x80, most = lead == 0xf4 ? 0x8f : 0xbf;
    return continues(text, at + 1, least, most) && continues(text, at + 2) && continues(text, at + 3) ? 4 : 0;
  }
  return 0;
}

template <class Word>
bool are_ascii(const char* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return (word & static_cast<Word>(0x8080808080808080u)) == 0;
}

/// Of a text of less than eight bytes, most of which are names and states in English.
bool is_short_ascii(std::string_view text) {
  if (text.size() >= 4)
    return are_ascii<std::uint32_t>(text.data()) && are_ascii<std::uint32_t>(text.data() + text.size() - 4);
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<std::uint8_t>(c) < 0x80; });
}
}  // namespace

std::size_t find_bad_utf8(std::string_view text) {
  std::size_t at = 0;
  if (text.size() < 8 && is_short_ascii(text)) return std::string_view::npos;
  while (at < text.size()) {
    if (text.size() - at >= 8) {
      if (are_ascii<std::uint64_t>(text.data() + at)) {
        at += 8;
        continue;
      }
    } else if (text.size() >= 8 && are_ascii<std::uint64_t>(text.data() + text.size() - 8)) {
      break;
    }
    std::size_t length = sequence_length(text, at);
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<std::uint8_t>(c) & 0xc0) != 0x80; }));
}

std::string repair_utf8(std::string_view text) {
  std::string repaired;
  repaired.reserve(text.size() + 8);
  for (;;) {
    std::size_t bad = find_bad_utf8(text);
    repaired += text.substr(0, bad);
    if (bad == std::string_view::npos) return repaired;
    repaired += "\xef\xbf\xbd";
    text.remove_prefix(bad + 1);
  }
}

}  // namespace stoa
