#include "http/joined_crc.h"

namespace stoa::http {
namespace {

/// A CRC is the rest of a division of polynomials over two elements; the highest bit stands for x to the
/// power of 0.
using Polynomial = std::uint32_t;
constexpr Polynomial kDivisor = 0xedb88320;
constexpr Polynomial kOne = 1U << 31;

constexpr Polynomial times_x(Polynomial a) {
  return a >> 1 ^ ((a & 1) != 0 ? kDivisor : 0);
}

constexpr Polynomial product(Polynomial a, Polynomial b) {
  Polynomial sum = 0;
  for (; a != 0; a <<= 1, b = times_x(b))
    if ((a & kOne) != 0) sum ^= b;
  return sum;
}

/// A text of so many bytes behind moves what is in front by as many times eight.
Polynomial shift_by(std::size_t bytes) {
  Polynomial shift = kOne;
  for (Polynomial power = kOne >> 8; bytes != 0; bytes >>= 1, power = product(power, power))
    if ((bytes & 1) != 0) shift = product(shift, power);
  return shift;
}

}  // namespace

JoinedCrc::JoinedCrc(std::uint32_t crc, std::size_t bytes) : crc_(crc), shift_(shift_by(bytes)) {}

std::uint32_t JoinedCrc::behind(std::uint32_t front) const {
  return product(shift_, front) ^ crc_;
}

}  // namespace stoa::http
