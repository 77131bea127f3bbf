#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace stoa::http {

/// Bits in the order that deflate wants them: the lowest first. It writes whole words, so the room it is
/// given has eight bytes more than it will need.
class BitWriter {
 public:
  explicit BitWriter(char* room) : begin_(room), at_(room) {}

  /// At most 56 bits, and none set above them.
  void add(std::uint64_t bits, unsigned count) {
    held_ |= bits << holds_;
    holds_ += count;
    put();
    at_ += holds_ >> 3;
    held_ >>= holds_ & ~7U;
    holds_ &= 7;
  }

  /// The first `count` bits of words that another writer has filled; none is set above those.
  void add(std::span<const std::uint64_t> words, std::size_t count) {
    for (; count >= 64; count -= 64) {
      const std::uint64_t word = words.front();
      words = words.subspan(1);
      held_ |= word << holds_;
      put();
      at_ += 8;
      held_ = word >> 1 >> (63 - holds_);
    }
    if (count > 32) {
      add(words.front() & 0xffffffff, 32);
      add(words.front() >> 32, static_cast<unsigned>(count - 32));
    } else if (count > 0) {
      add(words.front(), static_cast<unsigned>(count));
    }
  }

  /// Fills the last byte up; how many there are then.
  std::size_t finish() {
    add(0, (8 - holds_) & 7);
    return static_cast<std::size_t>(at_ - begin_);
  }

  std::size_t bits() const { return static_cast<std::size_t>(at_ - begin_) * 8 + holds_; }

 private:
  static_assert(std::endian::native == std::endian::little);
  void put() { std::memcpy(at_, &held_, sizeof held_); }

  char* begin_;
  char* at_;
  /// Those that do not fill a byte yet.
  std::uint64_t held_ = 0;
  unsigned holds_ = 0;
};

}  // namespace stoa::http
