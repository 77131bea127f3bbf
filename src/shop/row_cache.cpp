#include "shop/row_cache.h"

#include "base/fields.h"
#include "base/json.h"
#include "keyspace/keys.h"
#include "shop/events.h"

#include <cmath>
#include <limits>
#include <set>

namespace stoa::shop {
namespace {
namespace keys = keyspace::keys;

double seconds(Duration time) {
  return static_cast<double>(time.count()) / 1e6;
}

/// As an operator may say it: without the mark of the rule's own.
double in_milliseconds(double delay) {
  return std::round(delay * 1e3) / 1e3;
}

CachedRow row_of(const Product& product, Time now) {
  CachedRow row;
  row.id = product.id;
  row.name = product.name;
  row.description = product.description.value_or("");
  row.category = product.category;
  row.price = product.price;
  row.qty = product.in_stock();
  row.stock_by_zone = product.stock_by_zone;
  row.cached_at = now;
  return row;
}

void give_up(keyspace::Tx& tx, const std::string& row) {
  tx.zrem(keys::delay(), row);
  tx.zrem(keys::schedule(), row);
  tx.del(keys::inventory(row));
}

}  // namespace

StructDescription describe(Described<CachedRow>) {
  return fields("CachedRow", field("id", &CachedRow::id), field("name", &CachedRow::name),
                field("description", &CachedRow::description), field("category", &CachedRow::category),
                field("price", &CachedRow::price), field("qty", &CachedRow::qty),
                field("stock_by_zone", &CachedRow::stock_by_zone), field("cached_at", &CachedRow::cached_at));
}

StructDescription describe(Described<KeptRow>) {
  return fields("KeptRow", field("id", &KeptRow::id),
                field("delay_seconds", &KeptRow::delay_seconds).help("From one copy to the next"),
                field("next_copy", &KeptRow::next_copy),
                field("name", &KeptRow::name).help("Absent while there is no copy yet"),
                field("copied_at", &KeptRow::copied_at));
}

StructDescription describe(Described<KeptRows>) {
  return fields("KeptRows", field("rows", &KeptRows::rows), field("next", &KeptRows::next));
}

Result<std::size_t> RowCache::count() {
  return keyspace_.read().zcard(keys::delay());
}

// The cursor is the last row of the page before: its rank is asked for anew, so that rows which come and go
// in front of it neither hide others nor show them twice.
Result<KeptRows> RowCache::kept(std::size_t limit, const std::string& cursor) {
  keyspace::Reader& read = keyspace_.read();
  std::size_t start = 0;
  if (!cursor.empty()) {
    const auto rank = STOA_TRY(read.zrank(keys::delay(), cursor, keyspace::Order::Ascending));
    if (!rank)
      return Error{Error::Kind::Invalid, "rows.cursor", "cursor: the list has changed; begin at its start"};
    start = *rank + 1;
  }
  const auto first = static_cast<std::int64_t>(start);
  // One more than asked for tells whether there is a next page.
  auto found = STOA_TRY(read.zrange(keys::delay(), first, first + static_cast<std::int64_t>(limit),
                                    keyspace::Order::Ascending));
  KeptRows page;
  if (found.size() > limit) {
    found.resize(limit);
    page.next = found.back().member;
  }
  std::vector<std::string> members;
  std::vector<keyspace::StringKey> copies;
  for (const auto& row : found) {
    members.push_back(row.member);
    copies.push_back(keys::inventory(row.member));
  }
  const auto turns = STOA_TRY(read.zscore_many(keys::schedule(), members));
  const auto texts = STOA_TRY(read.get_many(copies));
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto id = ProductId::parse(found[i].member);
    if (!id.ok()) continue;
    KeptRow row{*id, in_milliseconds(found[i].score), {}, {}, {}};
    if (turns[i]) row.next_copy = Time(Duration(static_cast<std::int64_t>(*turns[i] * 1e6)));
    if (texts[i])
      if (auto copy = read_json<CachedRow>(*texts[i]); copy.ok()) {
        row.name = std::move(copy->name);
        row.copied_at = copy->cached_at;
      }
    page.rows.push_back(std::move(row));
  }
  return page;
}

