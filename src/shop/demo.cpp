#include "shop/demo.h"

#include "accounts/passwords.h"
#include "accounts/user_command.h"
#include "base/demo_random.h"
#include "base/durability.h"
#include "shop/demo_assortment.h"
#include "shop/demo_goods.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <utility>

namespace stoa::shop {
namespace {
using namespace std::chrono_literals;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

constexpr int kDays = 90;
constexpr std::size_t kCustomers = 60, kGuests = 120, kGuestCarts = 25, kUserCarts = 10, kViews = 6000;

struct Person {
  std::string_view account, name;
};
constexpr auto kFirstNames = std::to_array<Person>({{"anna", "Anna"},
                                                    {"boris", "Boris"},
                                                    {"vera", "Vera"},
                                                    {"gleb", "Gleb"},
                                                    {"daria", "Daria"},
                                                    {"egor", "Egor"},
                                                    {"zoya", "Zoya"},
                                                    {"ivan", "Ivan"},
                                                    {"kira", "Kira"},
                                                    {"lev", "Lev"},
                                                    {"maria", "Maria"},
                                                    {"nikita", "Nikita"},
                                                    {"olga", "Olga"},
                                                    {"pavel", "Pavel"},
                                                    {"rita", "Rita"}});
constexpr auto kLastNames = std::to_array<std::string_view>(
    {"Orlov", "Belov", "Volkov", "Lebedev", "Kim", "Sokolov", "Novak", "Petrov"});

struct Place {
  std::string_view zone, city, street;
  /// Of a hundred orders.
  int share;
};
constexpr auto kPlaces = std::to_array<Place>({{"MSK", "Moscow", "Tverskaya", 46},
                                               {"SPB", "Saint Petersburg", "Nevsky prospekt", 27},
                                               {"EKB", "Yekaterinburg", "ulitsa Lenina", 11},
                                               {"NSK", "Novosibirsk", "Krasny prospekt", 9},
                                               {"KZN", "Kazan", "ulitsa Baumana", 7}});

struct Customer {
  accounts::Identity who;
  Token token;
  Delivery delivery;
  const Place* place;
};

/// One filling of one shop.
class Life {
 public:
  Life(Shop& shop, accounts::Accounts& accounts, FakeClock& clock, std::uint64_t seed, Time now,
       const Demo::Tell& tell)
      : shop_(shop),
        accounts_(accounts),
        clock_(clock),
        random_(seed + 1),
        goods_(demo_goods(seed)),
        now_(now),
        tell_(tell) {}

  Result<DemoSummary> live(const std::vector<accounts::Identity>& known) {
    // One wait for the disk at the end, instead of one a step.
    const DeferredDurability unhurried;
    STOA_TRY(settle_customers(known));
    plan_products();
    plan_orders();
    STOA_TRY(let_it_happen());
    STOA_TRY(sell_out_some());
    STOA_TRY(look_around());
    STOA_TRY(fill_carts());
    clock_.set(now_);
    summary_.products = goods_.size();
    summary_.categories = demo_categories().size();
    summary_.customers = customers_.size();
    return summary_;
  }

 private:
  using Step = std::function<Result<void>()>;

  Time ago(std::chrono::minutes span) const { return now_ - span; }
  void at(Time moment, Step step) {
    if (moment < now_) steps_.emplace(moment, std::move(step));
  }

  Result<void> settle_customers(const std::vector<accounts::Identity>& known) {
    clock_.set(ago(days(kDays + 10)));
    for (const accounts::Identity& who : known) customers_.push_back(customer(who, kFirstNames.front().name));
    // Nobody logs in as one of these: they share a password that nobody is told.
    const auto passwords = STOA_TRY(accounts::Passwords::make({}));
    const std::string hash = STOA_TRY(passwords->hash(accounts::make_up_password()));
    for (std::size_t i = 0; i < kCustomers; ++i) {
      const Person& person = kFirstNames[i % kFirstNames.size()];
      const auto name = STOA_TRY(Shortcode::parse(fmt::format("{}_{}", person.account, 70 + i / 4)));
      auto user = STOA_TRY(accounts_.users().find(name));
      if (!user) user = STOA_TRY(accounts_.users().add(name, accounts::Role::Member, hash));
      customers_.push_back(customer({user->shortcode, user->id, user->role}, person.name));
      clock_.advance(3h);
      tell_("customers", i + 1, kCustomers);
    }
    return {};
  }

