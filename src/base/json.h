#pragma once
#include "base/result.h"
#include "base/schema_of.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace stoa {

struct JsonLimits {
  std::size_t bytes = 1 << 20;
  std::size_t depth = 32;
  /// What an Error about all of the text names: "body: must be an object". Nothing, when empty.
  std::string_view root = "body";
};

/// Reads `text` into the value of that schema at `value`, which is freshly made; after an error it holds
/// anything.
Result<void> read_json(const Schema&, void* value, std::string_view text, const JsonLimits& = {});
/// Appends.
void write_json(const Schema&, const void* value, std::string& to);

/// A request's body as a described struct. Invalid, with the path of what is wrong and why
/// (`request.out_of_range`, "items[2].quantity: must be 1 to 999"), for anything but one complete JSON
/// document with every required field once, no other fields, and all rules of the description kept.
template <class T>
Result<T> read_json(std::string_view text, const JsonLimits& limits = {}) {
  T value{};
  if (auto done = read_json(schema_of<T>(), &value, text, limits); !done.ok()) return std::move(done).error();
  return value;
}

/// Absent optionals are left out; text that is not UTF-8 is repaired. std::invalid_argument for NaN and
/// infinities.
template <class T>
void write_json(const T& value, std::string& to) {
  write_json(schema_of<T>(), &value, to);
}
template <class T>
std::string to_json(const T& value) {
  std::string text;
  write_json(schema_of<T>(), &value, text);
  return text;
}

/// Appends the text in quotes, escaped.
void append_json_text(std::string& to, std::string_view text);
std::string json_text(std::string_view text);

}  // namespace stoa
