#pragma once
// The catalogue gives collections and indexes their numbers and remembers how each index was declared:
//   C F                    -> the format of all rows
//   C K                    -> the key that cursors are signed with
//   C c name               -> a collection's number
//   C i collection name    -> an index's number, its state, its declaration

#include "records/cursor.h"
#include "records/embedded/layout.h"
#include "store/store.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace stoa::records::embedded {

/// The catalogue's rows in memory. Read and changed while the records are opened, by that thread only.
class Catalogue {
 public:
  enum class State : std::uint8_t { Incomplete = 0, Ready = 1 };
  struct IndexEntry {
    Number number;
    State state;
    std::string declaration;
  };
  using IndexEntries = std::map<std::pair<Number, std::string>, IndexEntry>;

  /// Reads it, or makes the first one. Invalid (`records.format`) when the rows are of another format.
  static Result<Catalogue> load(store::Store&);

  const CursorKey& cursor_key() const { return cursor_key_; }
  /// The number of a collection; a new one is given and written when it has none.
  Number number_of(const Collection&);
  const IndexEntries& indexes() const { return indexes_; }

  /// A number that no index of the collection has.
  Number free_index_number(Number collection) const;
  void write(Number collection, std::string_view name, const IndexEntry&);
  void forget(Number collection, std::string_view name);

  /// Everything written so far is on disk when it returns.
  Result<void> sync();

 private:
  explicit Catalogue(store::Store& store) : store_(&store) {}
  Result<void> begin();
  Result<void> read();
  void read_row(std::string_view key, std::string_view value);

  store::Store* store_;
  store::Changes changes_;
  std::optional<std::string> format_;
  CursorKey cursor_key_;
  std::map<std::string, Number, std::less<>> collections_;
  IndexEntries indexes_;
};

/// What must stay the same for an index's rows to stay right: its fields, their directions, and unique.
std::string declaration_of(const Index&);

}  // namespace stoa::records::embedded