  Customer customer(const accounts::Identity& who, std::string_view first_name) {
    const auto last = kLastNames[random_.below(kLastNames.size())];
    const Place& place = some_place();
    return {who,
            Token::make(),
            {fmt::format("{} {}", first_name, last),
             fmt::format("{}, {} {}, flat {}", place.city, place.street, random_.between(1, 90),
                         random_.between(1, 120)),
             fmt::format("+7 9{:02} {:03} {:02} {:02}", random_.below(100), random_.below(1000),
                         random_.below(100), random_.below(100))},
            &place};
  }

  const Place& some_place() {
    auto at = static_cast<int>(random_.below(100));
    for (const Place& place : kPlaces)
      if ((at -= place.share) < 0) return place;
    return kPlaces.front();
  }

  /// Most were there from the start; the list of their popularity is another than that of their categories.
  void plan_products() {
    for (std::size_t i = 0; i < goods_.size(); ++i) by_popularity_.push_back(i);
    random_.shuffle(by_popularity_);
    for (std::size_t i = 0; i < goods_.size(); ++i) {
      const auto age = random_.chance(70) ? hours(24 * (kDays + 1) + random_.between(0, 200))
                                          : hours(random_.between(2, 24 * kDays));
      at(ago(age), [this, i] { return bring(i); });
      if (random_.chance(40))
        at(ago(age * random_.between(20, 80) / 100), [this, i] { return bring_more(i); });
    }
  }

  Result<void> bring(std::size_t i) {
    ProductEntry& entry = goods_[i].entry;
    const PictureId picture = STOA_TRY(shop_.pictures.add_drawing(goods_[i].drawing));
    entry.pictures = {picture_path(picture)};
    entry.stock_by_zone.emplace();
    for (const Place& place : kPlaces)
      if (random_.chance(30 + place.share))
        (*entry.stock_by_zone)[std::string(place.zone)] = random_.between(3, 12 + place.share);
    STOA_TRY(shop_.intake.take(entry));
    tell_("products and orders", ++happened_, planned_);
    return {};
  }

  Result<void> bring_more(std::size_t i) {
    const Zone zone = STOA_TRY(Zone::parse(some_place().zone));
    const auto done = shop_.stock.adjust(*goods_[i].entry.id, zone, random_.between(5, 40), std::nullopt);
    if (!done.ok() && done.error().code != "product.absent") return done.error();
    return {};
  }

  /// More every month, more at the end of a week, and never quite as many as expected.
  void plan_orders() {
    for (int day = kDays; day >= 0; --day) {
      const Time morning = std::chrono::floor<days>(ago(days(day)));
      const std::chrono::weekday weekday(std::chrono::time_point_cast<days>(morning));
      const int busy = weekday == std::chrono::Friday || weekday == std::chrono::Saturday ? 7
                       : weekday == std::chrono::Sunday                                   ? 4
                                                                                          : 0;
      const auto orders = 9 + (kDays - day) / 12 + busy + random_.between(-4, 5);
      for (int i = 0; i < orders; ++i)
        at(morning + minutes(7 * 60 + random_.between(0, 16 * 60)), [this] { return order(); });
    }
  }

  Result<void> let_it_happen() {
    // Whatever the hour, some wait for the shopkeeper.
    for (int i = 0; i < 4; ++i) at(ago(minutes(random_.between(2, 38))), [this] { return order(); });
    planned_ = goods_.size();
    while (!steps_.empty()) {
      auto step = steps_.extract(steps_.begin());
      clock_.set(step.key());
      STOA_TRY(step.mapped()());
    }
    return {};
  }

  /// One of those that are there already; nullopt when this zone has none of what was wanted.
  Result<std::optional<Product>> some_product(const Zone& zone) {
    const auto& entry = goods_[by_popularity_[random_.popular(by_popularity_.size())]].entry;
    auto product = shop_.catalogue.product(*entry.id);
    if (!product.ok() || product->in_stock(zone) < 3) return std::optional<Product>();
    return std::optional(*std::move(product));
  }

  /// The first customers are the best.
  Customer& some_customer() { return customers_[random_.popular(customers_.size())]; }

  Result<std::size_t> choose(const Shopper& shopper, const Zone& zone, std::size_t lines) {
    std::size_t chosen = 0;
    // Not every zone has everything.
    for (std::size_t tries = 4 * lines; tries > 0 && chosen < lines; --tries) {
      const auto product = STOA_TRY(some_product(zone));
      if (!product) continue;
      const auto cart = shop_.carts.add(shopper, product->id, random_.chance(80) ? 1 : 2);
      if (cart.ok()) ++chosen;
    }
    return chosen;
  }

