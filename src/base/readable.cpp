#include "base/readable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace stoa {
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
/// Embeddings, overrides and isolates.
constexpr auto kTurning = std::to_array<Span>({{0x202A, 0x202E}, {0x2066, 0x2069}});

/// What is drawn above or below the letter before it, one on top of the other. Blocks are taken whole where
/// what else is in them does no harm.
constexpr auto kMarks = std::to_array<Span>(
    {{0x300, 0x36F},     {0x483, 0x489},     {0x591, 0x5BD},     {0x5BF, 0x5C7},     {0x610, 0x61A},
     {0x64B, 0x65F},     {0x670, 0x670},     {0x6D6, 0x6DC},     {0x6DF, 0x6E4},     {0x6E7, 0x6ED},
     {0x711, 0x711},     {0x730, 0x74A},     {0x7A6, 0x7B0},     {0x7EB, 0x7F3},     {0x816, 0x82D},
     {0x859, 0x85B},     {0x897, 0x89F},     {0x8CA, 0x902},     {0x93C, 0x93C},     {0x941, 0x948},
     {0x94D, 0x957},     {0xE31, 0xE31},     {0xE34, 0xE3A},     {0xE47, 0xE4E},     {0xEB1, 0xEB1},
     {0xEB4, 0xEBC},     {0xEC8, 0xECE},     {0x135D, 0x135F},   {0x1AB0, 0x1AFF},   {0x1CD0, 0x1CF9},
     {0x1DC0, 0x1DFF},   {0x20D0, 0x20FF},   {0x2CEF, 0x2CF1},   {0x2DE0, 0x2DFF},   {0x302A, 0x302F},
     {0x3099, 0x309A},   {0xA66F, 0xA672},   {0xA674, 0xA67D},   {0xA69E, 0xA69F},   {0xA8E0, 0xA8F1},
     {0xFE20, 0xFE2F},   {0x1D165, 0x1D169}, {0x1D16D, 0x1D182}, {0x1D185, 0x1D18B}, {0x1D1AA, 0x1D1AD},
     {0x1E000, 0x1E02A}, {0x1E8D0, 0x1E8D6}});
constexpr int kMostMarks = 4;

/// Of well-formed text that is not empty; takes its bytes off the front.
char32_t take_point(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t point = size == 1 ? lead : lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) point = (point << 6) | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  text.remove_prefix(size);
  return point;
}

/// Joins or varies the letter before it, without being seen by itself.
bool is_joiner(char32_t point) {
  return point == 0x34F || point == 0x200C || point == 0x200D || (point >= 0xFE00 && point <= 0xFE0F);
}

bool is_refused(char32_t point, Lines lines) {
  if (is_in(kTurning, point)) return true;
  const bool line_end = point == '\n' || point == '\r' || point == '\t';
  return is_in(kControls, point) && !(line_end && lines == Lines::Many);
}

std::string fault_of(char32_t point) {
  return fmt::format("holds U+{:04X}, {}; take it out", static_cast<std::uint32_t>(point),
                     is_in(kTurning, point) ? "which turns the direction of text" : "a control character");
}

std::string too_many_marks(char32_t point) {
  return fmt::format("has more than {} marks on one letter, U+{:04X} among them; take some out", kMostMarks,
                     static_cast<std::uint32_t>(point));
}

// What joins or varies the last letter is part of it.
std::size_t past_joiners(std::string_view text, std::size_t end) {
  std::string_view left = text.substr(end);
  while (!left.empty()) {
    std::string_view rest = left;
    if (!is_joiner(take_point(rest))) break;
    left = rest;
  }
  return text.size() - left.size();
}

}  // namespace

Reading read_as_shown(std::string_view text, Lines lines) {
  std::size_t begin = 0, end = 0;
  int marks = 0;
  for (std::string_view left = text; !left.empty();) {
    const std::size_t at = text.size() - left.size();
    // Most text is ASCII, of which only letters, digits and signs are left here.
    if (left.front() > ' ' && left.front() < 0x7F) {
      left.remove_prefix(1);
      marks = 0;
    } else {
      const char32_t point = take_point(left);
      if (is_refused(point, lines)) return {{}, fault_of(point)};
      // A joiner between marks keeps them on one letter.
      if (is_in(kMarks, point)) {
        if (++marks > kMostMarks) return {{}, too_many_marks(point)};
      } else if (!is_joiner(point)) {
        marks = 0;
      }
      if (is_in(kBlanks, point)) continue;
    }
    if (end == 0) begin = at;
    end = text.size() - left.size();
  }
  if (end == 0) return {};
  return {text.substr(begin, past_joiners(text, end) - begin), {}};
}

}  // namespace stoa
