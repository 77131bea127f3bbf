#pragma once
#include "base/result.h"
#include "base/schema_of.h"

#include <string>
#include <string_view>

namespace stoa {

/// Reads one document into the struct at `value`, which is freshly made; after an error it holds anything.
Result<void> read_bson(const Schema&, void* value, std::string_view document);
/// Appends.
void write_bson(const Schema&, const void* value, std::string& to);

/// A stored document as a described struct. Any bytes may be given. Corrupt (`document.wrong_type`,
/// "items[2].price: …") when it is no BSON document, when a required field is missing, stands there twice, or
/// is of another type. Numbers are taken from any of BSON's number types as long as nothing is lost, since
/// the shells of MongoDB choose for themselves; fields that the description does not know are passed over;
/// its rules are not asked.
template <class T>
Result<T> read_bson(std::string_view document) {
  T value{};
  if (auto done = read_bson(schema_of<T>(), &value, document); !done.ok()) return std::move(done).error();
  return value;
}

/// Absent optionals are left out; text that is not UTF-8 is repaired. std::invalid_argument for NaN and
/// infinities, and for a map's key with a NUL in it.
template <class T>
std::string write_bson(const T& value) {
  std::string document;
  write_bson(schema_of<T>(), &value, document);
  return document;
}

}  // namespace stoa
