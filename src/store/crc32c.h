#pragma once
#include <cstdint>
#include <string_view>

namespace stoa::store {

/// The checksum of RocksDB's log format (Castagnoli), continued from `before`; start with 0.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t before = 0);

}  // namespace stoa::store
