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

  /// The first `count` bits of words that another writer has filled; none is set above those. Where no byte
  /// has been begun, that is a copy of them.
  void add(std::span<const std::uint64_t> words, std::size_t count) {
    if (holds_ == 0) return append(words, count);
    const std::uint64_t* word = shift_in(words.data(), count / 64);
    const auto rest = static_cast<unsigned>(count % 64);
    if (rest > 56) {
      add(*word & 0xffffffff, 32);
      add(*word >> 32, rest - 32);
    } else if (rest > 0) {
      add(*word, rest);
    }
  }

  /// Fills the last byte up.
  void end_byte() { add(0, (8 - holds_) & 7); }

  /// The same; how many bytes there are then.
  std::size_t finish() {
    end_byte();
    return static_cast<std::size_t>(at_ - begin_);
  }

  std::size_t bits() const { return static_cast<std::size_t>(at_ - begin_) * 8 + holds_; }

 private:
  static_assert(std::endian::native == std::endian::little);
  void put() { std::memcpy(at_, &held_, sizeof held_); }
  /// Whole words, behind bits that are held; gives the word behind them. With copies of its own: for all that
  /// the compiler knows, each byte that is written could be one of the members.
  const std::uint64_t* shift_in(const std::uint64_t* word, std::size_t many) {
    const unsigned shift = holds_;
    std::uint64_t held = held_;
    char* at = at_;
    for (; many > 0; --many, ++word, at += 8) {
      held |= *word << shift;
      std::memcpy(at, &held, sizeof held);
      held = *word >> (64 - shift);
    }
    held_ = held;
    at_ = at;
    return word;
  }
  void append(std::span<const std::uint64_t> words, std::size_t count) {
    if (count == 0) return;
    const std::size_t whole = count / 8;
    const auto* bytes = reinterpret_cast<const unsigned char*>(words.data());
    std::memcpy(at_, bytes, whole);
    at_ += whole;
    holds_ = count % 8;
    held_ = holds_ > 0 ? bytes[whole] : 0;
  }

  char* begin_;
  char* at_;
  /// Those that do not fill a byte yet.
  std::uint64_t held_ = 0;
  unsigned holds_ = 0;
};

}  // namespace stoa::http
