#pragma once
#include "base/durability.h"
#include "store/changes.h"
#include "store/direction.h"
#include "store/row_version.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::store {

/// Rows of Family::Records that are in no table yet, in key order, for scans. Rows come unsorted and cheaply;
/// what has come is put in order when somebody scans among it, and most never is, as it has moved into a
/// table by then. What is in order stands in runs that never change: a walk keeps those that it began with.
/// Rows whose keys begin alike stand together, so that a scan of an index sorts rows of that index. Not safe
/// by itself: Rows guards it. A walk belongs to one thread and needs no lock.
class RecentRows {
 public:
  class Walk;

  RecentRows();
  ~RecentRows();

  /// Transactions in order. `durable` is what is on disk by now. What comes back stays where it is until it
  /// is settled.
  const RowVersion& enter(const Changes::Change&, Sequence, Durability, Sequence durable);

  /// Forgets what transactions up to `sequence` wrote.
  void settle(Sequence sequence);

  Walk walk(std::string_view from, std::string_view to, Direction);

  /// The newest durable transaction that wrote rows of the range and is not on disk; 0 when there is none.
  Sequence unsynced(std::string_view from, std::string_view to, Sequence durable);

 private:
  /// A version with what its key goes on with behind the beginning that its group shares.
  struct Item {
    std::uint64_t first, second;
    Sequence sequence;
    const RowVersion* version;
  };
  using Run = std::vector<Item>;  // in key order, each key once
  using Runs = std::vector<std::shared_ptr<const Run>>;
  struct Group {
    std::vector<Item> fresh;  // in the order in which they came
    std::shared_ptr<const Runs> runs;
    std::deque<const RowVersion*> unsynced;  // of durable transactions, oldest first
  };
  using Chunk = std::unique_ptr<std::byte[]>;
  class Spare;
  struct Arena;
  using Arenas = std::vector<std::shared_ptr<Arena>>;
  using Groups = std::map<std::string, Group, std::less<>>;

  static int compare(const Item&, const Item&);
  static bool before(const Item& left, const Item& right) { return compare(left, right) < 0; }
  static std::shared_ptr<const Run> merged(const Run& older, const Run& newer);
  static void order(Group&);
  static void keep_above(Group&, Sequence);
  Groups::iterator first_group(std::string_view from);
  Group& group_of(std::string_view key);

  Groups groups_;  // by what keys begin with
  std::string_view last_beginning_;
  Group* last_group_ = nullptr;
  const std::shared_ptr<Spare> spare_;
  std::shared_ptr<const Arenas> arenas_;  // where versions lie; the last one grows
};

/// Rows of a range as they stood when it was made, removed ones among them.
class RecentRows::Walk {
 public:
  Walk(std::shared_ptr<const Arenas> kept, Direction direction)
      : arenas_(std::move(kept)), direction_(direction) {}

  bool valid() const { return current_ != nullptr; }
  const RowVersion& version() const { return *current_; }
  void next();

 private:
  friend class RecentRows;
  struct Cursor {
    const Item *at, *end;  // going forward; going backward what is left is [at, end), too
    bool empty() const { return at == end; }
    const RowVersion* here(Direction direction) const {
      return direction == Direction::Forward ? at->version : end[-1].version;
    }
    void step(Direction direction) { direction == Direction::Forward ? ++at : --end; }
  };

  void add(const std::shared_ptr<const Runs>&, std::string_view from, std::string_view to);
  void take_next();

  std::shared_ptr<const Arenas> arenas_;
  Direction direction_;
  std::vector<std::shared_ptr<const Runs>> runs_;
  std::vector<Cursor> cursors_;
  const RowVersion* current_ = nullptr;
};

}  // namespace stoa::store
