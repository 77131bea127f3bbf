#pragma once
#include "base/bson_type.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace stoa {

static_assert(std::endian::native == std::endian::little, "BSON's numbers are little-endian");

/// Walks along the elements of a BSON document or array, which stay bytes. Any bytes may be given: nothing
/// outside of them is read, and what is no document ends the walk as `damaged()`. Allocates nothing. What
/// text() gives is not looked at as UTF-8.
class BsonCursor {
 public:
  /// The length in front and the zero at the end.
  static constexpr std::size_t kLeastDocument = 5;

  /// Stands before the first element.
  explicit BsonCursor(std::string_view document) {
    if (document.size() < kLeastDocument || length_at(document.data()) != document.size() ||
        document.back() != '\0') {
      damage();
      return;
    }
    next_ = document.data() + kLengthBytes;
    end_ = document.data() + document.size() - 1;
  }

  /// Stands on the next element; false at the end, and for good once the bytes are no document.
  bool next() {
    if (next_ == end_) return false;
    as_expected_ = false;
    // The document's own zero bounds a name that has none.
    return take(next_ + 1, std::strlen(next_ + 1));
  }

  /// The same, quicker when the next element has the name that is expected; as_expected() tells.
  bool next(std::string_view expected) {
    if (next_ == end_) return false;
    const char* name = next_ + 1;
    if (static_cast<std::size_t>(end_ - name) <= expected.size() || name[expected.size()] != '\0' ||
        std::memcmp(name, expected.data(), expected.size()) != 0)
      return next();
    as_expected_ = true;
    return take(name, expected.size());
  }
  bool as_expected() const { return as_expected_; }

  bool damaged() const { return damaged_; }

  // Of the element it stands on.
  BsonType type() const { return type_; }
  std::string_view name() const { return {name_, name_size_}; }
  /// All bytes of it, type and name included.
  std::string_view element() const { return {name_ - 1, static_cast<std::size_t>(next_ - name_ + 1)}; }
  /// The bytes of its value; of a Document or an Array a whole document.
  std::string_view value() const { return {value_, static_cast<std::size_t>(next_ - value_)}; }

  // Its value, of that type only.
  double real() const { return load<double>(); }
  /// Of Int64 and Moment.
  std::int64_t int64() const { return load<std::int64_t>(); }
  std::int32_t int32() const { return load<std::int32_t>(); }
  bool boolean() const { return *value_ != 0; }
  std::string_view text() const {
    return {value_ + kLengthBytes, static_cast<std::size_t>(next_ - value_) - kLengthBytes - 1};
  }
  const std::uint8_t* object_id() const { return reinterpret_cast<const std::uint8_t*>(value_); }
  /// What a Binary holds, whatever its kind.
  std::string_view binary() const {
    return {value_ + kLengthBytes + 1, static_cast<std::size_t>(next_ - value_) - kLengthBytes - 1};
  }

 private:
  static constexpr std::size_t kLengthBytes = 4;

  static std::size_t length_at(const char* at) {
    std::uint32_t length;
    std::memcpy(&length, at, sizeof length);
    return length;
  }
  template <class Number>
  Number load() const {
    Number number;
    std::memcpy(&number, value_, sizeof number);
    return number;
  }

  bool take(const char* name, std::size_t size) {
    type_ = static_cast<BsonType>(*next_);
    name_ = name;
    name_size_ = size;
    // Without its zero a name would end beyond the document.
    const char* value = name + size + 1;
    if (value > end_) return damage(), false;
    value_ = value;
    std::size_t bytes = 0;
    switch (type_) {
      case BsonType::Double:
      case BsonType::Moment:
      case BsonType::Int64:
        bytes = 8;
        break;
      case BsonType::Int32:
        bytes = 4;
        break;
      case BsonType::ObjectId:
        bytes = 12;
        break;
      case BsonType::Null:
        break;
      case BsonType::Bool:
        bytes = 1;
        break;
      case BsonType::Text:
        bytes = text_size(value);
        break;
      case BsonType::Document:
      case BsonType::Array:
        bytes = document_size(value);
        break;
      default:
        bytes = rare_size();
    }
    if (bytes > static_cast<std::size_t>(end_ - value)) return damage(), false;
    if (type_ == BsonType::Bool && static_cast<unsigned char>(*value) > 1) return damage(), false;
    next_ = value + bytes;
    return true;
  }

  // More than any document has when the bytes cannot be such a value.
  static constexpr std::size_t kNone = ~std::size_t{0};

  std::size_t left(const char* at) const { return static_cast<std::size_t>(end_ - at); }
  std::size_t text_size(const char* at) const {
    if (left(at) <= kLengthBytes) return kNone;
    const std::size_t length = length_at(at);
    if (length == 0 || length > left(at) - kLengthBytes || at[kLengthBytes + length - 1] != '\0') return kNone;
    return kLengthBytes + length;
  }
  std::size_t document_size(const char* at) const {
    if (left(at) < kLeastDocument) return kNone;
    const std::size_t length = length_at(at);
    if (length < kLeastDocument || length > left(at) || at[length - 1] != '\0') return kNone;
    return length;
  }
  /// Of what our own documents do not have, and others' may.
  std::size_t rare_size() const;

  void damage() {
    damaged_ = true;
    next_ = end_ = nullptr;
  }

  const char* next_ = nullptr;
  const char* end_ = nullptr;
  const char* name_ = nullptr;
  std::size_t name_size_ = 0;
  const char* value_ = nullptr;
  BsonType type_ = BsonType::Null;
  bool as_expected_ = false;
  bool damaged_ = false;
};

/// Stands on the element of that name, if there is one behind where it stands.
inline bool find_element(BsonCursor& cursor, std::string_view name) {
  while (cursor.next())
    if (cursor.name() == name) return true;
  return false;
}

}  // namespace stoa
