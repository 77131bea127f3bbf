#include "accounts/account_events.h"
#include "accounts/accounts.h"
#include "base/config.h"
#include "cli/house.h"
#include "http/asked.h"
#include "http/csrf.h"
#include "keyspace/keys.h"
#include "open_engines.h"
#include "shop/shop.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

namespace stoa::cli {
namespace {
using http::Response;
using namespace http::test;
using keyspace::must;
using namespace testing;

/// The whole house, asked without sockets, and its carts as the tests fill them.
class LogInTest : public testing::Test {
 protected:
  LogInTest() {
    const std::vector<std::string> arguments{"--data.directory=" + engines_.data().string(), "--http.port=0",
                                             "--resp.mode=off", "--threads.loops=1"};
    configuration_ =
        must(load_configuration({.arguments = arguments, .environment = {}, .default_file = ""}));
    house_ = must(House::open(configuration_.settings, engines_, Logger::silent(), std::nullopt));
    auto listeners = accounts::listeners();
    listeners.merge(shop::listeners([this]() -> shop::Shop& { return *shop_; }));
    outbox_ = std::make_unique<records::Outbox>(engines_.records(), engines_.keyspace(), Clock::system(),
                                                std::move(listeners));
    secret_ = must(http::shared_secret(engines_.records()));
    shop_ = std::make_unique<shop::Shop>(engines_.keyspace(), engines_.records(), *outbox_, Clock::system(),
                                         secret_->key, std::vector<std::string>{"en", "ru"});
    accounts_ =
        must(accounts::Accounts::open(engines_.keyspace(), engines_.records(), *outbox_, Clock::system(),
                                      {.cost = {.memory_bytes = 8192, .passes = 1}}));
    anna_ = must(accounts_->add(must(Shortcode::parse("anna")), kPassword, accounts::Role::Member)).id;
    guest_ = must(accounts_->sessions().open());
    for (int i = 0; i < 202; ++i) products_.push_back(product(i));
    for (int i = 0; i < 199; ++i) add(anna_, i, 1);
    add(anna_, 0, 500);
  }
  ProductId product(int number) {
    shop::ProductDraft draft;
    draft.name = "Thing " + std::to_string(number);
    draft.category = "Things";
    draft.price = Money::literal(100);
    return must(shop_->catalogue.create(draft)).id;
  }
  void add(const std::optional<ObjectId>& user, int number, int quantity) {
    const Token token = user ? Token::make() : guest_;
    must(shop_->carts.add(shop_->shopper(token, user, std::nullopt),
                          products_.at(static_cast<std::size_t>(number)), quantity));
  }
  Response log_in() {
    Asked asked(http::Method::Post, "/api/session");
    asked.header("Authorization", "Bearer " + guest_.text());
    asked.json("{\"name\":\"anna\",\"password\":\"" + std::string(kPassword) + "\"}");
    return answer_of(house_->site(), asked);
  }
  Response log_in_by_form() {
    Asked asked(http::Method::Post, "/login");
    asked.cookie("stoa_session", guest_.text()).header("Accept", "text/html");
    asked.form("csrf=" + http::Csrf(*secret_).token(guest_.text()) +
               "&name=anna&password=correct+horse+battery");
    return answer_of(house_->site(), asked);
  }

