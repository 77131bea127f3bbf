#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace stoa::http {

/// Bytes that came and are not all used yet, in one piece. Views into them last until reserve() has to move
/// them.
class Bytes {
 public:
  std::string_view unused() const { return {data_.get() + begin_, end_ - begin_}; }
  std::span<char> room() { return {data_.get() + end_, capacity_ - end_}; }
  std::size_t capacity() const { return capacity_; }

  void filled(std::size_t bytes) { end_ += bytes; }
  void use(std::size_t bytes) { begin_ += bytes; }
  /// Moves what is unused to the front and sees that the whole can hold `bytes`.
  void reserve(std::size_t bytes);
  /// Holds nothing, and no memory beyond `bytes`, afterwards.
  void clear(std::size_t bytes);

 private:
  std::unique_ptr<char[]> data_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace stoa::http
