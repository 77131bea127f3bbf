#pragma once
#include <cstdint>

namespace stoa {

/// The types of values that our documents have, as bsonspec.org numbers them.
enum class BsonType : std::uint8_t {
  Double = 0x01,
  Text = 0x02,
  Document = 0x03,
  Array = 0x04,
  Binary = 0x05,
  ObjectId = 0x07,
  Bool = 0x08,
  Moment = 0x09,
  Null = 0x0A,
  Int32 = 0x10,
  Int64 = 0x12
};

}  // namespace stoa
