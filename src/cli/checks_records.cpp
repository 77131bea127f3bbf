#include "base/bson.h"
#include "base/described.h"
#include "base/fields.h"
#include "base/money.h"
#include "cli/check.h"
#include "records/collections.h"

#include <fmt/format.h>

#include <map>

namespace stoa::cli {

// Of each document only what a check asks for.

struct StockedProduct {
  ObjectId id;
  std::map<std::string, std::int64_t> stock_by_zone;
};
StructDescription describe(Described<StockedProduct>) {
  return fields("StockedProduct", field("id", &StockedProduct::id).stored_as("_id"),
                field("stock_by_zone", &StockedProduct::stock_by_zone).also("stock_by_zones"));
}

struct PricedItem {
  Money price;
  std::int64_t quantity = 0;
};
StructDescription describe(Described<PricedItem>) {
  return fields("PricedItem", field("price", &PricedItem::price), field("quantity", &PricedItem::quantity));
}

struct PricedOrder {
  ObjectId id;
  std::string status;
  Money total;
  std::vector<PricedItem> items;
};
StructDescription describe(Described<PricedOrder>) {
  return fields(
      "PricedOrder", field("id", &PricedOrder::id).stored_as("_id"), field("status", &PricedOrder::status),
      field("total_amount", &PricedOrder::total).also("amount"), field("items", &PricedOrder::items));
}

struct OwnedCart {
  ObjectId id;
  std::variant<UserId, std::string> owner;
  std::string status;
  Money amount;
  std::vector<PricedItem> items;
};
StructDescription describe(Described<OwnedCart>) {
  return fields("OwnedCart", field("id", &OwnedCart::id).stored_as("_id"),
                field("owner_id", &OwnedCart::owner), field("status", &OwnedCart::status),
                field("amount", &OwnedCart::amount), field("items", &OwnedCart::items));
}

namespace {
using records::Collection;
using records::Query;

/// Walks a collection along an index, a page in memory at a time. A document that is no T is a fault.
template <class T>
Result<void> for_each_document(Examination& examination, const Collection& collection, std::string_view index,
                               const std::function<Fault(const T&)>& fault_of) {
  Query query{.index = index, .limit = 200};
  do {
    const auto page = STOA_TRY(examination.records().find(collection, query));
    for (const auto& document : page.documents)
      STOA_TRY(examination.examine([&]() -> Result<Fault> {
        const auto read = read_bson<T>(document);
        if (!read.ok())
          return Fault(fmt::format("a document of {}: {}", collection.name, read.error().message));
        return fault_of(*read);
      }));
    query.cursor = page.next;
  } while (!query.cursor.empty());
  return {};
}

Fault fault_of_sum(std::string_view what, const ObjectId& id, Money said,
                   const std::vector<PricedItem>& items) {
  Money sum;
  for (const PricedItem& item : items) {
    if (item.quantity <= 0) return fmt::format("{} {} holds {} of an item", what, id.hex(), item.quantity);
    const auto line = item.price.times(item.quantity);
    const auto so_far = line.ok() ? sum.plus(*line) : line;
    if (!so_far.ok()) return fmt::format("{} {}: {}", what, id.hex(), so_far.error().message);
    sum = *so_far;
  }
  if (sum == said) return {};
  return fmt::format("{} {} says {}; its items are {}", what, id.hex(), said.text(), sum.text());
}

Result<void> stock_is_never_negative(Examination& examination) {
  return for_each_document<StockedProduct>(
      examination, records::collections::products(), "_id", [](const StockedProduct& product) -> Fault {
        for (const auto& [zone, left] : product.stock_by_zone)
          if (left < 0)
            return fmt::format("product {} has a stock of {} in zone {}", product.id.hex(), left, zone);
        return {};
      });
}

Result<void> orders_add_up(Examination& examination) {
  return for_each_document<
      PricedOrder>(examination, records::collections::orders(), "_id", [](const PricedOrder& order) -> Fault {
    static const std::vector<std::string> known{"pending", "confirmed", "shipped", "delivered", "cancelled"};
    if (std::find(known.begin(), known.end(), order.status) == known.end())
      return fmt::format("order {} has the status '{}'", order.id.hex(), order.status);
    return fault_of_sum("order", order.id, order.total, order.items);
  });
}

Result<void> carts_add_up(Examination& examination) {
  return for_each_document<OwnedCart>(
      examination, records::collections::carts(), "_id",
      [](const OwnedCart& cart) -> Fault { return fault_of_sum("cart", cart.id, cart.amount, cart.items); });
}

records::Value value_of(const std::variant<UserId, std::string>& owner) {
  if (const auto* id = std::get_if<UserId>(&owner)) return ObjectId(*id);
  return std::get<std::string>(owner);
}

// Along the index on owner and status, carts of one owner come one after the other; who seems to have two is
// asked for again, as a page may be older than the next.
Result<void> owners_have_one_active_cart(Examination& examination) {
  std::optional<std::variant<UserId, std::string>> before;
  const auto active = [&](const auto& owner) {
    return examination.records().count(
        records::collections::carts(),
        {.index = "owner_id_status", .equal = {value_of(owner), std::string("active")}}, 2);
  };
  return for_each_document<OwnedCart>(
      examination, records::collections::carts(), "owner_id_status", [&](const OwnedCart& cart) -> Fault {
        if (cart.status != "active") return {};
        const bool again = before == cart.owner;
        before = cart.owner;
        if (!again) return {};
        if (const auto count = active(cart.owner); count.ok() && *count < 2) return {};
        return fmt::format("the owner of cart {} has another active one", cart.id.hex());
      });
}

}  // namespace

std::vector<Check> record_checks() {
  return {
      {"records.stock", "Stock is never negative", "", nullptr, stock_is_never_negative},
      {"records.orders", "Orders have a known status and add up", "", nullptr, orders_add_up},
      {"records.carts", "Carts add up, with quantities above 0", "", nullptr, carts_add_up},
      {"records.active_cart", "An owner has at most one active cart", "", nullptr,
       owners_have_one_active_cart},
  };
}

}  // namespace stoa::cli