Result<void> RowCache::keep(const ProductId& product, std::chrono::milliseconds every) {
  return keyspace_.transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<void> {
    tx.zadd(keys::delay(), product.hex(), seconds(every));
    tx.zadd(keys::schedule(), product.hex(), to_unix_seconds(clock_.now()));
    return {};
  });
}

Result<std::shared_ptr<const CachedRow>> RowCache::row(const ProductId& product) {
  const auto text = STOA_TRY(keyspace_.read().get(keys::inventory(product.hex())));
  if (!text) return std::shared_ptr<const CachedRow>();
  // Another program may have written it, and less than we do; then the product itself is asked.
  auto row = looked_at_.from(*text, [](std::string_view json) { return read_json<CachedRow>(json); });
  return row.ok() ? *std::move(row) : nullptr;
}

// The delay and the product are read before the transaction, which may read `schedule:` only. Whoever changes
// one of the two moves the row's turn, so a turn that still stands where it was found means that what was
// read holds; one that was moved is left to the next look.
Result<void> RowCache::take_turn(const std::string& row, double turn) {
  const auto delay = STOA_TRY(keyspace_.read().zscore(keys::delay(), row));
  const auto id = ProductId::parse(row);
  std::optional<Product> product;
  if (id.ok()) {
    auto found = catalogue_.product(*id);
    if (found.ok())
      product = *std::move(found);
    else if (found.error().kind != Error::Kind::NotFound)
      return std::move(found).error();
  }
  return keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    if (STOA_TRY(tx.zscore(keys::schedule(), row)) != turn) return {};
    if (!product || !delay || *delay <= 0) {
      give_up(tx, row);
      return {};
    }
    const Time now = clock_.now();
    tx.zadd(keys::schedule(), row, to_unix_seconds(now) + *delay);
    tx.set(keys::inventory(row), to_json(row_of(*product, now)));
    return {};
  });
}

Result<std::size_t> RowCache::work(std::size_t most) {
  const keyspace::ScoreRange until_now{-std::numeric_limits<double>::infinity(),
                                       to_unix_seconds(clock_.now())};
  const auto due = STOA_TRY(
      keyspace_.read().zrange_by_score(keys::schedule(), until_now, keyspace::Order::Ascending, {0, most}));
  for (const auto& row : due) STOA_TRY(take_turn(row.member, row.score));
  return due.size();
}

Result<std::size_t> RowCache::follow_popularity(Popularity& popularity, const PopularRows& rule) {
  const double own = seconds(rule.delay);
  std::size_t changed = 0;
  std::vector<std::string> popular;
  for (const ProductId& id : STOA_TRY(popularity.top(rule.most))) popular.push_back(id.hex());
  const auto delays = STOA_TRY(keyspace_.read().zscore_many(keys::delay(), popular));
  for (std::size_t i = 0; i < popular.size(); ++i) {
    if (delays[i]) continue;
    STOA_TRY(adopt(popular[i], own));
    ++changed;
  }
  const std::set<std::string> still(popular.begin(), popular.end());
  for (const auto& row :
       STOA_TRY(keyspace_.read().zrange_by_score(keys::delay(), {own, own}, keyspace::Order::Ascending))) {
    if (still.contains(row.member)) continue;
    STOA_TRY(disown(row.member, own));
    ++changed;
  }
  return changed;
}

// An operator may have asked for the row since the rule looked.
Result<void> RowCache::adopt(const std::string& row, double own) {
  return keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    if (STOA_TRY(tx.zscore(keys::delay(), row))) return {};
    tx.zadd(keys::delay(), row, own);
    tx.zadd(keys::schedule(), row, to_unix_seconds(clock_.now()));
    return {};
  });
}

Result<void> RowCache::disown(const std::string& row, double own) {
  return keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    if (STOA_TRY(tx.zscore(keys::delay(), row)) == own) give_up(tx, row);
    return {};
  });
}

Result<void> RowCache::on_product_changed(keyspace::Tx& tx, const records::Event& event) {
  const std::string row = STOA_TRY(event.told<ProductChanged>()).product.hex();
  const auto delay = STOA_TRY(tx.zscore(keys::delay(), row));
  // A page that is rendered before the next copy asks the product itself: it would keep what is old for long.
  tx.del(keys::inventory(row));
  if (delay) tx.zadd(keys::schedule(), row, to_unix_seconds(clock_.now()));
  return {};
}

}  // namespace stoa::shop
