#pragma once
#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

namespace stoa::records {

struct IndexField {
  enum class Direction { Ascending, Descending };
  std::string_view path;  // dotted: "stock_by_zone.MSK"
  Direction direction = Direction::Ascending;
};

/// A field that is missing is indexed as null, as in MongoDB. One whose value is an array or a document is
/// refused when written.
struct Index {
  enum class Unique { No, Yes };
  std::string_view name;
  std::vector<IndexField> fields;
  Unique unique = Unique::No;
  /// With a value, a document goes this long after the moment in the (single) field.
  std::optional<std::chrono::seconds> expire_after = std::nullopt;
};

/// A field that is searched: the text at `path`, or all texts in the document or array there. A word counts
/// `weight` times as much as one of weight 1.
struct TextField {
  std::string_view path;
  int weight = 1;
};

/// What of a document can be searched for (Records::search), in English and Russian.
struct TextIndex {
  std::vector<TextField> fields;
  /// A document that has this field, and not as null, is not found. Empty: all are.
  std::string_view unless = {};
};

/// A declared collection. `_id` is the primary id and needs no index. `shard_key` is hashed on a MongoDB
/// cluster; empty: not sharded.
struct Collection {
  std::string_view name;
  std::vector<Index> indexes;
  std::string_view shard_key = {};
  std::optional<TextIndex> text = std::nullopt;
};

}  // namespace stoa::records
