#include "shop/shop.h"

#include "clockwork/in_steps.h"
#include "shop/events.h"

namespace stoa::shop {
namespace {
using namespace std::chrono_literals;
using clockwork::in_steps;

constexpr std::size_t kRowsAStep = 100;
constexpr std::size_t kCartsAStep = 200;
constexpr std::size_t kPicturesAStep = 100;

}  // namespace

Shop::Shop(keyspace::Keyspace& keyspace, records::Records& records, records::Outbox& outbox,
           const Clock& clock, const OwnerKey& owner_key, std::vector<std::string> variants)
    : catalogue(records, outbox, clock),
      intake(records, outbox, clock),
      pictures(records, clock),
      search(records),
      stock(records, outbox, clock),
      cart_news(keyspace, outbox),
      carts(records, cart_news, open_carts, clock),
      cart_view(keyspace, records, open_carts, clock),
      merge(records, cart_news, open_carts, clock),
      checkout(records, outbox, cart_news, open_carts, clock),
      orders(records, clock),
      popularity(keyspace, catalogue),
      rows(keyspace, catalogue, clock),
      pages(keyspace, popularity, clock, std::move(variants)),
      showcase(catalogue, popularity, clock),
      owner_key_(owner_key),
      abandonment_(records, clock) {}

Shopper Shop::shopper(const Token& token, const std::optional<ObjectId>& user,
                      const std::optional<Shortcode>& name) const {
  return {user ? Owner(UserId(*user)) : guest_owner(owner_key_, token), token, name};
}

std::vector<clockwork::Job> Shop::jobs(clockwork::Scope scope) {
  using clockwork::Run;
  return {
      {.name = "shop.rescale",
       .meaning = "Drops what is beyond rank 20,000 of the popular items and halves the scores",
       .interval = 5min,
       .scope = scope,
       .work = [this](Run&) { return popularity.rescale(); }},
      {.name = "shop.rows",
       .meaning = "Copies the product rows that are due into the row cache",
       .interval = 500ms,
       .scope = scope,
       .work =
           [this](Run& run) {
             return in_steps(run, kRowsAStep, [&](std::size_t most) { return rows.work(most); });
           }},
      {.name = "shop.popular_rows",
       .meaning = "Has the most popular products kept in the row cache",
       .interval = 1min,
       .scope = scope,
       .work = [this](Run&) { return rows.follow_popularity(popularity, {}); }},
      {.name = "shop.abandoned",
       .meaning = "Marks carts that nobody has changed for a day",
       .interval = 5min,
       .scope = scope,
       .work =
           [this](Run& run) {
             return in_steps(run, kCartsAStep, [&](std::size_t most) { return abandonment_.look(most); });
           }},
      {.name = "shop.pictures",
       .meaning = "Removes pictures that no product has named for a day",
       .interval = 10min,
       .scope = scope,
       .work =
           [this](Run& run) {
             return in_steps(run, kPicturesAStep,
                             [&](std::size_t most) { return pictures.remove_unused(most); });
           }},
  };
}

std::map<std::string, records::Outbox::Listener, std::less<>> listeners(std::function<Shop&()> shop) {
  using keyspace::Tx;
  using records::Event;
  using records::Reader;
  return {
      {std::string(kCartChanged),
       [shop](Tx& tx, Reader& reader, const Event& event) {
         return shop().cart_view.on_cart_changed(tx, reader, event);
       }},
      {std::string(kOrderPlaced),
       [shop](Tx& tx, Reader& reader, const Event& event) {
         return shop().cart_view.on_order_placed(tx, reader, event);
       }},
      {std::string(kProductChanged),
       [shop](Tx& tx, Reader&, const Event& event) -> Result<void> {
         // The rows' listener reads, so it comes before what only writes.
         STOA_TRY(shop().rows.on_product_changed(tx, event));
         return shop().pages.on_product_changed(tx, event);
       }},
  };
}

}  // namespace stoa::shop
