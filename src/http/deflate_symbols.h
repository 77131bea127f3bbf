#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

namespace stoa::http {

/// What RFC 1951 calls symbols: bytes, the end of a block, and the lengths and distances of what is copied
/// from before.
inline constexpr std::size_t kLiteralSymbols = 286;
inline constexpr std::size_t kDistanceSymbols = 30;
inline constexpr std::size_t kEndOfBlock = 256;
inline constexpr std::size_t kShortestCopy = 3;
inline constexpr std::size_t kLongestCopy = 258;
inline constexpr std::size_t kFarthestCopy = 32768;

struct DeflateSymbol {
  unsigned symbol;
  /// Follow the symbol's code.
  unsigned extra_bits;
  unsigned extra;
};

constexpr DeflateSymbol length_symbol(std::size_t length) {
  const auto over = static_cast<unsigned>(length - kShortestCopy);
  if (length == kLongestCopy) return {285, 0, 0};
  if (over < 8) return {257 + over, 0, 0};
  const auto power = static_cast<unsigned>(std::bit_width(over)) - 1;
  const unsigned bits = power - 2;
  return {257 + (power - 1) * 4 + (over >> bits & 3), bits, over & ((1U << bits) - 1)};
}

constexpr DeflateSymbol distance_symbol(std::size_t distance) {
  const auto over = static_cast<unsigned>(distance - 1);
  if (over < 4) return {over, 0, 0};
  const auto power = static_cast<unsigned>(std::bit_width(over)) - 1;
  const unsigned bits = power - 1;
  return {power * 2 + (over >> bits & 1), bits, over & ((1U << bits) - 1)};
}

}  // namespace stoa::http
