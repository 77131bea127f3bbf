#include "store/crc32c.h"

#include <array>
#include <bit>
#include <cstring>

namespace stoa::store {
namespace {

using Table = std::array<std::array<std::uint32_t, 256>, 8>;

/// Table k moves a byte's remainder on by k further bytes, so that eight bytes are taken at once.
constexpr Table make_table() {
  Table table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? 0x82F63B78U : 0);
    table[0][byte] = remainder;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte)
      table[k][byte] = (table[k - 1][byte] >> 8) ^ table[0][table[k - 1][byte] & 0xFF];
  return table;
}

constexpr Table kTable = make_table();
static_assert(std::endian::native == std::endian::little);

}  // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t before) {
  std::uint32_t crc = ~before;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    word ^= crc;
    crc = 0;
    for (std::size_t k = 0; k < 8; ++k) crc ^= kTable[7 - k][(word >> (8 * k)) & 0xFF];
  }
  for (; left > 0; --left, ++at) crc = (crc >> 8) ^ kTable[0][(crc ^ static_cast<std::uint8_t>(*at)) & 0xFF];
  return ~crc;
}

}  // namespace stoa::store