  static constexpr std::string_view kPassword = "correct horse battery";
  DeferredDurability unhurried_;
  OpenEngines engines_{"Embedded"};
  Configuration configuration_;
  std::unique_ptr<House> house_;
  std::unique_ptr<records::Outbox> outbox_;
  std::optional<http::Secret> secret_;
  std::unique_ptr<shop::Shop> shop_;
  std::unique_ptr<accounts::Accounts> accounts_;
  ObjectId anna_;
  Token guest_;
  std::vector<ProductId> products_;
};

TEST_F(LogInTest, EverySessionShowsTheCartFromThenOn) {
  const auto name = must(Shortcode::parse("anna"));
  const auto newest = [&] {
    return must(Token::parse(must(engines_.keyspace().read().zrange(keyspace::keys::user_sessions(name), 0, 0,
                                                                    keyspace::Order::Descending))
                                 .at(0)
                                 .member));
  };
  ASSERT_EQ(log_in().status, 201);
  const Token first = newest();
  EXPECT_EQ(must(shop_->cart_view.quantities(first)).size(), 199u);
  guest_ = must(accounts_->sessions().open());
  ASSERT_EQ(log_in().status, 201);
  const Token second = newest();
  ASSERT_NE(first, second);
  must(shop_->carts.remove(shop_->shopper(second, anna_, name), products_[7]));
  EXPECT_EQ(must(shop_->cart_view.quantities(second)).size(), 198u);
  EXPECT_EQ(must(shop_->cart_view.quantities(first)), must(shop_->cart_view.quantities(second)));
}

TEST_F(LogInTest, WhatTheCartHasNoPlaceForIsSaidToAProgram) {
  add(std::nullopt, 0, 700);
  for (const int number : {199, 200, 201}) add(std::nullopt, number, 1);
  const Response answer = log_in();
  ASSERT_EQ(answer.status, 201) << body_of(answer);
  EXPECT_THAT(body_of(answer),
              HasSubstr("\"notices\":[{\"code\":\"cart.left_out\",\"things\":[\"" + products_[200].hex() +
                        "\",\"" + products_[201].hex() + "\"]},{\"code\":\"cart.capped\",\"things\":[\"" +
                        products_[0].hex() + "\"]}]"));
}

TEST_F(LogInTest, WhatTheCartHasNoPlaceForIsSaidOnTheNextPage) {
  for (const int number : {199, 200, 201}) add(std::nullopt, number, 1);
  const Response answer = log_in_by_form();
  ASSERT_EQ(answer.status, 303) << body_of(answer);
  Asked next(http::Method::Get, "/cart");
  for (const http::Header& header : answer.headers)
    if (header.name == "Set-Cookie") {
      const auto equals = header.value.find('=');
      next.cookie(header.value.substr(0, equals),
                  header.value.substr(equals + 1, header.value.find(';') - equals - 1));
    }
  next.header("Accept", "text/html");
  EXPECT_THAT(body_of(answer_of(house_->site(), next)),
              HasSubstr("Welcome back, anna. Please note: 2 things that you had chosen found no place"));
}

TEST_F(LogInTest, WhatAGuestAddsWhileLoggingInIsInTheCartOrRefused) {
  const auto guest = shop_->shopper(guest_, std::nullopt, std::nullopt);
  int asked_so_far = 0;
  const auto add_one = [&] {
    Asked asked(http::Method::Post, "/api/cart/items");
    // Each from another place, so that no bucket runs dry.
    ++asked_so_far;
    asked.from("10.0." + std::to_string(asked_so_far / 256 % 256) + "." + std::to_string(asked_so_far % 256));
    asked.header("Authorization", "Bearer " + guest_.text());
    asked.json("{\"product_id\":\"" + products_[200].hex() + "\",\"quantity\":1}");
    return answer_of(house_->site(), asked);
  };
  constexpr std::int64_t kMost = 900;
  std::int64_t taken = 0;
  std::atomic<bool> is_logged_in = false;
  std::thread adding([&] {
    const DeferredDurability unhurried;
    while (!is_logged_in) {
      if (taken == kMost) continue;
      const Response answer = add_one();
      if (answer.status == 200) ++taken;
      EXPECT_THAT(answer.status, AnyOf(200, 409)) << body_of(answer);
    }
  });
  const Response answer = log_in();
  is_logged_in = true;
  adding.join();
  ASSERT_EQ(answer.status, 201) << body_of(answer);
  EXPECT_GT(taken, 0);
  const Response late = add_one();
  EXPECT_EQ(late.status, 409);
  EXPECT_THAT(body_of(late), HasSubstr("cart.session_over"));
  auto cart = must(shop_->carts.current(UserId(anna_))).value();
  EXPECT_EQ(cart.line(products_[200])->quantity, taken);
  EXPECT_FALSE(must(shop_->carts.current(guest.owner)));
}

TEST_F(LogInTest, ACartThatFitsIsNotSpokenOf) {
  add(std::nullopt, 199, 1);
  EXPECT_THAT(body_of(log_in()), HasSubstr("\"notices\":[]"));
}

}  // namespace
}  // namespace stoa::cli
