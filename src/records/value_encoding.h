#pragma once
#include "records/collection.h"
#include "records/value.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::records {

/// The form in which values stand in row keys: comparing bytes is comparing values as Value says, equal
/// values have equal bytes (5 and 5.0, 0.0 and -0.0), and no value's bytes are the beginning of another's, so
/// that values can follow one another. NaN is the lowest number. Everything is appended to `out`.
void encode_null(std::string& out);
void encode_whole(std::int64_t, std::string& out);
void encode_broken(double, std::string& out);
void encode_text(std::string_view, std::string& out);
void encode_object_id(const std::uint8_t* twelve_bytes, std::string& out);
void encode_bool(bool, std::string& out);
void encode_moment(std::int64_t milliseconds, std::string& out);

/// A moment counts to the millisecond below it.
void encode_value(const Value&, std::string& out);
/// A descending value's bytes are the ascending one's, each inverted.
void encode_value(const Value&, IndexField::Direction, std::string& out);
/// Turns what was appended since `from` into the descending form.
void invert(std::string& out, std::size_t from);

/// Takes an ascending value off the front of `bytes`; nullopt when there is none that is whole.
/// Whole numbers come back as std::int64_t, however they were given.
std::optional<Value> decode_value(std::string_view& bytes);

/// How many bytes the value at the front of `bytes` takes; 0 when there is none that is whole.
std::size_t encoded_size(std::string_view bytes, IndexField::Direction);

}  // namespace stoa::records
