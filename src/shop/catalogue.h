#pragma once
#include "base/clock.h"
#include "base/decoded.h"
#include "base/function_ref.h"
#include "records/outbox.h"
#include "records/records.h"
#include "shop/product.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stoa::shop {

/// Popular is popular_list.h's to give; the catalogue itself takes it as Newest.
enum class ProductOrder { Newest, Cheapest, Dearest, Popular };
EnumDescription describe(Described<ProductOrder>);

/// What to list: all conditions hold together; only what is on sale.
struct Listing {
  std::optional<std::string> category = std::nullopt;
  std::optional<Money> least = std::nullopt;
  std::optional<Money> most = std::nullopt;
  std::map<std::string, std::string> attributes = {};
  ProductOrder order = ProductOrder::Newest;
  std::size_t limit = 24;
  std::string cursor = {};
};

/// A page may hold less than its limit; the list ends where `next` is empty.
struct ProductPage {
  std::vector<Product> products;
  std::string next;
};
StructDescription describe(Described<ProductPage>);

/// Products as shopkeepers and shoppers see them. Safe from any thread.
class Catalogue {
 public:
  /// All outlive it.
  Catalogue(records::Records& records, records::Outbox& outbox, const Clock& clock)
      : records_(records), outbox_(outbox), clock_(clock) {}

  /// NotFound (`product.absent`). What is retired is given, too.
  Result<Product> product(const ProductId&);
  /// The same, shared with others who look at it.
  Result<std::shared_ptr<const Product>> shown(const ProductId&);
  /// In the ids' order; one read.
  Result<std::vector<std::optional<Product>>> products(std::span<const ProductId>);

  /// Category and price are walked along their index; a price range sorted by newest, attributes and what is
  /// retired are passed over while walking, kMostLookedAt documents a page at most.
  Result<ProductPage> list(const Listing&);

  /// Every category that a product has, also one that is retired, by name; `most` at most. One read each.
  Result<std::vector<std::string>> categories(std::size_t most);

  /// Without stock.
  Result<Product> create(const ProductDraft&);
  /// Leaves stock and dates alone, but for `updated_at`. NotFound (`product.absent`).
  Result<Product> edit(const ProductId&, const ProductDraft&);
  /// The same, with the draft that `revision` makes of the one that is there, in one transaction; it may be
  /// called more than once. Its Error comes back, and nothing has changed.
  Result<Product> revise(const ProductId&, FunctionRef<Result<void>(ProductDraft&)> revision);
  /// Takes it off sale, or back on. Doing so twice changes nothing. NotFound (`product.absent`).
  Result<Product> retire(const ProductId&);
  Result<Product> bring_back(const ProductId&);

 private:
  template <class Change>
  Result<Product> change(const ProductId&, Change);

  records::Records& records_;
  records::Outbox& outbox_;
  const Clock& clock_;
  Decoded<Product> looked_at_{4096};
};

Error product_absent();

/// Whether the listing's conditions hold for the product, and it is on sale.
bool fits(const Listing&, const Product&);

}  // namespace stoa::shop
