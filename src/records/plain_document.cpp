#include "records/plain_document.h"

#include "base/bson_type.h"
#include "base/utf8.h"
#include "records/bson_document.h"

#include <cstdint>
#include <cstring>

namespace stoa::records {
namespace {

using Type = BsonType;

constexpr std::size_t kLength = 4;
constexpr std::size_t kLeastDocument = kLength + 1;
/// Its bytes begin with a second length, which libbson has rules for.
constexpr char kOldBinary = 0x02;

std::size_t length_at(const char* at) {
  std::uint32_t length;
  std::memcpy(&length, at, sizeof length);
  return length;
}

/// Takes elements off the front; each step says whether it was one of ours and whole.
class Elements {
 public:
  /// `bytes` are those between a document's length and its last byte.
  Elements(std::string_view bytes, int depth) : at_(bytes.data()), end_(at_ + bytes.size()), depth_(depth) {}

  bool all() {
    while (at_ != end_) {
      const auto type = static_cast<Type>(*at_++);
      if (!key() || !value(type)) return false;
    }
    return true;
  }

 private:
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  bool key() {
    const char* begin = at_;
    unsigned char seen = 0;
    for (; at_ != end_ && *at_ != '\0'; ++at_) seen |= static_cast<unsigned char>(*at_);
    if (at_ == end_) return false;
    const std::string_view name(begin, static_cast<std::size_t>(at_++ - begin));
    return seen < 0x80 || is_utf8(name);
  }

  bool value(Type type) {
    switch (type) {
      case Type::Double:
      case Type::Moment:
      case Type::Int64:
        return skip(8);
      case Type::Int32:
        return skip(4);
      case Type::ObjectId:
        return skip(12);
      case Type::Null:
        return true;
      case Type::Bool:
        return left() >= 1 && (*at_ == 0 || *at_ == 1) && skip(1);
      case Type::Text:
        return text();
      case Type::Document:
      case Type::Array:
        return document();
      case Type::Binary:
        return binary();
    }
    return false;
  }

  bool skip(std::size_t bytes) {
    if (left() < bytes) return false;
    at_ += bytes;
    return true;
  }

  bool text() {
    if (left() <= kLength) return false;
    const std::size_t length = length_at(at_);
    if (length == 0 || length > left() - kLength || at_[kLength + length - 1] != '\0') return false;
    const std::string_view text(at_ + kLength, length - 1);
    at_ += kLength + length;
    return is_utf8(text);
  }

  bool document() {
    if (left() < kLeastDocument || depth_ == kMaxDocumentDepth) return false;
    const std::size_t length = length_at(at_);
    if (length < kLeastDocument || length > left() || at_[length - 1] != '\0') return false;
    const std::string_view inner(at_ + kLength, length - kLeastDocument);
    at_ += length;
    return Elements(inner, depth_ + 1).all();
  }

  bool binary() {
    if (left() <= kLength) return false;
    const std::size_t length = length_at(at_);
    if (at_[kLength] == kOldBinary || length > left() - kLength - 1) return false;
    at_ += kLength + 1 + length;
    return true;
  }

  const char* at_;
  const char* const end_;
  const int depth_;
};

}  // namespace

bool is_plain_document(std::string_view document) {
  if (document.size() < kLeastDocument || document.size() > kMaxDocumentBytes) return false;
  if (length_at(document.data()) != document.size() || document.back() != '\0') return false;
  return Elements(document.substr(kLength, document.size() - kLeastDocument), 1).all();
}

}  // namespace stoa::records
