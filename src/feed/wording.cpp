#include "feed/wording.h"

#include "base/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace stoa::feed {
namespace {

struct Span {
  char32_t first, last;
};

template <std::size_t N>
bool is_in(const std::array<Span, N>& spans, char32_t point) {
  return std::ranges::any_of(spans, [&](Span span) { return point >= span.first && point <= span.last; });
}

/// Nothing of these is seen: spaces, joiners, marks of direction, fillers.
constexpr auto kBlanks = std::to_array<Span>(
    {{0x09, 0x0D},      {0x20, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},     {0xAD, 0xAD},
     {0x34F, 0x34F},    {0x115F, 0x1160}, {0x1680, 0x1680}, {0x17B4, 0x17B5}, {0x180B, 0x180F},
     {0x2000, 0x200F},  {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x2065}, {0x2800, 0x2800},
     {0x3000, 0x3000},  {0x3164, 0x3164}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0},
     {0xE0000, 0xE0FFF}});
constexpr auto kControls =
    std::to_array<Span>({{0x00, 0x1F}, {0x7F, 0x9F}, {0x2028, 0x2029}, {0xFFF9, 0xFFFB}});
/// Embeddings, overrides and isolates: with them a line can read as what it does not say.
constexpr auto kTurning = std::to_array<Span>({{0x202A, 0x202E}, {0x2066, 0x2069}});

/// Of well-formed text that is not empty; takes its bytes off the front.
char32_t take_point(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t point = size == 1 ? lead : lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) point = (point << 6) | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  text.remove_prefix(size);
  return point;
}

struct Reading {
  /// From the first to behind the last that is seen; both 0 when nothing is.
  std::size_t begin = 0, end = 0;
  std::optional<char32_t> refused;
};

Reading look_at(std::string_view text, Wording::Lines lines) {
  Reading reading;
  for (std::string_view left = text; !left.empty();) {
    const std::size_t at = text.size() - left.size();
    const char32_t point = take_point(left);
    const bool line_end = point == '\n' || point == '\r' || point == '\t';
    const bool control = is_in(kControls, point) && !(line_end && lines == Wording::Lines::Many);
    if (control || is_in(kTurning, point)) {
      reading.refused = point;
      return reading;
    }
    if (is_in(kBlanks, point)) continue;
    if (reading.end == 0) reading.begin = at;
    reading.end = text.size() - left.size();
  }
  return reading;
}

// What joins or varies the last letter is part of it, though it is not seen by itself.
std::size_t past_marks(std::string_view text, std::size_t end) {
  std::string_view left = text.substr(end);
  while (!left.empty()) {
    std::string_view rest = left;
    const char32_t point = take_point(rest);
    if (!(point == 0x200D || point == 0x200C || (point >= 0xFE00 && point <= 0xFE0F))) break;
    left = rest;
  }
  return text.size() - left.size();
}

}  // namespace

Result<std::string> read_wording(const Wording& wording, std::string_view text) {
  const auto invalid = [&](std::string message) {
    return Error{Error::Kind::Invalid, std::string(wording.code),
                 std::string(wording.what) + " " + std::move(message)};
  };
  // Four bytes a code point and as much again to trim: more is refused before it is looked at.
  if (text.size() > 8 * wording.most + 64)
    return invalid(fmt::format("has more than {} characters; shorten it", wording.most));
  if (!is_utf8(text)) return invalid("is not UTF-8");
  const Reading reading = look_at(text, wording.lines);
  if (reading.refused)
    return invalid(fmt::format(
        "holds U+{:04X}, {}; take it out", static_cast<std::uint32_t>(*reading.refused),
        is_in(kTurning, *reading.refused) ? "which turns the direction of text" : "a control character"));
  if (reading.end == 0 && wording.empty == Wording::Empty::Refused)
    return invalid("has nothing in it that can be seen");
  if (reading.end == 0) return std::string();
  const auto trimmed = text.substr(reading.begin, past_marks(text, reading.end) - reading.begin);
  if (count_code_points(trimmed) > wording.most)
    return invalid(fmt::format("has more than {} characters; shorten it", wording.most));
  return std::string(trimmed);
}

}  // namespace stoa::feed
