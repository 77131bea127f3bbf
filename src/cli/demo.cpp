#include "cli/demo.h"

#include "accounts/user_command.h"
#include "base/log.h"
#include "cli/console.h"
#include "cli/reach.h"
#include "cli/shop_premises.h"
#include "records/collections.h"
#include "shop/demo.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

namespace stoa::cli {
namespace {
namespace fs = std::filesystem;

constexpr std::string_view kCustomer = "demo", kAdmin = "demo_admin";

/// Whether anything was ever kept there.
bool has_data(const std::string& directory) {
  std::error_code failure;
  return fs::exists(directory, failure) && !fs::is_empty(directory, failure);
}

Result<void> refuse_products(records::Records& records) {
  const auto products = STOA_TRY(records.read().size(records::collections::products()));
  if (products == 0) return {};
  return Error{
      Error::Kind::Conflict, "demo.not_empty",
      fmt::format("there are {} products already; name another --data.directory=…, or say --beside to have "
                  "the demo's come beside them",
                  products)};
}

/// The password, or that it is the one from before.
Result<std::pair<UserId, std::string>> account(accounts::Accounts& accounts, std::string_view name,
                                               accounts::Role role) {
  const auto shortcode = STOA_TRY(Shortcode::parse(name));
  const auto known = STOA_TRY(accounts.users().find(shortcode));
  if (known) return std::pair(known->id, std::string("(as before)"));
  const auto added = STOA_TRY(accounts::add_user(accounts, {.name = std::string(name), .role = role}));
  return std::pair(added.user.id, added.made_up_password.value_or(""));
}

std::string url_of(const Settings& settings) {
  const bool anywhere = settings.http.address == "0.0.0.0";
  return fmt::format("{}://{}:{}", settings.http.certificate.empty() ? "http" : "https",
                     anywhere ? "127.0.0.1" : settings.http.address, settings.http.port);
}

void welcome(const Settings& settings, const shop::DemoSummary& summary,
             const std::string& customers_password, const std::string& admins_password) {
  const auto url = url_of(settings);
  fmt::print(
      R"(
A shop to look at: {} products in {} categories, {} customers, {} orders of the last 90 days.

  address    {}
  customer   {:<12} {}
  admin      {:<12} {}
  The passwords were made for this machine just now and are kept nowhere else.

Three things to try, once it serves:
  1. Look for "lamps" or «лампы», put one into the cart as a guest, then log in as {}: the cart comes along.
  2. Check out; then log in as {} and ship the order: {}/admin/orders
  3. See what people look at most:  redis-cli -p {} zrange viewed: 0 4 withscores

)",
      summary.products, summary.categories, summary.customers, summary.orders, url, kCustomer,
      customers_password, kAdmin, admins_password, kCustomer, kAdmin, url, settings.resp.port);
  std::fflush(stdout);
}

Result<void> fill(const DemoRequest& request, const Settings& settings, Engines& engines, Console& console) {
  if (!request.beside) STOA_TRY(refuse_products(engines.records()));
  FakeClock clock(Clock::system().now());
  const auto premises = STOA_TRY(ShopPremises::open(engines, clock));
  const auto customer = STOA_TRY(account(premises->accounts(), kCustomer, accounts::Role::Member));
  const auto admin = STOA_TRY(account(premises->accounts(), kAdmin, accounts::Role::Admin));
  shop::Demo demo(premises->shop(), premises->accounts(), clock, request.seed);
  const auto summary = STOA_TRY(demo.fill(
      Clock::system().now(), {customer.first}, [&](std::string_view what, std::size_t done, std::size_t all) {
        console.progress(fmt::format("filling the demo: {} {} of {}", what, done, all));
      }));
  // All before it is on disk when this is.
  STOA_TRY(engines.records().transact([](records::Tx&) -> Result<void> { return {}; }));
  welcome(settings, summary, customer.second, admin.second);
  return {};
}

}  // namespace

Result<std::uint64_t> read_seed(std::string_view text) {
  std::uint64_t seed = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (read.ec == std::errc{} && read.ptr == text.data() + text.size()) return seed;
  return Error{Error::Kind::Invalid, "demo.seed",
               fmt::format("--seed={}: must be a whole number from 0 on", text)};
}

Result<ExitCode> fill_demo(const DemoRequest& request, const Settings& settings,
                           const EngineFactory& factory) {
  const bool begun = has_data(settings.data.directory);
  if (request.first && begun) return ExitCode::Done;
  STOA_TRY(refuse_to_be_root(settings.data.directory));
  Console console;
  auto engines = factory.open(settings, Logger::silent(), Absent::Make,
                              [&](std::string_view how_far) { console.progress(how_far); });
  if (!engines.ok()) {
    Error error = engines.error();
    if (error.code == "store.locked")
      error.message += ". Stop the server first: the demo fills a data directory that none runs on";
    return error;
  }
  STOA_TRY(fill(request, settings, **engines, console));
  return ExitCode::Done;
}

}  // namespace stoa::cli
