#include "shop_house.h"

#include "accounts/account_events.h"
#include "accounts/accounts.h"
#include "base/durability.h"
#include "cli/house.h"
#include "engines.h"
#include "keyspace/embedded/embedded_keyspace.h"
#include "large_store.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "sessions.h"
#include "shop/shop.h"

#include <fmt/format.h>

#include <fstream>

namespace stoa::bench {
namespace {

/// As main.cpp opens them.
class HouseEngines final : public cli::Engines {
 public:
  explicit HouseEngines(const std::filesystem::path& directory) {
    store::Options options;
    options.directory = directory;
    store_ = must(store::open(options));
    keyspace_ = must(keyspace::open_embedded_keyspace(*store_, Clock::system()));
    records::EmbeddedOptions engine;
    engine.sweep_every = {};
    engine.search_directory = directory / "search";
    records_ =
        must(records::open_embedded_records(*store_, Clock::system(), records::all_collections(), engine));
  }

  keyspace::Keyspace& keyspace() override { return *keyspace_; }
  records::Records& records() override { return *records_; }
  std::string keyspace_name() const override { return "embedded"; }
  std::string records_name() const override { return "embedded"; }
  bool keyspace_is_shared() const override { return false; }
  bool records_are_shared() const override { return false; }
  DurableProgress& progress() override { return store_->progress(); }
  DiskFigures figures() const override { return {}; }
  Result<void> backup(const std::filesystem::path& target) override { return store_->backup(target); }

 private:
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<keyspace::Keyspace> keyspace_;
  std::unique_ptr<records::Records> records_;
};

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
        "found in the dark. Model {} of a series; the cord is two metres long, and the bulb is in the box.",
        number);
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
    must(shop_.carts.add(shop_.shopper(token, user.id), products_[number % products_.size()], 1));
  }

  HouseEngines engines_;
  records::Outbox outbox_;
  shop::Shop shop_;
  std::unique_ptr<accounts::Accounts> accounts_;
  std::vector<ProductId> products_;
};

Settings settings_of(const std::filesystem::path& directory) {
  Settings settings;
  (void)option_table(settings);
  settings.data.directory = directory.string();
  settings.http.port = 0;
  settings.http.proxies = {"127.0.0.1"};
  settings.resp.mode = Settings::Resp::Mode::Off;
  settings.threads.loops = 1;
  return settings;
}

}  // namespace

Token visitor(std::uint64_t number) {
  return must(Token::parse(session_token(number)));
}

std::string member_name(std::uint64_t number) {
  return fmt::format("member_{}", number);
}

std::string category_slug(std::uint64_t number) {
  return fmt::format("lamps-{}", number);
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

HelloServer::Serve shop_house(const std::filesystem::path& directory) {
  return [directory](const auto& tell, const auto& wait) {
    const Settings settings = settings_of(directory);
    HouseEngines engines(directory);
    const auto house = must(cli::House::open(settings, engines, Logger::silent(), std::nullopt));
    wait_until_idle();
    const std::string url = house->url();
    tell(std::stoi(url.substr(url.rfind(':') + 1)));
    wait();
  };
}

}  // namespace stoa::bench
