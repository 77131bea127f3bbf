#include "base/shown_marks.h"

#include <charconv>

namespace stoa {
namespace {

constexpr std::size_t kMarkDigits = 8;

std::uint32_t mark_of(std::string_view name) {
  std::uint32_t hash = 2166136261u;
  for (const char byte : name) hash = (hash ^ static_cast<std::uint8_t>(byte)) * 16777619u;
  return hash;
}

std::string_view name_of(const ObjectId& id) {
  return {reinterpret_cast<const char*>(id.bytes().data()), id.bytes().size()};
}

}  // namespace

std::optional<ShownMarks> ShownMarks::parse(std::string_view text, std::size_t most) {
  if (text.size() % kMarkDigits != 0 || text.size() > most * kMarkDigits) return std::nullopt;
  ShownMarks shown;
  shown.text_ = text;
  for (std::size_t at = 0; at < text.size(); at += kMarkDigits) {
    std::uint32_t mark = 0;
    const char* end = text.data() + at + kMarkDigits;
    if (const auto read = std::from_chars(text.data() + at, end, mark, 16); read.ptr != end)
      return std::nullopt;
    shown.marks_.insert(mark);
  }
  return shown;
}

void ShownMarks::show(const ObjectId& id) {
  show(name_of(id));
}

void ShownMarks::show(std::string_view name) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const std::uint32_t mark = mark_of(name);
  marks_.insert(mark);
  for (int shift = 28; shift >= 0; shift -= 4) text_ += kHex[(mark >> shift) & 15];
}

bool ShownMarks::has(const ObjectId& id) const {
  return has(name_of(id));
}

bool ShownMarks::has(std::string_view name) const {
  return marks_.contains(mark_of(name));
}

}  // namespace stoa
