#include "cli/admin_pages.h"

#include "http/plot.h"

#include <algorithm>
#include <map>

namespace stoa::cli {
namespace {
using http::Call;
using http::Fields;
using http::Response;

/// More than this many are shown as this many and a plus sign.
constexpr std::size_t kMostCounted = 1000;
constexpr int kDaysDrawn = 30;

struct DaySums {
  std::map<Time, Money> amounts;
  std::int64_t orders_today = 0;
  Money amount_today;
};

Result<DaySums> sums_until(const AdminPages& admin, Time now) {
  const Time today = std::chrono::floor<std::chrono::days>(now);
  DaySums sums;
  for (int day = kDaysDrawn - 1; day >= 0; --day) sums.amounts[today - std::chrono::days(day)];
  for (const auto& total :
       STOA_TRY(admin.shop.orders.per_day(today - std::chrono::days(kDaysDrawn - 1), now))) {
    Money& amount = sums.amounts[total.day];
    amount = STOA_TRY(amount.plus(total.amount));
    if (total.day == today) sums.orders_today += total.orders;
  }
  sums.amount_today = sums.amounts[today];
  return sums;
}

http::Plot plot_of(const Call& call, const AdminPages& admin, const DaySums& sums) {
  http::Plot plot{.id = "amounts",
                  .title = admin.pages.say(call.language, "desk.last_days"),
                  .axis = admin.pages.say(call.language, "desk.day"),
                  .series = {admin.pages.say(call.language, "desk.amount")},
                  .rows = {}};
  const bool any = std::ranges::any_of(sums.amounts, [](const auto& day) { return day.second.minor() > 0; });
  if (any)
    for (const auto& [day, amount] : sums.amounts) plot.rows.push_back({day, {amount}});
  return plot;
}

http::List troubled_jobs(const clockwork::Clockwork& clockwork) {
  http::List list;
  for (const auto& job : clockwork.states())
    if (job.last_error) list.push_back({{"job", job.name}, {"trouble", job.last_error->message}});
  return list;
}

Result<Response> home(Call& call, const AdminPages& admin) {
  using shop::OrderStatus;
  const Time now = admin.clock.now();
  const DaySums sums = STOA_TRY(sums_until(admin, now));
  const auto pending = STOA_TRY(admin.shop.orders.count(OrderStatus::Pending, kMostCounted));
  const auto confirmed = STOA_TRY(admin.shop.orders.count(OrderStatus::Confirmed, kMostCounted));
  const auto sessions = STOA_TRY(admin.accounts.sessions().figures());
  const auto rows_kept = STOA_TRY(admin.shop.rows.count());
  const Fields fields{{"at_home", true},
                      {"orders_today", sums.orders_today},
                      {"amount_today", sums.amount_today},
                      {"pending", pending},
                      {"many_pending", pending == kMostCounted},
                      {"confirmed", confirmed},
                      {"many_confirmed", confirmed == kMostCounted},
                      {"sessions", sessions.tokens},
                      {"logged_in", sessions.logged_in},
                      {"rows_kept", rows_kept},
                      {"hit_rate", admin.shop.pages.counts().hit_percent()},
                      {"troubled", troubled_jobs(admin.clockwork)},
                      {"plots", http::List{http::plot_fields(plot_of(call, admin, sums))}}};
  return admin.pages.page(call, "admin/home.html", fields);
}

/// A file and a variable are told by their names.
std::string words_for_source(const AdminPages& admin, http::Language language, const std::string& source) {
  if (source == "default") return admin.pages.say(language, "desk.source_default");
  if (source == "command line") return admin.pages.say(language, "desk.source_command_line");
  return source;
}

Response settings(Call& call, const AdminPages& admin) {
  http::List rows;
  for (const ConfiguredValue& one : admin.settings) {
    const auto help = admin.pages.find(call.language, "setting." + one.name);
    rows.push_back({{"name", one.name},
                    {"help", help.value_or(one.help)},
                    {"in_english", !help},
                    {"allowed", one.allowed},
                    {"value", one.value},
                    {"source", words_for_source(admin, call.language, one.source)},
                    {"is_set", one.source != "default"}});
  }
  return admin.pages.page(call, "admin/settings.html",
                          {{"at_settings", true}, {"settings", std::move(rows)}});
}

}  // namespace

std::vector<http::Route> admin_pages(const AdminPages& admin) {
  return {
      {.method = http::Method::Get,
       .path = "/admin",
       .kind = http::Kind::Page,
       .access = http::Access::Admin,
       .summary = "The figures of the day",
       .handler = [admin](Call& call) { return home(call, admin); }},
      {.method = http::Method::Get,
       .path = "/admin/settings",
       .kind = http::Kind::Page,
       .access = http::Access::Admin,
       .summary = "The settings in force",
       .handler = [admin](Call& call) { return settings(call, admin); }},
  };
}

}  // namespace stoa::cli
