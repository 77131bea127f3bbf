#include "shop/demo.h"

#include "accounts/account_events.h"
#include "base/json.h"
#include "base/rfc3339.h"
#include "records/collections.h"
#include "shop/demo_goods.h"
#include "shop_fixture.h"

#include <algorithm>
#include <set>

namespace stoa::shop::test {
namespace {
using testing::Each;
using testing::Gt;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class DemoShop : public World {
 public:
  /// Up to the clock's own moment, or another.
  explicit DemoShop(std::uint64_t seed, std::optional<Time> now = std::nullopt)
      : World(std::make_unique<keyspace::OpenEmbedded>()) {
    auto all = accounts::listeners();
    all.merge(listeners([this]() -> Shop& { return shop(); }));
    outbox_ = std::make_unique<records::Outbox>(records(), keyspace(), clock(), std::move(all));
    accounts_ = must(accounts::Accounts::open(keyspace(), records(), *outbox_, clock(),
                                              {.cost = {.memory_bytes = 8192, .passes = 1}}));
    now_ = now.value_or(clock().now());
    summary_ = must(Demo(shop(), *accounts_, clock(), seed).fill(now_, {}, [](auto&&...) {}));
  }
  /// Each person, order and cart in words, but for the ids and tokens that chance gave them.
  std::vector<std::string> told() {
    std::vector<std::string> lines;
    std::map<std::string, std::string> names;
    for (const auto& user : all<accounts::User>(records::collections::users())) {
      names[user.id.hex()] = user.shortcode.text();
      lines.push_back("user " + user.shortcode.text() + " " + to_rfc3339(user.created_at));
    }
    for (const Order& order : all<Order>(records::collections::orders()))
      lines.push_back("order " + names.at(order.user_id.hex()) + " " + to_rfc3339(order.order_date) + " " +
                      order.zone.text() + " " + std::to_string(static_cast<int>(order.status)) + " " +
                      order.total_amount.text() + said(order.items));
    for (const Cart& cart : all<Cart>(records::collections::carts())) {
      const auto* user = std::get_if<UserId>(&cart.owner_id);
      lines.push_back("cart " + (user ? names.at(user->hex()) : "guest") + " " + to_rfc3339(cart.updated_at) +
                      " " + std::to_string(static_cast<int>(cart.status)) + " " + cart.amount.text() +
                      said(cart.items));
    }
    std::ranges::sort(lines);
    return lines;
  }

  /// Names of those with a session whose hot view is not what their cart is.
  std::vector<std::string> who_see_another_cart() {
    std::vector<std::string> names;
    for (const auto& user : all<accounts::User>(records::collections::users())) {
      const auto cart = hot_view_of(must(shop().open_carts.cart(records().read(), user.id, clock().now())));
      for (const auto& session : must(keyspace().read().zrange(
               keyspace::keys::user_sessions(user.shortcode), 0, -1, keyspace::Order::Ascending))) {
        std::map<std::string, std::string> shown;
        for (const auto& field :
             must(keyspace().read().hgetall(keyspace::keys::cart(must(Token::parse(session.member))))))
          shown.emplace(field.name, field.value);
        if (shown != cart) names.push_back(user.shortcode.text());
      }
    }
    return names;
  }

  std::unique_ptr<records::Outbox> outbox_;
  std::unique_ptr<accounts::Accounts> accounts_;
  Time now_;
  DemoSummary summary_;

 private:
  static std::string said(const std::vector<Item>& items) {
    std::string text;
    for (const Item& item : items) text += ", " + std::to_string(item.quantity) + " " + item.product_id.hex();
    return text;
  }
};

class FilledDemo : public testing::Test, protected DemoShop {
 protected:
  FilledDemo() : DemoShop(3) {}
};

TEST_F(FilledDemo, HasAThousandProductsInTwentyCategoriesWithPictures) {
  const auto products = all<Product>(records::collections::products());
  EXPECT_EQ(products.size(), 1000U);
  std::map<std::string, int> categories;
  std::set<std::string> pictures;
  std::size_t sold_out = 0, last_two = 0;
  for (const Product& product : products) {
    ++categories[product.category];
    ASSERT_TRUE(product.pictures);
    pictures.insert(product.pictures->front());
    sold_out += product.in_stock() == 0;
    last_two += product.in_stock() == 2;
    EXPECT_GT(product.price.minor(), 0);
    EXPECT_LE(product.created_at, now_);
  }
  EXPECT_EQ(categories.size(), 20U);
  EXPECT_THAT(categories, Each(testing::Pair(testing::_, 50)));
  EXPECT_GT(pictures.size(), 600U);
  EXPECT_GT(sold_out, 20U);
  EXPECT_GT(last_two, 30U);
  const Picture picture = must(shop().pictures.picture(*picture_of_path(*pictures.begin())));
  EXPECT_EQ(picture.type, PictureType::Svg);
}

TEST_F(FilledDemo, HasOrdersOfNinetyDaysInAllStatusesWhoseTotalsAgree) {
  const auto orders = all<Order>(records::collections::orders());
  EXPECT_EQ(orders.size(), summary_.orders);
  EXPECT_GT(orders.size(), 500U);
  std::map<OrderStatus, int> statuses;
  std::set<std::chrono::sys_days> days;
  std::int64_t counted = 0;
  for (const Order& order : orders) {
    ++statuses[order.status];
    days.insert(std::chrono::floor<std::chrono::days>(order.order_date));
    counted += order.status != OrderStatus::Cancelled;
    EXPECT_LT(order.order_date, now_);
    EXPECT_GT(order.order_date, now_ - std::chrono::days(92));
  }
  EXPECT_EQ(statuses.size(), 5U);
  EXPECT_GT(days.size(), 80U);
  std::int64_t in_totals = 0;
  for (const DayTotal& total : must(shop().orders.per_day(now_ - std::chrono::days(100), now_)))
    in_totals += total.orders;
  EXPECT_EQ(in_totals, counted);
}

TEST_F(FilledDemo, LeavesNoStockWithoutAHistoryThatAddsUp) {
  std::map<std::pair<ProductId, std::string>, std::int64_t> sums;
  for (const StockMove& move : all<StockMove>(records::collections::stock_moves()))
    sums[{move.product_id, move.zone.text()}] += move.delta;
  for (const Product& product : all<Product>(records::collections::products()))
    for (const auto& [zone, quantity] : product.stock_by_zone) {
      EXPECT_GE(quantity, 0);
      EXPECT_EQ((sums[{product.id, zone}]), quantity) << product.name;
    }
}

TEST_F(FilledDemo, HasCartsAndPopularProducts) {
  EXPECT_GT(summary_.carts, 20U);
  EXPECT_EQ(must(shop().popularity.top_products(10, std::nullopt)).size(), 10U);
  EXPECT_EQ(clock().now(), now_);
}

TEST_F(FilledDemo, HasTheSamePeopleOrdersAndCartsForTheSameSeed) {
  DemoShop again(3, now_), other(4, now_);
  const auto lines = told();
  EXPECT_EQ(std::ranges::count_if(lines, [](const auto& line) { return line.starts_with("user "); }),
            static_cast<std::ptrdiff_t>(summary_.customers));
  EXPECT_EQ(lines, again.told());
  EXPECT_NE(lines, other.told());
}

// By these seeds somebody who has a cart logs in once more and finds nothing to add.
TEST(DemoCarts, AreSeenByEverySessionOfTheirUser) {
  for (const std::uint64_t seed : {29, 37})
    EXPECT_THAT(DemoShop(seed).who_see_another_cart(), IsEmpty()) << seed;
}

TEST(DemoGoods, AreTheSameForTheSameSeed) {
  const auto one = demo_goods(5), again = demo_goods(5), other = demo_goods(6);
  ASSERT_EQ(one.size(), 1000U);
  std::set<ProductId> ids;
  std::size_t differing = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(to_json(one[i].entry), to_json(again[i].entry));
    EXPECT_EQ(one[i].drawing, again[i].drawing);
    differing += one[i].entry.name != other[i].entry.name;
    ids.insert(*one[i].entry.id);
  }
  EXPECT_EQ(ids.size(), 1000U);
  EXPECT_GT(differing, 500U);
}

TEST(DemoGoods, AreDrawnSmallAndWithoutAnythingThatActs) {
  for (const DemoGood& good : demo_goods(1)) {
    EXPECT_LT(good.drawing.size(), 2048U) << *good.entry.name;
    EXPECT_THAT(good.drawing, Not(HasSubstr("script")));
    EXPECT_THAT(good.drawing, Not(HasSubstr("href")));
  }
}

}  // namespace
}  // namespace stoa::shop::test
