#pragma once
#include <cstddef>
#include <cstdint>

namespace stoa::http {

/// The CRC-32 of a text, as gzip wants it, and what it does to that of a text in front of it: with these the
/// CRC of two texts is that of the one behind the other, neither of which is looked at.
class JoinedCrc {
 public:
  JoinedCrc() = default;
  JoinedCrc(std::uint32_t crc, std::size_t bytes);

  /// Of what has the CRC `front` and, behind it, this text.
  std::uint32_t behind(std::uint32_t front) const;

 private:
  std::uint32_t crc_ = 0;
  /// What moving by the length of the text multiplies by.
  std::uint32_t shift_ = 0;
};

}  // namespace stoa::http
