#pragma once
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

namespace stoa::resp {

/// Bytes that are added at the end and taken from the front. Room is not cleared, and an empty buffer has no
/// memory until it is used.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { std::free(bytes_); }

  std::string_view bytes() const { return {bytes_ + first_, end_ - first_}; }
  std::size_t size() const { return end_ - first_; }
  bool empty() const { return first_ == end_; }
  std::size_t capacity() const { return capacity_; }

  /// At least `size` bytes to write to, behind the end.
  char* room(std::size_t size) {
    if (capacity_ - end_ < size) grow(size);
    return bytes_ + end_;
  }
  std::size_t free_room() const { return capacity_ - end_; }
  /// So much of the room has been written.
  void added(std::size_t size) { end_ += size; }

  void append(std::string_view text) {
    if (text.empty()) return;
    std::memcpy(room(text.size()), text.data(), text.size());
    end_ += text.size();
  }
  /// Puts `text` before everything from `at` on, counted from the front.
  void insert(std::size_t at, std::string_view text) {
    room(text.size());
    char* place = bytes_ + first_ + at;
    std::memmove(place + text.size(), place, size() - at);
    std::memcpy(place, text.data(), text.size());
    end_ += text.size();
  }

  void take(std::size_t size) {
    first_ += size;
    if (first_ == end_) first_ = end_ = 0;
  }
  /// Forgets everything behind the first `size` bytes.
  void cut(std::size_t size) { end_ = first_ + size; }
  void clear() { first_ = end_ = 0; }
  /// Gives the memory back when it is empty and larger than `kept`.
  void release(std::size_t kept) {
    if (!empty() || capacity_ <= kept) return;
    std::free(std::exchange(bytes_, nullptr));
    first_ = end_ = capacity_ = 0;
  }

 private:
  void grow(std::size_t size) {
    if (first_ > 0) {
      std::memmove(bytes_, bytes_ + first_, this->size());
      end_ -= std::exchange(first_, 0);
      if (capacity_ - end_ >= size) return;
    }
    std::size_t wanted = capacity_ + capacity_ / 2;
    if (wanted < end_ + size) wanted = end_ + size;
    if (wanted < 512) wanted = 512;
    auto* moved = static_cast<char*>(std::realloc(bytes_, wanted));
    if (!moved) throw std::bad_alloc();
    bytes_ = moved;
    capacity_ = wanted;
  }

  char* bytes_ = nullptr;
  std::size_t first_ = 0;
  std::size_t end_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace stoa::resp
