#include "records/value_encoding.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>

namespace stoa::records {
namespace {

// The order of kinds. Gaps leave room for kinds between them.
enum Tag : std::uint8_t { Null = 0x10, Number = 0x20, Text = 0x30, Id = 0x40, Bool = 0x50, Moment = 0x60 };

// A text's NUL is written as two bytes, so that the end mark, which sorts below every continuation, stays
// unique.
constexpr std::uint8_t kEscaped = 0xFF;
constexpr std::uint8_t kEnd = 0x01;
constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr std::uint64_t kSign = 1ull << 63;
constexpr std::size_t kNumberHead = 9;

void append_big_endian(std::uint64_t bits, std::string& out) {
  char bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<char>(bits >> (56 - 8 * i));
  out.append(bytes, sizeof bytes);
}

std::uint64_t read_big_endian(std::string_view bytes) {
  std::uint64_t bits = 0;
  for (int i = 0; i < 8; ++i) bits = bits << 8 | static_cast<std::uint8_t>(bytes[i]);
  return bits;
}

// Bits that order as the doubles do; NaN lies below minus infinity.
std::uint64_t ordered_bits(double number) {
  if (std::isnan(number)) return 0;
  const auto bits = std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);
  return bits & kSign ? ~bits : bits | kSign;
}

double from_ordered_bits(std::uint64_t bits) {
  if (bits == 0) return std::numeric_limits<double>::quiet_NaN();
  return std::bit_cast<double>(bits & kSign ? bits ^ kSign : ~bits);
}

// A number is the greatest double not above it and what remains, below 1024: only whole numbers beyond 2^53
// have a remainder, and only they spend a byte on it.
void encode_number(double floor, std::uint64_t remainder, std::string& out) {
  out.push_back(Number);
  append_big_endian(ordered_bits(floor), out);
  if (remainder == 0) {
    out.push_back(0);
  } else {
    out.push_back(static_cast<char>(0x80 | remainder >> 8));
    out.push_back(static_cast<char>(remainder));
  }
}

Value decode_number(std::string_view bytes) {
  const double floor = from_ordered_bits(read_big_endian(bytes.substr(1)));
  if (!(floor >= -kTwoTo63 && floor < kTwoTo63) || floor != std::floor(floor)) return floor;
  const auto high = static_cast<std::uint8_t>(bytes[kNumberHead]);
  if (high == 0) return static_cast<std::int64_t>(floor);
  const auto remainder = (high & 0x7Fu) << 8 | static_cast<std::uint8_t>(bytes[kNumberHead + 1]);
  // Unsigned, as damaged bytes may lead beyond the greatest number.
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(static_cast<std::int64_t>(floor)) + remainder);
}

std::string decode_text(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t i = 1; i + 2 < bytes.size(); ++i) {
    text.push_back(bytes[i]);
    if (bytes[i] == 0) ++i;
  }
  return text;
}

Time decode_moment(std::string_view bytes) {
  const auto milliseconds = static_cast<std::int64_t>(read_big_endian(bytes.substr(1)) ^ kSign);
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 1000;
  return Time(std::chrono::milliseconds(std::clamp(milliseconds, -most, most)));
}

std::size_t size_of_number(std::string_view bytes, std::uint8_t mask) {
  if (bytes.size() <= kNumberHead) return 0;
  const auto high = static_cast<std::uint8_t>(bytes[kNumberHead]) ^ mask;
  if (high == 0) return kNumberHead + 1;
  return high & 0x80 && bytes.size() > kNumberHead + 1 ? kNumberHead + 2 : 0;
}

std::size_t size_of_text(std::string_view bytes, std::uint8_t mask) {
  for (std::size_t at = 1;; at += 2) {
    at = bytes.find(static_cast<char>(mask), at);
    if (at == std::string_view::npos || at + 1 >= bytes.size()) return 0;
    const auto next = static_cast<std::uint8_t>(bytes[at + 1]) ^ mask;
    if (next == kEnd) return at + 2;
    if (next != kEscaped) return 0;
  }
}

}  // namespace

