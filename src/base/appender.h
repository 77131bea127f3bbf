#pragma once
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace stoa {

/// Appends many small pieces to a string: asks for room seldom, and not with every byte as the string itself
/// does. While it lives the string belongs to it; the string is right again when it is gone.
class Appender {
 public:
  explicit Appender(std::string& to) : to_(to), at_(to.data() + to.size()) { grow(kFirstRoom); }
  ~Appender() { to_.resize(size()); }
  Appender(const Appender&) = delete;
  Appender& operator=(const Appender&) = delete;

  void add(char byte) {
    if (at_ == end_) grow(1);
    *at_++ = byte;
  }
  void add(std::string_view text) {
    if (room() < text.size()) grow(text.size());
    at_ += text.copy(at_, text.size());
  }
  /// The bytes of a number as they lie in memory.
  template <class Number>
  void add_raw(Number number) {
    if (room() < sizeof number) grow(sizeof number);
    std::memcpy(at_, &number, sizeof number);
    at_ += sizeof number;
  }
  /// Room for `most` bytes, to be written directly; `used` says how many were.
  char* reserve(std::size_t most) {
    if (room() < most) grow(most);
    return at_;
  }
  void used(std::size_t bytes) { at_ += bytes; }

  /// Of the whole string, what was in it before included.
  std::size_t size() const { return static_cast<std::size_t>(at_ - to_.data()); }
  /// Writes over what was appended at that place.
  template <class Number>
  void overwrite(std::size_t place, Number number) {
    std::memcpy(to_.data() + place, &number, sizeof number);
  }

 private:
  static constexpr std::size_t kFirstRoom = 480;

  std::size_t room() const { return static_cast<std::size_t>(end_ - at_); }
  void grow(std::size_t least);

  std::string& to_;
  char* at_;
  char* end_ = nullptr;
};

}  // namespace stoa
