#include "keyspace/embedded/row.h"

#include "keyspace/embedded/packed.h"

#include <bit>

namespace stoa::keyspace::embedded {
namespace {

constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;

EightBytes write_bits(std::uint64_t bits) {
  EightBytes bytes;
  for (int i = 7; i >= 0; --i, bits >>= 8) bytes[static_cast<std::size_t>(i)] = static_cast<char>(bits);
  return bytes;
}

std::optional<std::uint64_t> read_bits(std::string_view bytes) {
  if (bytes.size() != 8) return std::nullopt;
  std::uint64_t bits = 0;
  for (const char byte : bytes) bits = (bits << 8) | static_cast<unsigned char>(byte);
  return bits;
}

void append_name(std::string& out, std::string_view name) {
  char length[10];
  out.append(length, static_cast<std::size_t>(write_length(length, name.size()) - length));
  out.append(name);
}

}  // namespace

RowKind row_kind(Type type) {
  switch (type) {
    case Type::String:
      return RowKind::String;
    case Type::Hash:
      return RowKind::Hash;
    case Type::Set:
      return RowKind::Set;
    case Type::SortedSet:
      return RowKind::SortedSet;
    case Type::List:
      return RowKind::List;
  }
  return RowKind::String;
}

void write_row_key(std::string& out, std::string_view name, RowKind kind, std::string_view element) {
  out.clear();
  append_name(out, name);
  out.push_back(static_cast<char>(kind));
  out.append(element);
}

std::optional<Row> read_row_key(std::string_view key) {
  std::size_t length = 0;
  std::size_t at = 0;
  for (int shift = 0;; shift += 7) {
    if (at == key.size() || shift > 56) return std::nullopt;
    const auto byte = static_cast<unsigned char>(key[at++]);
    length |= static_cast<std::size_t>(byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  if (length >= key.size() - at) return std::nullopt;
  const char kind = key[at + length];
  if ((kind < 1 || kind > 5) && kind != 9) return std::nullopt;
  return Row{key.substr(at, length), static_cast<RowKind>(kind), key.substr(at + length + 1)};
}

void write_row_range(std::string& from, std::string& to, std::string_view name) {
  from.clear();
  append_name(from, name);
  to = from;
  from.push_back(0);
  to.push_back(static_cast<char>(RowKind::Expiry) + 1);
}

EightBytes write_place(List::Place place) {
  return write_bits(static_cast<std::uint64_t>(place) ^ kSignBit);
}
EightBytes write_number(std::int64_t number) {
  return write_bits(static_cast<std::uint64_t>(number));
}
EightBytes write_score(double score) {
  return write_bits(std::bit_cast<std::uint64_t>(score));
}

std::optional<List::Place> read_place(std::string_view bytes) {
  const auto bits = read_bits(bytes);
  return bits ? std::optional(static_cast<List::Place>(*bits ^ kSignBit)) : std::nullopt;
}
std::optional<std::int64_t> read_number(std::string_view bytes) {
  const auto bits = read_bits(bytes);
  return bits ? std::optional(static_cast<std::int64_t>(*bits)) : std::nullopt;
}
std::optional<double> read_score(std::string_view bytes) {
  const auto bits = read_bits(bytes);
  return bits ? std::optional(std::bit_cast<double>(*bits)) : std::nullopt;
}

}  // namespace stoa::keyspace::embedded
