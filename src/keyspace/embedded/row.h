#pragma once
#include "keyspace/embedded/list.h"
#include "keyspace/key.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::keyspace::embedded {

/// How the keyspace lies on disk: a row an element. A row's key is the length of the key's name, the name, a
/// kind, and what tells the element from its siblings: the field, the member, or the place in the list. So
/// the rows of a key stand together, its expiry last.
enum class RowKind : char { String = 1, Hash = 2, Set = 3, SortedSet = 4, List = 5, Expiry = 9 };

RowKind row_kind(Type);

struct Row {
  std::string_view name;
  RowKind kind;
  std::string_view element;
};

/// Writes the row's key into `out`, replacing what it held.
void write_row_key(std::string& out, std::string_view name, RowKind, std::string_view element);
/// nullopt when the bytes are no row's key.
std::optional<Row> read_row_key(std::string_view);

/// All rows of a key lie from `from` to `to`, which is excluded.
void write_row_range(std::string& from, std::string& to, std::string_view name);

/// Eight bytes each. A place's bytes sort as places do.
using EightBytes = std::array<char, 8>;
EightBytes write_place(List::Place);
EightBytes write_number(std::int64_t);
EightBytes write_score(double);
std::optional<List::Place> read_place(std::string_view);
std::optional<std::int64_t> read_number(std::string_view);
std::optional<double> read_score(std::string_view);

inline std::string_view view(const EightBytes& bytes) {
  return {bytes.data(), bytes.size()};
}

}  // namespace stoa::keyspace::embedded
