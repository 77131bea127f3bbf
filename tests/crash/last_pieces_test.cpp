#include "accounts/account_events.h"
#include "accounts/accounts.h"
#include "base/durability.h"
#include "base/must.h"
#include "keyspace/embedded/embedded_keyspace.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "records/typed.h"
#include "shop/shop.h"
#include "store/store.h"
#include "support/child_process.h"
#include "support/http_client.h"
#include "support/temporary_directory.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>

#include <atomic>
#include <condition_variable>
#include <latch>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace stoa::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr int kBuyers = 400;
constexpr int kPieces = 10;
constexpr int kCandles = 1000;

/// Both ports on a data directory that no server has open.
class OpenData {
 public:
  explicit OpenData(const std::filesystem::path& directory) {
    store::Options options;
    options.directory = directory;
    store_ = must(store::open(options));
    keyspace_ = must(keyspace::open_embedded_keyspace(*store_, Clock::system()));
    records_ = must(records::open_embedded_records(*store_, Clock::system(), records::all_collections()));
    auto listeners = accounts::listeners();
    listeners.merge(shop::listeners([this]() -> shop::Shop& { return *shop_; }));
    outbox_ = std::make_unique<records::Outbox>(*records_, *keyspace_, Clock::system(), std::move(listeners));
    shop_ = std::make_unique<shop::Shop>(*keyspace_, *records_, *outbox_, Clock::system(), shop::OwnerKey{},
                                         std::vector<std::string>{"en", "ru"});
    accounts_ = must(accounts::Accounts::open(*keyspace_, *records_, *outbox_, Clock::system()));
  }
  shop::Shop& shop() { return *shop_; }
  accounts::Accounts& accounts() { return *accounts_; }

  template <class T>
  std::vector<T> all(const records::Collection& collection) {
    return must(records::find<T>(records_->read(), collection, {.index = "_id", .limit = 1000})).documents;
  }

 private:
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<keyspace::Keyspace> keyspace_;
  std::unique_ptr<records::Records> records_;
  std::unique_ptr<records::Outbox> outbox_;
  std::unique_ptr<shop::Shop> shop_;
  std::unique_ptr<accounts::Accounts> accounts_;
};

struct Buyer {
  int number = 0;
  Token token;
  /// The whole answer to the check-out.
  std::string answer = {};
  /// How often the server went away before it was complete.
  int interruptions = 0;

  bool bought() const { return answer.starts_with("HTTP/1.1 201"); }
};

std::string body_of(const std::string& answer) {
  return answer.substr(answer.find("\r\n\r\n") + 4);
}

/// Ten lamps, and four hundred people with a lamp and a candle in their carts.
class LastPieces : public testing::Test {
 protected:
  LastPieces() {
    OpenData data(directory());
    const DeferredDurability unhurried;
    lamp_ = product(data, "lamp", kPieces);
    candle_ = product(data, "candle", kCandles);
    for (int i = 0; i < kBuyers; ++i) {
      const auto name = must(Shortcode::parse(fmt::format("buyer_{}", i)));
      const auto user = must(data.accounts().users().add(name, accounts::Role::Member, "no password"));
      buyers_.push_back({i, must(data.accounts().admit(user, std::nullopt)).token});
      const auto shopper = data.shop().shopper(buyers_.back().token, user.id, user.shortcode);
      must(data.shop().carts.add(shopper, candle_, 1));
      must(data.shop().carts.add(shopper, lamp_, 1));
    }
  }

  std::filesystem::path directory() const { return directory_.path() / "data"; }

  static ProductId product(OpenData& data, std::string_view name, int pieces) {
    shop::ProductDraft draft;
    draft.name = name;
    draft.category = "Things";
    draft.price = must(Money::of_minor(100));
    const auto id = must(data.shop().catalogue.create(draft)).id;
    must(data.shop().stock.set(id, must(shop::Zone::parse("MSK")), pieces, std::nullopt));
    return id;
  }