void encode_null(std::string& out) {
  out.push_back(Null);
}

void encode_whole(std::int64_t number, std::string& out) {
  auto floor = static_cast<double>(number);
  if (floor >= kTwoTo63 || static_cast<std::int64_t>(floor) > number)
    floor = std::nextafter(floor, -kTwoTo63);
  encode_number(
      floor,
      static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(static_cast<std::int64_t>(floor)), out);
}

void encode_broken(double number, std::string& out) {
  encode_number(number, 0, out);
}

void encode_text(std::string_view text, std::string& out) {
  out.push_back(Text);
  for (;;) {
    const auto nul = text.find('\0');
    out.append(text.substr(0, nul));
    out.push_back(0);
    if (nul == std::string_view::npos) break;
    out.push_back(static_cast<char>(kEscaped));
    text.remove_prefix(nul + 1);
  }
  out.push_back(kEnd);
}

void encode_object_id(const std::uint8_t* twelve_bytes, std::string& out) {
  out.push_back(Id);
  out.append(reinterpret_cast<const char*>(twelve_bytes), ObjectId::kSize);
}

void encode_bool(bool value, std::string& out) {
  out.push_back(Bool);
  out.push_back(value ? 1 : 0);
}

void encode_moment(std::int64_t milliseconds, std::string& out) {
  out.push_back(Moment);
  append_big_endian(static_cast<std::uint64_t>(milliseconds) ^ kSign, out);
}

void encode_value(const Value& value, std::string& out) {
  struct Encode {
    std::string& out;
    void operator()(std::monostate) const { encode_null(out); }
    void operator()(std::int64_t number) const { encode_whole(number, out); }
    void operator()(double number) const { encode_broken(number, out); }
    void operator()(const std::string& text) const { encode_text(text, out); }
    void operator()(const ObjectId& id) const { encode_object_id(id.bytes().data(), out); }
    void operator()(bool truth) const { encode_bool(truth, out); }
    void operator()(Time time) const {
      encode_moment(std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count(), out);
    }
  };
  std::visit(Encode{out}, value);
}

void encode_value(const Value& value, IndexField::Direction direction, std::string& out) {
  const auto from = out.size();
  encode_value(value, out);
  if (direction == IndexField::Direction::Descending) invert(out, from);
}

void invert(std::string& out, std::size_t from) {
  for (std::size_t i = from; i < out.size(); ++i) out[i] = static_cast<char>(~out[i]);
}

std::size_t encoded_size(std::string_view bytes, IndexField::Direction direction) {
  if (bytes.empty()) return 0;
  const std::uint8_t mask = direction == IndexField::Direction::Descending ? 0xFF : 0;
  const auto fixed = [&](std::size_t size) { return bytes.size() < size ? 0 : size; };
  switch (static_cast<std::uint8_t>(bytes[0]) ^ mask) {
    case Null:
      return 1;
    case Number:
      return size_of_number(bytes, mask);
    case Text:
      return size_of_text(bytes, mask);
    case Id:
      return fixed(1 + ObjectId::kSize);
    case Bool:
      return fixed(2);
    case Moment:
      return fixed(9);
    default:
      return 0;
  }
}

std::optional<Value> decode_value(std::string_view& bytes) {
  const auto size = encoded_size(bytes, IndexField::Direction::Ascending);
  if (size == 0) return std::nullopt;
  const auto value = bytes.substr(0, size);
  bytes.remove_prefix(size);
  switch (static_cast<std::uint8_t>(value[0])) {
    case Number:
      return decode_number(value);
    case Text:
      return decode_text(value);
    case Id: {
      ObjectId::Bytes id;
      std::memcpy(id.data(), value.data() + 1, id.size());
      return ObjectId(id);
    }
    case Bool:
      return value[1] != 0;
    case Moment:
      return decode_moment(value);
    default:
      return Value();
  }
}

}  // namespace stoa::records
