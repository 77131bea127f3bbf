#pragma once
// How documents lie in rows. The first byte of a key says what the row is:
//   C  the catalogue: see catalogue.h
//   D  collection, encoded id                            -> the document
//   I  collection, index, encoded fields, encoded id     -> nothing
//   I  collection, unique index, encoded fields          -> encoded id
//   T  what text indexes have yet to hear of: see text_changes.h
//   S  collection                                        -> how many documents it has, eight bytes, big
//   endian
// Collections and indexes are two-byte numbers, big endian, given by the catalogue.

#include "base/result.h"
#include "records/bson_document.h"
#include "records/collection.h"
#include "records/embedded/swept.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::records::embedded {

using Number = std::uint16_t;

struct IndexLayout {
  const Index* index;
  Number number;
  std::string prefix;
  /// Where each of its fields stands in CollectionLayout::paths.
  std::vector<std::size_t> places;
  /// Of an index whose documents expire; changed under the transaction lock only.
  Swept swept = {};

  bool unique() const { return index->unique == Index::Unique::Yes; }
};

struct CollectionLayout {
  const Collection* collection;
  Number number;
  std::string document_prefix;
  std::string size_key;
  std::vector<IndexLayout> indexes;
  /// `_id`, and those that its indexes name, each once.
  std::vector<std::string_view> paths{"_id"};
  /// As of the last submitted transaction; changed under the transaction lock only.
  std::atomic<std::uint64_t> size{0};
  /// No document's key is above it, so that one which is belongs to none. Changed under the transaction lock
  /// only.
  std::string highest_key;
  /// The number of the last change that the text index has to hear of; nullopt when there is no such index.
  /// Changed under the transaction lock only.
  std::optional<std::uint64_t> last_text_change;

  /// Throws std::logic_error when the indexes name more than 64 paths.
  void add_index(const Index&, Number);
  /// Throws std::logic_error for a name that was not declared.
  const IndexLayout& index(std::string_view name) const;
};

/// The declared collections with their numbers. Fixed once the records are open.
class Layouts {
 public:
  CollectionLayout& add(const Collection&, Number);
  /// By address, else by name. Throws std::logic_error for a collection that was not declared.
  CollectionLayout& of(const Collection&) const;
  const std::vector<std::unique_ptr<CollectionLayout>>& all() const { return all_; }

 private:
  std::vector<std::unique_ptr<CollectionLayout>> all_;
  /// In the same order: looking through them touches none of the layouts but the one.
  std::vector<const Collection*> collections_;
};

std::string index_prefix(Number collection, Number index);
std::string encode_size(std::uint64_t);
/// 0 for what is no size.
std::uint64_t decode_size(std::string_view bytes);

/// The end of the keys that begin with `prefix`, which is not all 0xFF.
std::string after_prefix(std::string prefix);

/// What stands at a collection's paths in a document, in their order: the id is the first.
using IndexedValues = std::vector<AtPath>;
void find_indexed(const CollectionLayout&, std::string_view document, IndexedValues&);
/// Whether an index has the same row for both.
bool are_same(const IndexLayout&, const IndexedValues&, const IndexedValues&);

/// Makes `key` the index row of a document with these values. Invalid (`records.not_indexable`) as encode.
Result<void> make_index_key(const IndexLayout&, const IndexedValues&, std::string_view encoded_id,
                            std::string& key);
/// Makes `key` the index row of a document. Invalid (`records.not_indexable`) as encode_at.
Result<void> make_index_key(const IndexLayout&, std::string_view document, std::string_view encoded_id,
                            std::string& key);

/// The encoded id that an index row names; empty for a damaged one.
std::string_view id_of_row(const IndexLayout&, std::string_view key, std::string_view value);

}  // namespace stoa::records::embedded
