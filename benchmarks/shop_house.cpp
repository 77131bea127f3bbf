#include "shop_house.h"

#include "accounts/account_events.h"
#include "accounts/accounts.h"
#include "base/durability.h"
#include "engines.h"
#include "large_store.h"
#include "shop/shop.h"
#include "whole_house.h"

#include <fmt/format.h>

#include <fstream>

namespace stoa::bench {
namespace {

/// Writes a shop by the shop's own rules.
class Founder {
 public:
  explicit Founder(const std::filesystem::path& directory)
      : engines_(directory),
        outbox_(engines_.records(), engines_.keyspace(), Clock::system(), listeners()),
        shop_(engines_.keyspace(), engines_.records(), outbox_, Clock::system(), shop::OwnerKey{},
              {"en", "ru"}),
        accounts_(must(
            accounts::Accounts::open(engines_.keyspace(), engines_.records(), outbox_, Clock::system()))) {}

  std::vector<std::string> found(const ShopSize& size) {
    const DeferredDurability unhurried;
    for (std::uint64_t i = 0; i < size.products; ++i) add_product(i, size);
    for (std::uint64_t i = 0; i < size.guests; ++i) must(accounts_->sessions().open(visitor(i)));
    const std::string hash = must(must(accounts::Passwords::make({}))->hash(kMembersPassword));
    for (std::uint64_t i = 0; i < size.members; ++i) add_member(i, size, hash);
    std::vector<std::string> ids;
    for (const ProductId& id : products_) ids.push_back(id.hex());
    return ids;
  }

 private:
  std::map<std::string, records::Outbox::Listener, std::less<>> listeners() {
    auto all = accounts::listeners();
    all.merge(shop::listeners([this]() -> shop::Shop& { return shop_; }));
    return all;
  }
  void add_product(std::uint64_t number, const ShopSize& size) {
    shop::ProductEntry entry;
    entry.id = ProductId::make(Clock::system().now());
    entry.name = fmt::format("Brass lamp, model {}", number);
    entry.description = fmt::format(
        "A lamp for a desk or a shelf, made of brass and oak, with a linen shade and a switch that can be "
        "found in the dark. Model {} of the series {}; the cord is two metres long, and the bulb is in the box.",
        number, series(number % kSeries));
    entry.category = category_slug(number % size.categories);
    entry.price = must(Money::of_minor(static_cast<std::int64_t>(1'000 + number % 500 * 10)));
    entry.attributes = {{"colour", number % 2 ? "red" : "green"}, {"material", "brass"}, {"watts", "40"}};
    entry.stock_by_zone = {{"MSK", 1'000'000}};
    must(shop_.intake.take(entry));
    products_.push_back(*entry.id);
  }
  void add_member(std::uint64_t number, const ShopSize& size, const std::string& hash) {
    const auto name = must(Shortcode::parse(member_name(number)));
    const auto user = must(accounts_->users().add(name, accounts::Role::Member, hash));
    const Token token = visitor(size.guests + number);
    must(accounts_->sessions().start(token, std::nullopt, user, {}));
    must(shop_.carts.add(shop_.shopper(token, user.id, user.shortcode), products_[number % products_.size()], 1));
  }

  HouseEngines engines_;
  records::Outbox outbox_;
  shop::Shop shop_;
  std::unique_ptr<accounts::Accounts> accounts_;
  std::vector<ProductId> products_;
};

}  // namespace

std::string category_slug(std::uint64_t number) {
  return fmt::format("lamps-{}", number);
}

std::string series(std::uint64_t number) {
  return fmt::format("s{}", number);
}

std::vector<std::string> build_shop(const std::filesystem::path& directory, const ShopSize& size) {
  const auto list = directory.string() + ".ids";
  in_child([&] {
    std::ofstream ids(list);
    for (const std::string& id : Founder(directory).found(size)) ids << id << "\n";
    wait_until_idle();
    return 0.0;
  });
  std::vector<std::string> products;
  std::ifstream ids(list);
  for (std::string id; ids >> id;) products.push_back(id);
  return products;
}

}  // namespace stoa::bench