  void start() {
    server_ = std::make_unique<ChildProcess>(std::vector<std::string>{
        STOA_PROGRAM, "serve", "--http.port=0", "--resp.mode=off", "--log.access=off",
        // So that each buyer can come from an address of their own, as buckets count by address.
        "--http.proxies=127.0.0.1", "--data.directory=" + directory().string()});
    constexpr std::string_view kUrl = "url=http://127.0.0.1:";
    if (!server_->wait_for_output(std::string(kUrl), std::chrono::seconds(120)) ||
        !server_->wait_for_output("records="))
      throw std::runtime_error("no server: " + server_->output());
    const std::lock_guard lock(mutex_);
    port_ = std::stoi(server_->output().substr(server_->output().find(kUrl) + kUrl.size()));
    ++starts_;
    started_.notify_all();
  }
  /// The port of a server that has been started more often than `seen`, which is then how often.
  int port_after(int& seen) {
    std::unique_lock lock(mutex_);
    if (!started_.wait_for(lock, std::chrono::minutes(3), [&] { return starts_ > seen; }))
      throw std::runtime_error("the server has not come back");
    seen = starts_;
    return port_;
  }

  /// The answer, or nothing when the server went away before it was complete.
  static std::string check_out(int port, const Buyer& buyer) try {
    constexpr std::string_view kOrder =
        R"({"zone":"MSK","delivery":{"name":"A Buyer","address":"Nevsky 1","contact":"a@example.org"}})";
    HttpClient client(port);
    client.send(fmt::format(
        "POST /api/orders HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {}\r\nX-Forwarded-For: "
        "10.0.{}.{}\r\nIdempotency-Key: order-{}\r\nContent-Type: application/json\r\nContent-Length: "
        "{}\r\n\r\n{}",
        buyer.token.text(), buyer.number / 250, buyer.number % 250 + 1, buyer.number, kOrder.size(), kOrder));
    const std::string answer = client.receive();
    const bool complete = answer.find("\r\n\r\n") != std::string::npos && body_of(answer).ends_with("}");
    return complete ? answer : "";
  } catch (const std::system_error&) {
    return "";
  }

  /// Asks again, with the same key, of each server that comes up, until there is an answer.
  void buy(Buyer& buyer) {
    all_here_.arrive_and_wait();
    for (int seen = 0; buyer.answer.empty();) {
      buyer.answer = check_out(port_after(seen), buyer);
      buyer.interruptions += buyer.answer.empty();
    }
    if (++answers_ == kill_after_) server_->signal(SIGKILL);
  }

  /// All at once; the server is killed when `answers` have come (0: never), and started again.
  void everybody_buys(int answers) {
    kill_after_ = answers;
    start();
    std::vector<std::jthread> people;
    for (Buyer& buyer : buyers_) people.emplace_back([&] { buy(buyer); });
    if (answers == 0) return;
    EXPECT_EQ(server_->wait(std::chrono::seconds(300)), -SIGKILL) << server_->output();
    start();
  }

