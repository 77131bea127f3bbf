#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace stoa::store {

constexpr std::size_t kKeyHead = 8;

/// Eight bytes of a key, from `depth` on, as a number that sorts like them; behind its end there are zeros,
/// so keys with equal heads are to be compared.
inline std::uint64_t key_head(std::string_view key, std::size_t depth) {
  std::uint64_t bytes = 0;
  if (key.size() > depth) std::memcpy(&bytes, key.data() + depth, std::min(kKeyHead, key.size() - depth));
  static_assert(std::endian::native == std::endian::little);
  return __builtin_bswap64(bytes);
}

}  // namespace stoa::store
