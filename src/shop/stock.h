#pragma once
#include "base/clock.h"
#include "records/outbox.h"
#include "records/records.h"
#include "shop/product.h"

#include <optional>
#include <string>
#include <vector>

namespace stoa::shop {

inline constexpr std::int64_t kMostInStock = 1'000'000'000;
/// In code points.
inline constexpr std::size_t kMostOfANote = 200;

enum class MoveReason { Set, Adjusted, Sold, Cancelled };
EnumDescription describe(Described<MoveReason>);

/// A document of `stock_moves`: why a zone's stock became what it was then. The moves of a product and zone
/// add up to what is left.
struct StockMove {
  ObjectId id;
  ProductId product_id;
  Zone zone;
  std::int64_t delta = 0;
  std::int64_t left = 0;
  MoveReason reason = MoveReason::Set;
  std::optional<OrderId> order_id;
  /// The admin who did it.
  std::optional<Shortcode> by;
  /// The admin's own words.
  std::optional<std::string> note;
  Time at;
};
StructDescription describe(Described<StockMove>);

struct StockHistory {
  std::vector<StockMove> moves;
  std::string next;
};
StructDescription describe(Described<StockHistory>);

/// Part of a check-out's transaction: takes `quantity` out of the zone's stock. Conflict (`records.floor`)
/// when less is left, NotFound when the zone has none at all; then nothing has changed.
Result<void> take(records::Tx&, const ProductId&, const Zone&, std::int64_t quantity, const OrderId&,
                  Time now);

/// Part of a cancellation's transaction: puts it back, also where product or zone was written anew meanwhile.
/// A product that is no longer there is passed over.
Result<void> give_back(records::Tx&, const ProductId&, const Zone&, std::int64_t quantity, const OrderId&,
                       Time now);

/// Who changes stock by hand, and why.
struct StockChanger {
  std::optional<Shortcode> by;
  std::optional<std::string> note = std::nullopt;

  StockChanger(std::nullopt_t) {}
  StockChanger(const Shortcode& name) : by(name) {}
  StockChanger(std::optional<Shortcode> name, std::optional<std::string> why = std::nullopt)
      : by(std::move(name)), note(std::move(why)) {}
};

/// Stock as shopkeepers change it. Safe from any thread.
class Stock {
 public:
  /// All outlive it.
  Stock(records::Records& records, records::Outbox& outbox, const Clock& clock)
      : records_(records), outbox_(outbox), clock_(clock) {}

  /// Both give what is then in the zone. NotFound (`product.absent`); Invalid (`stock.out_of_range`) unless
  /// the outcome is 0 to kMostInStock, Conflict (`stock.too_few`) when less is there than is taken away.
  Result<std::int64_t> set(const ProductId&, const Zone&, std::int64_t quantity, const StockChanger&);
  Result<std::int64_t> adjust(const ProductId&, const Zone&, std::int64_t delta, const StockChanger&);

  /// Newest first. Empty for a product that nobody has.
  Result<StockHistory> history(const ProductId&, std::size_t limit, std::string cursor);
  /// Of all products.
  Result<StockHistory> history(std::size_t limit, std::string cursor);

 private:
  template <class Target>
  Result<std::int64_t> change(const ProductId&, StockMove, Target);

  records::Records& records_;
  records::Outbox& outbox_;
  const Clock& clock_;
};

}  // namespace stoa::shop
