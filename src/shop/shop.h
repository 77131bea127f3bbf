#pragma once
#include "base/clock.h"
#include "clockwork/job.h"
#include "keyspace/keyspace.h"
#include "records/outbox.h"
#include "records/records.h"
#include "shop/abandonment.h"
#include "shop/cart_view.h"
#include "shop/carts.h"
#include "shop/catalogue.h"
#include "shop/checkout.h"
#include "shop/intake.h"
#include "shop/merge.h"
#include "shop/orders.h"
#include "shop/page_cache.h"
#include "shop/pictures.h"
#include "shop/popularity.h"
#include "shop/row_cache.h"
#include "shop/search.h"
#include "shop/showcase.h"
#include "shop/stock.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stoa::shop {

/// All parts of the shop over one pair of ports. The outbox that its changes go through needs the listeners,
/// and those need the parts: make the outbox with forwarding listeners, as `listeners(shop)` gives them for a
/// shop that is made right after.
class Shop {
 public:
  /// All outlive it. `variants` are those of a product's page.
  Shop(keyspace::Keyspace&, records::Records&, records::Outbox&, const Clock&, const OwnerKey&,
       std::vector<std::string> variants);

  Catalogue catalogue;
  Intake intake;
  Pictures pictures;
  ProductSearcher search;
  Stock stock;
  OpenCarts open_carts;
  CartNews cart_news;
  Carts carts;
  CartView cart_view;
  Merge merge;
  Checkout checkout;
  Orders orders;
  Popularity popularity;
  RowCache rows;
  PageCache pages;
  Showcase showcase;

  /// Whoever has this token and, when logged in, this id and name.
  Shopper shopper(const Token&, const std::optional<ObjectId>& user,
                  const std::optional<Shortcode>& name) const;

  /// `shop.rescale`, `shop.rows`, `shop.popular_rows`, `shop.abandoned`, `shop.pictures`. The scope is
  /// Cluster when the engines are shared by several nodes.
  std::vector<clockwork::Job> jobs(clockwork::Scope);

 private:
  const OwnerKey owner_key_;
  Abandonment abandonment_;
};

/// By topic. `shop` is asked for when an event comes, so it may be made after the outbox.
std::map<std::string, records::Outbox::Listener, std::less<>> listeners(std::function<Shop&()> shop);

}  // namespace stoa::shop
