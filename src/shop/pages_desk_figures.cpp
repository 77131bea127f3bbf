#include "http/plot.h"
#include "shop/pages_desk.h"

#include <map>
#include <set>

namespace stoa::shop {
namespace {

using http::Plot;
using namespace std::chrono_literals;

constexpr std::int64_t kUsualDays = 90, kMostDays = 366;
constexpr std::size_t kPopularShown = 30;

struct DayPlots {
  Plot amounts, orders;
};

/// A row for each day, also for those without orders; a series for each zone.
DayPlots plots_of(const std::vector<DayTotal>& totals, Time from, Time to) {
  std::set<std::string> zones;
  std::map<Time, std::map<std::string, const DayTotal*>> days;
  for (const DayTotal& total : totals) {
    zones.insert(total.zone.text());
    days[total.day][total.zone.text()] = &total;
  }
  DayPlots plots;
  plots.amounts.series = plots.orders.series = {zones.begin(), zones.end()};
  if (zones.empty()) return plots;
  for (Time day = std::chrono::floor<std::chrono::days>(from); day <= to; day += std::chrono::days(1)) {
    Plot::Row amounts{day, {}}, orders{day, {}};
    const auto& of_day = days[day];
    for (const std::string& zone : zones) {
      const auto found = of_day.find(zone);
      const DayTotal total = found == of_day.end() ? DayTotal() : *found->second;
      amounts.values.emplace_back(total.amount);
      orders.values.emplace_back(total.orders);
    }
    plots.amounts.rows.push_back(std::move(amounts));
    plots.orders.rows.push_back(std::move(orders));
  }
  return plots;
}

Result<Response> totals_page(Call& call, const DeskPages& desk) {
  const auto days = STOA_TRY(call.query<std::int64_t>("days")).value_or(kUsualDays);
  if (days < 1 || days > kMostDays)
    return Error{Error::Kind::Invalid, "request.query", "days: must be 1 to 366"};
  const Time to = desk.clock.now(), from = to - std::chrono::days(days - 1);
  const auto totals = STOA_TRY(desk.shop.orders.per_day(from, to));
  std::int64_t orders = 0;
  Money amount;
  for (const DayTotal& total : totals) {
    orders += total.orders;
    amount = STOA_TRY(amount.plus(total.amount));
  }
  DayPlots plots = plots_of(totals, from, to);
  const auto say = [&](std::string_view key) { return desk.pages.say(call.language, key); };
  plots.amounts.id = "amounts";
  plots.amounts.title = say("desk.totals_amounts");
  plots.orders.id = "orders";
  plots.orders.title = say("desk.totals_orders");
  plots.amounts.axis = plots.orders.axis = say("desk.day");
  http::List spans;
  for (const int span : {7, 30, 90, 365}) spans.push_back({{"span", span}, {"chosen", span == days}});
  Fields fields = desk_fields(call, "at_totals");
  fields.set("days", days)
      .set("spans", std::move(spans))
      .set("orders", orders)
      .set("amount", amount)
      .set("plots", http::List{http::plot_fields(std::move(plots.amounts)),
                               http::plot_fields(std::move(plots.orders))});
  return desk.pages.page(call, "admin/totals.html", fields);
}

Result<Response> popularity_page(Call& call, const DeskPages& desk) {
  std::optional<std::string> category = call.query("category");
  if (category && category->empty()) category.reset();
  http::List choices = STOA_TRY(category_choices(desk, category.value_or(""))), rows;
  Plot plot{.id = "popular",
            .title = desk.pages.say(call.language, "desk.popular_plot"),
            .kind = Plot::Kind::Bars,
            .axis = desk.pages.say(call.language, "desk.product"),
            .series = {desk.pages.say(call.language, "desk.views")},
            .rows = {}};
  std::int64_t rank = 0;
  for (const PopularProduct& one : STOA_TRY(desk.shop.popularity.top_views(kPopularShown, category))) {
    const Product& product = one.product;
    plot.rows.push_back({product.name, {one.views}});
    rows.push_back({{"rank", ++rank},
                    {"id", product.id},
                    {"name", product.name},
                    {"category", product.category},
                    {"views", one.views},
                    {"in_stock", product.in_stock()}});
  }
  Fields fields = desk_fields(call, "at_popularity");
  fields.set("categories", std::move(choices))
      .set("popular", std::move(rows))
      .set("plots", http::List{http::plot_fields(std::move(plot))});
  return desk.pages.page(call, "admin/popularity.html", fields);
}

}  // namespace

std::vector<http::Route> figures_desk(const DeskPages& desk) {
  return {
      desk_page(desk, "/admin/totals", "What was ordered, by day and zone", totals_page),
      desk_page(desk, "/admin/popularity", "What is looked at most", popularity_page),
  };
}

}  // namespace stoa::shop
