#include "shop/stock.h"

#include "base/fields.h"
#include "records/collections.h"
#include "records/typed.h"
#include "shop/catalogue.h"
#include "shop/events.h"

namespace stoa::shop {
namespace {
using records::collections::products;
using records::collections::stock_moves;

Result<void> note(records::Tx& tx, StockMove move, Time now) {
  move.id = ObjectId::make(now);
  move.at = now;
  return records::insert(tx, stock_moves(), move);
}

StockMove move_of(const ProductId& product, const Zone& zone, std::int64_t delta, MoveReason reason) {
  StockMove move;
  move.product_id = product;
  move.zone = zone;
  move.delta = delta;
  move.reason = reason;
  return move;
}

Result<std::int64_t> checked(std::int64_t quantity) {
  if (quantity < 0)
    return Error{Error::Kind::Conflict, "stock.too_few",
                 "less than that is in stock; look at what is left and try again"};
  if (quantity > kMostInStock)
    return Error{Error::Kind::Invalid, "stock.out_of_range", "a zone's stock is 0 to 1,000,000,000"};
  return quantity;
}

}  // namespace

EnumDescription describe(Described<MoveReason>) {
  return names({{"set", MoveReason::Set},
                {"adjusted", MoveReason::Adjusted},
                {"sold", MoveReason::Sold},
                {"cancelled", MoveReason::Cancelled}});
}

StructDescription describe(Described<StockMove>) {
  return fields("StockMove", field("id", &StockMove::id).stored_as("_id"),
                field("product_id", &StockMove::product_id), field("zone", &StockMove::zone),
                field("delta", &StockMove::delta), field("left", &StockMove::left),
                field("reason", &StockMove::reason), field("order_id", &StockMove::order_id),
                field("by", &StockMove::by), field("note", &StockMove::note), field("at", &StockMove::at));
}

StructDescription describe(Described<StockHistory>) {
  return fields("StockHistory", field("moves", &StockHistory::moves), field("next", &StockHistory::next));
}

Result<void> take(records::Tx& tx, const ProductId& product, const Zone& zone, std::int64_t quantity,
                  const OrderId& order, Time now) {
  StockMove move = move_of(product, zone, -quantity, MoveReason::Sold);
  move.left = STOA_TRY(tx.increment_if(products(), product, "stock_by_zone." + zone.text(), -quantity, 0,
                                       std::pair(std::string_view("updated_at"), now)));
  move.order_id = order;
  return note(tx, std::move(move), now);
}

Result<void> give_back(records::Tx& tx, const ProductId& id, const Zone& zone, std::int64_t quantity,
                       const OrderId& order, Time now) {
  auto product = STOA_TRY(records::get<Product>(tx, products(), id));
  if (!product) return {};
  StockMove move = move_of(id, zone, quantity, MoveReason::Cancelled);
  move.left = product->stock_by_zone[zone.text()] += quantity;
  move.order_id = order;
  product->updated_at = now;
  STOA_TRY(records::replace(tx, products(), *product));
  return note(tx, std::move(move), now);
}

template <class Target>
Result<std::int64_t> Stock::change(const ProductId& id, StockMove move, Target target) {
  ObjectId event;
  const auto left = records_.transact([&](records::Tx& tx) -> Result<std::int64_t> {
    auto product = STOA_TRY(records::get<Product>(tx, products(), id));
    if (!product) return product_absent();
    std::int64_t& stock = product->stock_by_zone[move.zone.text()];
    move.left = STOA_TRY(checked(target(stock)));
    move.delta = move.left - stock;
    stock = move.left;
    product->updated_at = clock_.now();
    STOA_TRY(records::replace(tx, products(), *product));
    STOA_TRY(note(tx, move, clock_.now()));
    event = STOA_TRY(outbox_.post(tx, kProductChanged, ProductChanged{id}));
    return move.left;
  });
  if (left.ok()) (void)outbox_.apply(event);
  return left;
}

Result<std::int64_t> Stock::set(const ProductId& product, const Zone& zone, std::int64_t quantity,
                                const StockChanger& changer) {
  if (quantity < 0) return checked(kMostInStock + 1);
  StockMove move = move_of(product, zone, 0, MoveReason::Set);
  move.by = changer.by;
  move.note = changer.note;
  return change(product, std::move(move), [&](std::int64_t) { return quantity; });
}

Result<std::int64_t> Stock::adjust(const ProductId& product, const Zone& zone, std::int64_t delta,
                                   const StockChanger& changer) {
  if (delta > kMostInStock || delta < -kMostInStock) return checked(kMostInStock + 1);
  StockMove move = move_of(product, zone, 0, MoveReason::Adjusted);
  move.by = changer.by;
  move.note = changer.note;
  return change(product, std::move(move), [&](std::int64_t stock) { return stock + delta; });
}

Result<StockHistory> Stock::history(const ProductId& product, std::size_t limit, std::string cursor) {
  auto page = STOA_TRY(records::find<StockMove>(
      records_.read(), stock_moves(),
      {.index = "product_id_at", .equal = {product}, .limit = limit, .cursor = std::move(cursor)}));
  return StockHistory{std::move(page.documents), std::move(page.next)};
}

Result<StockHistory> Stock::history(std::size_t limit, std::string cursor) {
  auto page = STOA_TRY(records::find<StockMove>(
      records_.read(), stock_moves(),
      {.index = "_id", .walk = records::Query::Walk::Against, .limit = limit, .cursor = std::move(cursor)}));
  return StockHistory{std::move(page.documents), std::move(page.next)};
}

}  // namespace stoa::shop
