#pragma once
#include "base/clock.h"
#include "base/decoded.h"
#include "keyspace/keyspace.h"
#include "records/outbox.h"
#include "shop/popularity.h"
#include "shop/product.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace stoa::shop {

/// A product as `inv:{row_id}` has it, in JSON.
struct CachedRow {
  ProductId id;
  std::string name;
  std::string description;
  std::string category;
  Money price;
  /// Of all zones together.
  std::int64_t qty = 0;
  std::map<std::string, std::int64_t> stock_by_zone;
  Time cached_at;
};
StructDescription describe(Described<CachedRow>);

/// A row that is kept, as `delay:` and `schedule:` have it.
struct KeptRow {
  ProductId id;
  double delay_seconds = 0;
  std::optional<Time> next_copy;
  /// Absent while there is no copy yet.
  std::optional<std::string> name;
  std::optional<Time> copied_at;
};
StructDescription describe(Described<KeptRow>);

struct KeptRows {
  std::vector<KeptRow> rows;
  std::string next;
};
StructDescription describe(Described<KeptRows>);

/// What the popularity rule does by itself.
struct PopularRows {
  std::size_t most = 1000;
  /// A row with exactly this delay is the rule's own and is given up when it is popular no more; any other is
  /// an operator's and is left alone. Operators say milliseconds, so the microsecond tells the two apart.
  Duration delay{10'000'001};
};

/// Copies of product rows in the keyspace, made again at set intervals: `schedule:` says when, `delay:` how
/// often. Safe from any thread; work() is the job's.
class RowCache {
 public:
  /// All outlive it.
  RowCache(keyspace::Keyspace& keyspace, Catalogue& catalogue, const Clock& clock)
      : keyspace_(keyspace), catalogue_(catalogue), clock_(clock) {}

  /// Asks for a copy now and then again each `every`. Zero or less: the row's copy goes at its next turn.
  Result<void> keep(const ProductId&, std::chrono::milliseconds every);
  /// Null when there is no copy.
  Result<std::shared_ptr<const CachedRow>> row(const ProductId&);

  /// Most often copied first. What is no product's row is passed over. Invalid (`rows.cursor`) for what is
  /// no cursor, and for one whose row is no longer kept.
  Result<KeptRows> kept(std::size_t limit, const std::string& cursor);
  Result<std::size_t> count();

  /// Takes the turns that are due, `most` at a time; gives how many. A row whose delay is gone or not above
  /// zero, and one whose product is gone, leaves all three keys.
  Result<std::size_t> work(std::size_t most);
  /// Schedules the most popular that are not scheduled, and gives up those of its own that are no more.
  Result<std::size_t> follow_popularity(Popularity&, const PopularRows&);

  /// The outbox's listener to kProductChanged: the copy goes, and the row, if it is kept, is due at once.
  Result<void> on_product_changed(keyspace::Tx&, const records::Event&);

 private:
  Result<void> take_turn(const std::string& row, double turn);
  Result<void> adopt(const std::string& row, double own);
  Result<void> disown(const std::string& row, double own);

  keyspace::Keyspace& keyspace_;
  Catalogue& catalogue_;
  const Clock& clock_;
  Decoded<CachedRow> looked_at_{4096};
};

}  // namespace stoa::shop
