#include "cli/demo.h"

#include "accounts/user_command.h"
#include "base/log.h"
#include "base/masked_url.h"
#include "cli/console.h"
#include "cli/domains.h"
#include "cli/reach.h"
#include "cli/unfinished_demo.h"
#include "feed/demo.h"
#include "records/collections.h"
#include "shop/demo.h"
#include "shop/demo_goods.h"

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

/// Somebody who can log in.
struct Account {
  accounts::Identity who;
  /// Or that it is the one from before.
  std::string password;
};

accounts::Identity identity_of(const accounts::User& user) {
  return {user.shortcode, user.id, user.role};
}

Result<Account> account(accounts::Accounts& accounts, std::string_view name, accounts::Role role) {
  const auto shortcode = STOA_TRY(Shortcode::parse(name));
  const auto known = STOA_TRY(accounts.users().find(shortcode));
  if (known) return Account{identity_of(*known), "(as before)"};
  const auto added = STOA_TRY(accounts::add_user(accounts, {.name = std::string(name), .role = role}));
  return Account{identity_of(added.user), added.made_up_password.value_or("")};
}

std::vector<feed::DemoProduct> products_to_talk_about(std::uint64_t seed) {
  std::vector<feed::DemoProduct> products;
  for (const shop::DemoGood& good : shop::demo_goods(seed))
    products.push_back({*good.entry.id, *good.entry.name, *good.entry.category});
  return products;
}

std::string url_of(const Settings& settings) {
  const bool anywhere = settings.http.address == "0.0.0.0";
  return fmt::format("{}://{}:{}", settings.http.certificate.empty() ? "http" : "https",
                     anywhere ? "127.0.0.1" : settings.http.address, settings.http.port);
}

void welcome(const Settings& settings, const shop::DemoSummary& shop, const feed::DemoSummary& feed,
             const Account& customer, const Account& admin) {
  const auto url = url_of(settings);
  fmt::print(
      R"(
A shop to look at: {} products in {} categories, {} customers, {} orders of the last 90 days.
A feed beside it: {} articles in {} groups by {} people, {} comments, {} votes.

  address    {}
  customer   {:<12} {}
  admin      {:<12} {}
  The passwords were made for this machine just now and are kept nowhere else.

Four things to try, once it serves:
  1. Look for "lamps" or «лампы», put one into the cart as a guest, then log in as {}: the cart comes along.
  2. Check out; then log in as {} and ship the order: {}/admin/orders
  3. Vote and comment at {}/feed; as {}, decide what was reported: {}/admin/reports
  4. See what people look at most:  redis-cli -p {} zrange viewed: 0 4 withscores

)",
      shop.products, shop.categories, shop.customers, shop.orders, feed.articles, feed.groups, feed.people,
      feed.comments, feed.votes, url, kCustomer, customer.password, kAdmin, admin.password, kCustomer, kAdmin,
      url, url, kAdmin, url, settings.resp.port);
  std::fflush(stdout);
}

Result<void> fill(const DemoRequest& request, const Settings& settings, Engines& engines, Console& console) {
  if (!request.beside) STOA_TRY(refuse_products(engines.records()));
  const Time now = Clock::system().now();
  FakeClock clock(now);
  const auto domains = STOA_TRY(Domains::open(engines, clock));
  const auto customer = STOA_TRY(account(domains->accounts(), kCustomer, accounts::Role::Member));
  const auto admin = STOA_TRY(account(domains->accounts(), kAdmin, accounts::Role::Admin));
  const auto tell = [&](std::string_view what, std::size_t done, std::size_t all) {
    console.progress(fmt::format("filling the demo: {} {} of {}", what, done, all));
  };
  shop::Demo shop(domains->shop(), domains->accounts(), clock, request.seed);
  const auto sold = STOA_TRY(shop.fill(now, {customer.who}, tell));
  feed::Demo feed(domains->feed(), domains->accounts(), clock, request.seed);
  const auto said =
      STOA_TRY(feed.fill(now, {customer.who, admin.who}, products_to_talk_about(request.seed), tell));
  // All before it is on disk when this is.
  STOA_TRY(engines.records().transact([](records::Tx&) -> Result<void> { return {}; }));
  welcome(settings, sold, said, customer, admin);
  return {};
}

Result<std::unique_ptr<Engines>> open_alone(const Settings& settings, const EngineFactory& factory,
                                            Console& console) {
  auto engines = factory.open(settings, Logger::silent(), Absent::Make,
                              [&](std::string_view how_far) { console.progress(how_far); });
  if (engines.ok() || engines.error().code != "store.locked") return engines;
  Error error = engines.error();
  error.message += ". Stop the server first: the demo fills a data directory that none runs on";
  return error;
}

/// Throws away what a demo that broke off left. Its keys on Redis stay, since others may have come to them.
Result<void> begin_anew(const UnfinishedDemo& unfinished, const Settings& settings,
                        const EngineFactory& factory, Console& console) {
  if (settings.keyspace.engine != Settings::Keyspace::Engine::Embedded) return {};
  // It may be under way still. If what it left cannot be opened, that is no reason to keep it.
  if (const auto opened = open_alone(settings, factory, console);
      !opened.ok() && opened.error().code == "store.locked")
    return opened.error();
  console.line("The demo broke off last time; it is made anew.");
  return unfinished.throw_away();
}

/// Whether the keyspace is elsewhere and holds anything.
Result<bool> others_keys(Engines& engines) {
  if (!engines.keyspace_is_shared()) return false;
  std::uint64_t cursor = 0;
  do {
    const auto page = STOA_TRY(engines.keyspace().scan(cursor, "*", 100));
    if (!page.names.empty()) return true;
    cursor = page.cursor;
  } while (cursor != 0);
  return false;
}

std::string why_none(const Settings& settings, bool broke_off) {
  const auto url = masked_url(settings.keyspace.redis_url);
  if (broke_off)
    return fmt::format(
        "The demo broke off last time. Its keys are still in {}: for a whole one empty that, remove {} and "
        "start again.",
        url, settings.data.directory);
  return fmt::format(
      "No demo: {} holds keys already, which may be others'. `stoa demo` puts one beside them.", url);
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
  const UnfinishedDemo unfinished(settings.data.directory);
  const bool broke_off = unfinished.marked();
  const bool others_data = has_data(settings.data.directory) && !broke_off;
  if (request.first && others_data) return ExitCode::Done;
  STOA_TRY(refuse_to_be_root(settings.data.directory));
  Console console;
  if (broke_off) STOA_TRY(begin_anew(unfinished, settings, factory, console));
  if (!others_data) STOA_TRY(unfinished.mark());
  const auto engines = STOA_TRY(open_alone(settings, factory, console));
  if (request.first && STOA_TRY(others_keys(*engines))) {
    console.line(why_none(settings, broke_off));
  } else {
    STOA_TRY(fill(request, settings, *engines, console));
  }
  unfinished.unmark();
  return ExitCode::Done;
}

}  // namespace stoa::cli