  void expect_that_ten_have_bought() {
    int bought = 0;
    for (const Buyer& buyer : buyers_) {
      bought += buyer.bought();
      if (buyer.bought()) continue;
      EXPECT_THAT(buyer.answer, StartsWith("HTTP/1.1 409"));
      EXPECT_THAT(buyer.answer, HasSubstr("\"code\":\"checkout.refused\""));
      EXPECT_THAT(buyer.answer, HasSubstr("\"reason\":\"out_of_stock\""));
      EXPECT_THAT(buyer.answer, HasSubstr(lamp_.hex()));
    }
    EXPECT_EQ(bought, kPieces);
  }
  /// What was said before the kill is true after it.
  void expect_the_same_answers_again() {
    for (const Buyer& buyer : buyers_) {
      const std::string again = check_out(port_, buyer);
      EXPECT_THAT(again, StartsWith(buyer.answer.substr(0, 12)));
      if (!buyer.bought()) continue;
      EXPECT_EQ(body_of(again), body_of(buyer.answer));
      EXPECT_THAT(again, HasSubstr("Idempotent-Replayed: true"));
    }
  }
  void expect_that_the_books_are_right() {
    server_->signal(SIGTERM);
    EXPECT_EQ(server_->wait(), 0) << server_->output();
    OpenData data(directory());
    const auto moscow = must(shop::Zone::parse("MSK"));
    EXPECT_EQ(must(data.shop().catalogue.product(lamp_)).in_stock(moscow), 0);
    EXPECT_EQ(must(data.shop().catalogue.product(candle_)).in_stock(moscow), kCandles - kPieces);
    std::set<CartId> carts;
    std::set<UserId> people;
    const auto orders = data.all<shop::Order>(records::collections::orders());
    EXPECT_EQ(orders.size(), std::size_t{kPieces});
    for (const shop::Order& order : orders) {
      EXPECT_EQ(order.items.size(), 2u);
      people.insert(order.user_id);
      carts.insert(order.cart_id.value());
      const auto told = [&](const Buyer& buyer) {
        return buyer.bought() && buyer.answer.find(order.id.hex()) != std::string::npos;
      };
      EXPECT_EQ(std::ranges::count_if(buyers_, told), 1) << "somebody has an order and was told otherwise";
    }
    EXPECT_EQ(people.size(), std::size_t{kPieces}) << "somebody has two";
    EXPECT_EQ(carts.size(), std::size_t{kPieces}) << "a cart was ordered twice";
    for (const shop::Cart& cart : data.all<shop::Cart>(records::collections::carts()))
      EXPECT_EQ(cart.status == shop::CartStatus::Ordered, carts.contains(cart.id)) << cart.id.hex();
  }
  void expect_that_the_doctor_finds_nothing() {
    ChildProcess doctor({STOA_PROGRAM, "doctor", "--data.directory=" + directory().string()});
    EXPECT_EQ(doctor.wait(std::chrono::seconds(120)), 0) << doctor.output();
  }
  void expect_that_all_is_well() {
    expect_that_ten_have_bought();
    expect_the_same_answers_again();
    expect_that_the_books_are_right();
    expect_that_the_doctor_finds_nothing();
  }
  int interrupted() const {
    return static_cast<int>(
        std::ranges::count_if(buyers_, [](const auto& b) { return b.interruptions > 0; }));
  }

  TemporaryDirectory directory_;
  ProductId lamp_, candle_;
  std::vector<Buyer> buyers_;

  // One server after another.
  std::unique_ptr<ChildProcess> server_;
  std::mutex mutex_;
  std::condition_variable started_;
  int port_ = 0;
  int starts_ = 0;
  int kill_after_ = 0;
  std::latch all_here_{kBuyers};
  std::atomic<int> answers_{0};
};

TEST_F(LastPieces, GoToTenOfFourHundredBuyersAndTheOthersAreToldSo) {
  everybody_buys(0);
  EXPECT_EQ(interrupted(), 0);
  expect_that_all_is_well();
}

TEST_F(LastPieces, GoToTenBuyersWhenTheServerIsKilledAtTheFirstAnswer) {
  everybody_buys(1);
  EXPECT_GT(interrupted(), 0) << "the kill came too late for this to show anything";
  expect_that_all_is_well();
}

TEST_F(LastPieces, GoToTenBuyersWhenTheServerIsKilledAmongTheFirstAnswers) {
  everybody_buys(kPieces / 2);
  EXPECT_GT(interrupted(), 0) << "the kill came too late for this to show anything";
  expect_that_all_is_well();
}

TEST_F(LastPieces, GoToTenBuyersWhenTheServerIsKilledAfterTheyWereSold) {
  everybody_buys(kBuyers / 4);
  expect_that_all_is_well();
}

}  // namespace
}  // namespace stoa::test
