#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace stoa::store {

enum class Family : std::uint8_t { Keyspace, Records };

/// The row changes of one transaction, in order, as absolute values: applying them twice is applying them
/// once. One flat buffer, so that queueing is a copy and clearing keeps the memory.
class Changes {
 public:
  /// The two bare ones are for rows of Family::Records that are a key and nothing else, as those of an index:
  /// found by scans, never asked for by key. A key is either always bare or never.
  enum class Kind : std::uint8_t { Put, Remove, RemoveRange, PutBare, RemoveBare };
  struct Change {
    Kind kind;
    Family family;
    std::string_view key;
    std::string_view value;  // Put: the value. RemoveRange: the end of the range, exclusive.
  };

  void put(Family family, std::string_view key, std::string_view value) {
    add(Kind::Put, family, key, value);
  }
  void remove(Family family, std::string_view key) { add(Kind::Remove, family, key, {}); }
  void remove_range(Family family, std::string_view from, std::string_view to) {
    add(Kind::RemoveRange, family, from, to);
  }
  void put_bare(std::string_view key) { add(Kind::PutBare, Family::Records, key, {}); }
  void remove_bare(std::string_view key) { add(Kind::RemoveBare, Family::Records, key, {}); }

  /// Appends all of another's changes.
  void append(const Changes& other) {
    buffer_.append(other.buffer_);
    families_ |= other.families_;
  }

  bool empty() const { return buffer_.empty(); }
  std::size_t bytes() const { return buffer_.size(); }
  /// Whether a row of that family is among them.
  bool touches(Family family) const { return (families_ & bit(family)) != 0; }
  void clear() {
    buffer_.clear();
    families_ = 0;
  }
  void swap(Changes& other) noexcept {
    buffer_.swap(other.buffer_);
    std::swap(families_, other.families_);
  }

  /// Calls `visit(const Change&)` for each, in order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t at = 0; at < buffer_.size();) visit(read(buffer_, at));
  }

  /// All of them as bytes, and back: one, and what is left of the bytes behind it.
  std::string_view as_bytes() const { return buffer_; }
  static Change first_of(std::string_view& bytes) {
    std::size_t at = 0;
    const Change change = read(bytes, at);
    bytes.remove_prefix(at);
    return change;
  }

 private:
  void add(Kind, Family, std::string_view key, std::string_view value);
  static Change read(std::string_view bytes, std::size_t& at);
  static std::uint8_t bit(Family family) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(family));
  }

  std::string buffer_;
  std::uint8_t families_ = 0;
};

}  // namespace stoa::store
