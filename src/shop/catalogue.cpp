#include "shop/catalogue.h"

#include "base/fields.h"
#include "records/collections.h"
#include "records/typed.h"
#include "shop/events.h"
#include "shop/filtered.h"
#include "shop/pictures.h"

#include <algorithm>

namespace stoa::shop {
namespace {
using records::Query;
using Paths = std::vector<std::string>;

records::Query query_of(const Listing& listing) {
  const bool by_price = listing.order == ProductOrder::Cheapest || listing.order == ProductOrder::Dearest;
  Query query{.index = by_price ? "price" : "created_at", .limit = listing.limit, .cursor = listing.cursor};
  if (listing.category) {
    query.index = by_price ? "category_price" : "category_created_at";
    query.equal.push_back(*listing.category);
  }
  // created_at is indexed newest first.
  if (listing.order == ProductOrder::Dearest) query.walk = Query::Walk::Against;
  if (by_price && listing.least) query.min = Query::Bound{listing.least->number()};
  if (by_price && listing.most) query.max = Query::Bound{listing.most->number()};
  return query;
}

void write_draft(const ProductDraft& draft, Product& to) {
  to.name = draft.name;
  to.description = draft.description;
  to.category = draft.category;
  to.price = draft.price;
  to.attributes = draft.attributes;
  to.pictures.reset();
  if (!draft.pictures.empty()) to.pictures = draft.pictures;
}

}  // namespace

bool fits(const Listing& listing, const Product& product) {
  if (!product.on_sale() || (listing.category && product.category != *listing.category)) return false;
  if (listing.least && product.price < *listing.least) return false;
  if (listing.most && product.price > *listing.most) return false;
  return std::ranges::all_of(listing.attributes, [&](const auto& wanted) {
    const auto found = product.attributes.find(wanted.first);
    return found != product.attributes.end() && found->second == wanted.second;
  });
}

Error product_absent() {
  return {Error::Kind::NotFound, "product.absent", "there is no such product; look for it in the catalogue"};
}

EnumDescription describe(Described<ProductOrder>) {
  return names({{"newest", ProductOrder::Newest},
                {"cheapest", ProductOrder::Cheapest},
                {"dearest", ProductOrder::Dearest},
                {"popular", ProductOrder::Popular}});
}

StructDescription describe(Described<ProductPage>) {
  return fields("ProductPage", field("products", &ProductPage::products),
                field("next", &ProductPage::next).help("The cursor of the next page; empty at the end"));
}

Result<Product> Catalogue::product(const ProductId& id) {
  auto found = STOA_TRY(records::get<Product>(records_.read(), records::collections::products(), id));
  if (!found) return product_absent();
  return *std::move(found);
}

Result<std::shared_ptr<const Product>> Catalogue::shown(const ProductId& id) {
  const auto document = STOA_TRY(records_.read().get(records::collections::products(), id));
  if (!document) return product_absent();
  return looked_at_.from(*document, [](std::string_view bytes) { return read_bson<Product>(bytes); });
}

Result<std::vector<std::optional<Product>>> Catalogue::products(std::span<const ProductId> ids) {
  const std::vector<records::Value> values(ids.begin(), ids.end());
  std::vector<std::optional<Product>> found;
  found.reserve(ids.size());
  for (const auto& document : STOA_TRY(records_.read().get_many(records::collections::products(), values)))
    if (document)
      found.emplace_back(STOA_TRY(read_bson<Product>(*document)));
    else
      found.emplace_back();
  return found;
}

Result<ProductPage> Catalogue::list(const Listing& listing) {
  auto page =
      STOA_TRY(find_filtered<Product>(records_.read(), records::collections::products(), query_of(listing),
                                      [&](const Product& product) { return fits(listing, product); }));
  return ProductPage{std::move(page.documents), std::move(page.next)};
}

// From one category the index is entered again behind all of its products.
Result<std::vector<std::string>> Catalogue::categories(std::size_t most) {
  std::vector<std::string> names;
  Query query{.index = "category", .limit = 1};
  while (names.size() < most) {
    const auto page =
        STOA_TRY(records::find<Product>(records_.read(), records::collections::products(), query));
    if (page.documents.empty()) break;
    names.push_back(page.documents.front().category);
    query.min = Query::Bound{names.back(), Query::End::Excluded};
  }
  return names;
}

Result<Product> Catalogue::create(const ProductDraft& draft) {
  STOA_TRY(check_attributes(draft.attributes, {}));
  STOA_TRY(check_pictures(draft.pictures, {}));
  const Time now = clock_.now();
  Product made;
  made.id = ProductId::make(now);
  made.created_at = made.updated_at = now;
  write_draft(draft, made);
  const auto insert = [&](records::Tx& tx) -> Result<void> {
    STOA_TRY(change_picture_uses(tx, {}, draft.pictures, now));
    return records::insert(tx, records::collections::products(), made);
  };
  STOA_TRY(records_.transact(insert));
  return made;
}

template <class Change>
Result<Product> Catalogue::change(const ProductId& id, Change change) {
  ObjectId event;
  auto changed = records_.transact([&](records::Tx& tx) -> Result<Product> {
    auto found = STOA_TRY(records::get<Product>(tx, records::collections::products(), id));
    if (!found) return product_absent();
    const auto pictures = found->pictures.value_or(Paths());
    STOA_TRY(change(*found));
    found->updated_at = clock_.now();
    STOA_TRY(change_picture_uses(tx, pictures, found->pictures.value_or(Paths()), found->updated_at));
    STOA_TRY(records::replace(tx, records::collections::products(), *found));
    event = STOA_TRY(outbox_.post(tx, kProductChanged, ProductChanged{id}));
    return *std::move(found);
  });
  // The change stands whether or not the caches hear of it now: the clockwork tells them otherwise.
  if (changed.ok()) (void)outbox_.apply(event);
  return changed;
}

Result<Product> Catalogue::edit(const ProductId& id, const ProductDraft& draft) {
  return revise(id, [&](ProductDraft& there) -> Result<void> {
    there = draft;
    return {};
  });
}

Result<Product> Catalogue::revise(const ProductId& id, FunctionRef<Result<void>(ProductDraft&)> revision) {
  return change(id, [&](Product& product) -> Result<void> {
    ProductDraft draft = draft_of(product);
    STOA_TRY(revision(draft));
    STOA_TRY(check_attributes(draft.attributes, product.attributes));
    STOA_TRY(check_pictures(draft.pictures, product.pictures.value_or(Paths())));
    write_draft(draft, product);
    return {};
  });
}

Result<Product> Catalogue::retire(const ProductId& id) {
  return change(id, [&](Product& product) -> Result<void> {
    if (!product.retired_at) product.retired_at = clock_.now();
    return {};
  });
}

Result<Product> Catalogue::bring_back(const ProductId& id) {
  return change(id, [](Product& product) -> Result<void> {
    product.retired_at.reset();
    return {};
  });
}

}  // namespace stoa::shop