  Result<void> order() {
    const Customer& customer = some_customer();
    const Shopper shopper = shop_.shopper(customer.token, customer.who.id, customer.who.name);
    const Zone zone = STOA_TRY(Zone::parse(customer.place->zone));
    if (STOA_TRY(choose(shopper, zone, 1 + random_.popular(5))) == 0) return {};
    const auto outcome = STOA_TRY(shop_.checkout.run(shopper, {zone, customer.delivery, {}}));
    if (!outcome.placed) return shop_.carts.clear(shopper);
    ++summary_.orders;
    plan_moves(outcome.placed->order);
    return {};
  }

  void plan_moves(const Order& order) {
    using enum OrderStatus;
    const auto move = [this, id = order.id](OrderStatus to) -> Step {
      return [this, id, to]() -> Result<void> {
        STOA_TRY(shop_.orders.move(id, to));
        return {};
      };
    };
    Time moment = order.order_date + minutes(random_.between(40, 14 * 60));
    if (random_.chance(6)) return at(moment, move(Cancelled));
    at(moment, move(Confirmed));
    moment += minutes(random_.between(6 * 60, 36 * 60));
    at(moment, move(Shipped));
    moment += hours(random_.between(24, 24 * 5));
    at(moment, move(Delivered));
  }

  Result<void> sell_out_some() {
    clock_.set(ago(1h));
    for (const DemoGood& good : goods_) {
      const auto fate = random_.below(100);
      if (fate >= 13) continue;
      const Product product = STOA_TRY(shop_.catalogue.product(*good.entry.id));
      // Nothing anywhere, or the last two in one place.
      std::int64_t left = fate < 5 ? 0 : 2;
      for (const auto& [name, quantity] : product.stock_by_zone) {
        const Zone zone = STOA_TRY(Zone::parse(name));
        STOA_TRY(shop_.stock.set(product.id, zone, std::exchange(left, 0), std::nullopt));
      }
    }
    return {};
  }

  Result<void> look_around() {
    std::vector<Token> guests;
    for (std::size_t i = 0; i < kGuests; ++i) {
      clock_.set(ago(minutes(random_.between(5, 2 * 24 * 60))));
      guests.push_back(STOA_TRY(accounts_.sessions().open()));
    }
    for (std::size_t i = 0; i < kViews; ++i) {
      const auto& good = goods_[by_popularity_[random_.popular(by_popularity_.size())]];
      STOA_TRY(shop_.popularity.record_view(random_.pick(guests), *good.entry.id));
      if (i % 500 == 0) tell_("views", i, kViews);
    }
    return {};
  }

  Result<Shopper> guest() {
    return shop_.shopper(STOA_TRY(accounts_.sessions().open()), std::nullopt, std::nullopt);
  }
  Result<Shopper> logged_in(const accounts::Identity& who) {
    const Token token = STOA_TRY(accounts_.sessions().open());
    const auto user = STOA_TRY(accounts_.users().find(who.name));
    STOA_TRY(accounts_.sessions().start(token, std::nullopt, user.value(), {}));
    const Shopper shopper = shop_.shopper(token, who.id, who.name);
    STOA_TRY(shop_.carts.tell_session(shopper));
    return shopper;
  }

  /// Some were left alone for days.
  Result<void> fill_carts() {
    for (std::size_t i = 0; i < kGuestCarts + kUserCarts; ++i) {
      clock_.set(ago(minutes(random_.between(10, 5 * 24 * 60))));
      const Customer& customer = some_customer();
      const Shopper shopper = STOA_TRY(i < kGuestCarts ? guest() : logged_in(customer.who));
      const Zone zone = STOA_TRY(Zone::parse(some_place().zone));
      if (STOA_TRY(choose(shopper, zone, 1 + random_.below(4))) > 0) ++summary_.carts;
    }
    return {};
  }

  Shop& shop_;
  accounts::Accounts& accounts_;
  FakeClock& clock_;
  DemoRandom random_;
  std::vector<DemoGood> goods_;
  const Time now_;
  const Demo::Tell& tell_;

  std::vector<std::size_t> by_popularity_;
  std::vector<Customer> customers_;
  /// What is still to happen, in its order.
  std::multimap<Time, Step> steps_;
  std::size_t planned_ = 0;
  std::size_t happened_ = 0;
  DemoSummary summary_;
};

}  // namespace

Demo::Demo(Shop& shop, accounts::Accounts& accounts, FakeClock& clock, std::uint64_t seed)
    : shop_(shop), accounts_(accounts), clock_(clock), seed_(seed) {}

Result<DemoSummary> Demo::fill(Time now, const std::vector<accounts::Identity>& known, const Tell& tell) {
  const Time whole = std::chrono::floor<std::chrono::milliseconds>(now);
  return Life(shop_, accounts_, clock_, seed_, whole, tell).live(known);
}

}  // namespace stoa::shop
