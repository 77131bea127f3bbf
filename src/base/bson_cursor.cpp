#include "base/bson_cursor.h"

namespace stoa {
namespace {

/// As bsonspec.org numbers the types that BsonType leaves out.
enum class RareType : std::uint8_t {
  Undefined = 0x06,
  Regex = 0x0B,
  DbPointer = 0x0C,
  Code = 0x0D,
  Symbol = 0x0E,
  CodeWithScope = 0x0F,
  Timestamp = 0x11,
  Decimal128 = 0x13,
  MaxKey = 0x7F,
  MinKey = 0xFF
};

constexpr std::size_t kObjectId = 12;
constexpr std::size_t kLeastCodeWithScope = 14;

}  // namespace

std::size_t BsonCursor::rare_size() const {
  const char* at = value_;
  const auto word = [&](const char* from) -> std::size_t {
    const void* zero = std::memchr(from, 0, left(from));
    return zero == nullptr ? kNone : static_cast<std::size_t>(static_cast<const char*>(zero) - from) + 1;
  };
  if (type_ == BsonType::Binary) {
    if (left(at) <= kLengthBytes) return kNone;
    return kLengthBytes + 1 + length_at(at);
  }
  switch (static_cast<RareType>(type_)) {
    case RareType::Undefined:
    case RareType::MaxKey:
    case RareType::MinKey:
      return 0;
    case RareType::Timestamp:
      return 8;
    case RareType::Decimal128:
      return 16;
    case RareType::Code:
    case RareType::Symbol:
      return text_size(at);
    case RareType::DbPointer: {
      const std::size_t text = text_size(at);
      return text == kNone ? kNone : text + kObjectId;
    }
    case RareType::Regex: {
      const std::size_t pattern = word(at);
      if (pattern == kNone) return kNone;
      const std::size_t options = word(at + pattern);
      return options == kNone ? kNone : pattern + options;
    }
    case RareType::CodeWithScope: {
      if (left(at) < kLeastCodeWithScope) return kNone;
      const std::size_t code = text_size(at + kLengthBytes);
      if (code == kNone) return kNone;
      const std::size_t scope = document_size(at + kLengthBytes + code);
      const bool whole = scope != kNone && length_at(at) == kLengthBytes + code + scope;
      return whole ? kLengthBytes + code + scope : kNone;
    }
  }
  return kNone;
}

}  // namespace stoa
