#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace stoa::http {

constexpr bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

/// Where the next control character is, or the end; eight bytes a step.
inline std::size_t find_control(std::string_view bytes, std::size_t from = 0) {
  constexpr std::uint64_t kOnes = ~std::uint64_t{0} / 255;
  constexpr std::uint64_t kHighs = kOnes * 0x80;
  for (; from + 8 <= bytes.size(); from += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + from, 8);
    const std::uint64_t low = (word - kOnes * 0x20) & ~word & kHighs;
    const std::uint64_t del = word ^ (kOnes * 0x7f);
    const std::uint64_t hit = low | ((del - kOnes) & ~del & kHighs);
    if (hit == 0) continue;
    // A borrow can only mark bytes above the first that is meant.
    if constexpr (std::endian::native == std::endian::little)
      return from + static_cast<std::size_t>(std::countr_zero(hit)) / 8;
    break;
  }
  while (from < bytes.size() && !is_control(bytes[from])) ++from;
  return from;
}

}  // namespace stoa::http
