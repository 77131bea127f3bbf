#include "shop/intake.h"

#include "records/collections.h"
#include "records/typed.h"
#include "shop/events.h"
#include "shop/pictures.h"
#include "shop/stock.h"

#include <fmt/format.h>

namespace stoa::shop {
namespace {
using records::collections::products;
using Paths = std::vector<std::string>;

Result<ProductId> id_of(const ProductEntry& entry) {
  if (entry.id) return *entry.id;
  if (entry.category && entry.name) return id_for(*entry.category, *entry.name);
  return Error{Error::Kind::Invalid, "import.incomplete",
               "_id is missing; without it, name and category are needed"};
}

Result<void> check_complete(const ProductEntry& entry) {
  const char* missing = !entry.name       ? "name"
                        : !entry.category ? "category"
                        : !entry.price    ? "price"
                                          : nullptr;
  if (missing == nullptr) return {};
  return Error{Error::Kind::Invalid, "import.incomplete",
               fmt::format("{} is missing, and there is no product with this _id yet", missing)};
}

template <class T>
void set(T& to, const std::optional<T>& from) {
  if (from) to = *from;
}

Result<void> write_attributes(const ProductEntry& entry, Product& to) {
  const Attributes before = to.attributes;
  set(to.attributes, entry.attributes);
  if (entry.some_attributes)
    for (const auto& [name, value] : *entry.some_attributes) to.attributes[name] = value;
  if (entry.removed_attributes)
    for (const std::string& name : *entry.removed_attributes) to.attributes.erase(name);
  return check_attributes(to.attributes, before);
}

void write_retirement(const ProductEntry& entry, Product& to, Time now) {
  if (entry.retired_at)
    to.retired_at = entry.retired_at;
  else if (entry.retired && !*entry.retired)
    to.retired_at.reset();
  else if (entry.retired && !to.retired_at)
    to.retired_at = now;
}

/// Documents hold milliseconds.
Time kept(Time moment) {
  return std::chrono::floor<std::chrono::milliseconds>(moment);
}

bool is_older(const ProductEntry& entry, const std::optional<Product>& present) {
  return present && entry.updated_at && kept(*entry.updated_at) < present->updated_at;
}

/// The zones' numbers, but for those that are `stale`, which the note names.
Result<void> write_stock(const ProductEntry& entry, Product& to, bool stale, std::string& note) {
  if (!entry.stock_by_zone) return {};
  for (const auto& [name, quantity] : *entry.stock_by_zone) {
    const Zone zone = STOA_TRY(Zone::parse(name));
    const std::int64_t present = to.in_stock(zone);
    if (!stale)
      to.stock_by_zone[name] = quantity;
    else if (quantity != present)
      note += fmt::format("{} {} at {} and not {}", note.empty() ? "" : ",", name, present, quantity);
  }
  if (!note.empty())
    note = "the product has changed since this file was written, so its stock was left as it is:" + note +
           "; for a count by hand, --set-stock takes the file's numbers";
  return {};
}

Result<void> write_entry(const ProductEntry& entry, Product& to, Time now) {
  set(to.name, entry.name);
  set(to.category, entry.category);
  set(to.price, entry.price);
  if (entry.description) to.description = entry.description;
  if (to.description && to.description->empty()) to.description.reset();
  STOA_TRY(write_attributes(entry, to));
  if (entry.pictures) STOA_TRY(check_pictures(*entry.pictures, to.pictures.value_or(Paths())));
  if (entry.pictures) to.pictures = entry.pictures;
  if (to.pictures && to.pictures->empty()) to.pictures.reset();
  write_retirement(entry, to, now);
  if (to.retired_at) to.retired_at = kept(*to.retired_at);
  return {};
}

Result<void> note_stock(records::Tx& tx, const Product& before, const Product& after, Time now) {
  for (const auto& [zone, left] : after.stock_by_zone) {
    const auto was = before.stock_by_zone.find(zone);
    const std::int64_t had = was == before.stock_by_zone.end() ? 0 : was->second;
    if (left == had) continue;
    StockMove move;
    move.id = ObjectId::make(now);
    move.product_id = after.id;
    move.zone = STOA_TRY(Zone::parse(zone));
    move.delta = left - had;
    move.left = left;
    move.reason = MoveReason::Set;
    move.at = now;
    STOA_TRY(records::insert(tx, records::collections::stock_moves(), move));
  }
  return {};
}

}  // namespace

Result<LineOutcome> Intake::take(const ProductEntry& entry, StaleStock stale_stock) {
  const ProductId id = STOA_TRY(id_of(entry));
  const Time now = kept(clock_.now());
  std::optional<ObjectId> event;
  const auto taken = records_.transact([&](records::Tx& tx) -> Result<LineOutcome> {
    event.reset();
    const auto found = STOA_TRY(records::get<Product>(tx, products(), id));
    if (!found) STOA_TRY(check_complete(entry));
    const Product before = found.value_or(Product{});
    Product after = before;
    STOA_TRY(write_entry(entry, after, now));
    const bool stale = stale_stock == StaleStock::Leave && is_older(entry, found);
    std::string note;
    STOA_TRY(write_stock(entry, after, stale, note));
    if (found && after == before) return LineOutcome(Taken::Unchanged, std::move(note));
    after.id = id;
    if (!found) after.created_at = kept(entry.created_at.value_or(now));
    after.updated_at = found ? now : kept(entry.updated_at.value_or(now));
    STOA_TRY(note_stock(tx, before, after, now));
    STOA_TRY(
        change_picture_uses(tx, before.pictures.value_or(Paths()), after.pictures.value_or(Paths()), now));
    if (!found) {
      STOA_TRY(records::insert(tx, products(), after));
      return LineOutcome(Taken::Created);
    }
    STOA_TRY(records::replace(tx, products(), after));
    event = STOA_TRY(outbox_.post(tx, kProductChanged, ProductChanged{id}));
    return LineOutcome(Taken::Changed, std::move(note));
  });
  // The change stands whether or not the caches hear of it now: the clockwork tells them otherwise.
  if (taken.ok() && event) (void)outbox_.apply(*event);
  return taken;
}

}  // namespace stoa::shop
