#include "cli/house.h"

#include "accounts/account_events.h"
#include "accounts/jobs.h"
#include "accounts/routes.h"
#include "accounts/session_cookie.h"
#include "cli/admin_pages.h"
#include "cli/job_routes.h"
#include "cli/version.h"
#include "clockwork/housekeeping.h"
#include "feed/events.h"
#include "http/api_docs.h"
#include "http/friendly_error_pages.h"
#include "http/house_pages.h"
#include "http/readiness_routes.h"
#include "http/server_options.h"
#include "shop/api.h"
#include "shop/pages_desk.h"
#include "shop/pages_front.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>

namespace stoa::cli {
namespace {

/// A removal of its own would cost an event as much again as what it tells of.
constexpr std::size_t kEventsRemovedAtOnce = 64;

std::vector<http::Engine> watched(Engines& engines, KeyCount& keys) {
  const auto ping_keyspace = [&engines, &keys] {
    auto answer = engines.keyspace().ping();
    // One that hangs is not waited for twice.
    if (engines.keyspace_is_shared()) answer.ok() ? keys.look() : keys.forget();
    return answer;
  };
  return {{"keyspace", engines.keyspace_name(), ping_keyspace},
          {"records", engines.records_name(), [&engines] { return engines.records().ping(); }}};
}

resp::RespOptions resp_options(const Settings::Resp& settings) {
  using enum Settings::Resp::Mode;
  resp::RespOptions options;
  options.mode = settings.mode == Write ? resp::RespOptions::Mode::Write : resp::RespOptions::Mode::Read;
  options.address = settings.address;
  options.port = static_cast<std::uint16_t>(settings.port);
  options.password = settings.password;
  options.durability = settings.durability;
  options.version = version();
  return options;
}

http::Currency currency_of(Settings::Pages::Currency currency) {
  using enum Settings::Pages::Currency;
  switch (currency) {
    case Usd:
      return http::Currency::Usd;
    case Eur:
      return http::Currency::Eur;
    case Rub:
      return http::Currency::Rub;
  }
  return http::Currency::Rub;
}

http::MetricsAccess access_of(Settings::Metrics::Access access) {
  using enum Settings::Metrics::Access;
  switch (access) {
    case Admins:
      return http::MetricsAccess::Admins;
    case Anyone:
      return http::MetricsAccess::Anyone;
    case Loopback:
      return http::MetricsAccess::Loopback;
  }
  return http::MetricsAccess::Admins;
}

/// What a killed server left half received is nobody's.
Result<void> make_empty(const std::filesystem::path& uploads) {
  std::error_code failure;
  std::filesystem::remove_all(uploads, failure);
  if (std::filesystem::create_directory(uploads, failure)) return {};
  return Error{Error::Kind::Unavailable, "data.uploads",
               fmt::format("making {}: {}; check the rights and the space of the data directory",
                           uploads.string(), failure.message())};
}

/// Where downloads are written before they are sent: where uploads go, too.
std::filesystem::path spool_of(const Settings& settings) {
  return std::filesystem::path(settings.data.directory) / "uploads";
}

/// The feed's lists are in the keyspace, so no store has made a key for their cursors.
records::CursorKey feed_cursors(const http::Secret& secret) {
  const auto bytes = secret.hash("feed.cursors", "");
  return records::CursorKey::from({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// Who a feed reader thinks it reads, whatever address it asks.
std::string site_id(const http::Secret& secret) {
  std::string hex;
  for (const std::uint8_t byte : secret.hash("feed.site", "")) hex += fmt::format("{:02x}", byte);
  return hex;
}

std::vector<accounts::LogInNotice> notices_of(const shop::Merged& merged) {
  std::vector<accounts::LogInNotice> notices;
  const auto tell = [&](std::string_view code, const std::vector<ProductId>& products) {
    if (products.empty()) return;
    auto& things = notices.emplace_back(accounts::LogInNotice{std::string(code), {}}).things;
    for (const ProductId& id : products) things.push_back(id.hex());
  };
  tell("cart.left_out", merged.left_out);
  tell("cart.capped", merged.capped);
  return notices;
}

clockwork::Options clockwork_options(const Engines& engines, const Logger& log) {
  clockwork::Options options;
  options.lease.sharing =
      engines.keyspace_is_shared() ? clockwork::Sharing::Shared : clockwork::Sharing::Alone;
  options.log = log;
  return options;
}

}  // namespace

House::House(const Settings& settings, Engines& engines, const Logger& log,
             std::vector<ConfiguredValue> configured)
    : settings_(settings),
      engines_(engines),
      log_(log),
      configured_(std::move(configured)),
      key_count_(engines),
      readiness_(watched(engines, key_count_)),
      outbox_(engines.records(), engines.keyspace(), Clock::system(), listeners(), log,
              kEventsRemovedAtOnce) {}

House::~House() = default;

Result<std::unique_ptr<House>> House::open(const Settings& settings, Engines& engines, const Logger& log,
                                           std::optional<int> listening_socket,
                                           std::vector<ConfiguredValue> configured) {
  std::unique_ptr<House> house(new House(settings, engines, log, std::move(configured)));
  STOA_TRY(house->open_domains());
  STOA_TRY(house->open_pages());
  house->clockwork_.emplace(engines.keyspace(), house->jobs(), clockwork_options(engines, log));
  STOA_TRY(house->open_site());
  STOA_TRY(house->open_doors(listening_socket));
  return house;
}

/// Who hears of which event: each domain of its own changes.
std::map<std::string, records::Outbox::Listener, std::less<>> House::listeners() {
  auto all = accounts::listeners();
  all.merge(shop::listeners([this]() -> shop::Shop& { return *shop_; }));
  all.merge(feed::listeners());
  return all;
}

std::vector<clockwork::Job> House::jobs() {
  using clockwork::Scope;
  const auto records = engines_.records_are_shared() ? Scope::Cluster : Scope::Node;
  const auto keyspace = engines_.keyspace_is_shared() ? Scope::Cluster : Scope::Node;
  std::vector<clockwork::Job> jobs{clockwork::expire_documents(engines_.records(), Clock::system(), records),
                                   clockwork::apply_events(outbox_, records),
                                   accounts::clean_sessions(accounts_->cleaner(), keyspace)};
  std::ranges::move(shop_->jobs(keyspace), std::back_inserter(jobs));
  std::ranges::move(feed_->jobs(keyspace), std::back_inserter(jobs));
  return jobs;
}

Result<void> House::open_domains() {
  secret_ = STOA_TRY(http::shared_secret(engines_.records()));
  accounts_ = STOA_TRY(
      accounts::Accounts::open(engines_.keyspace(), engines_.records(), outbox_, Clock::system(),
                               {.session_limit = static_cast<std::size_t>(settings_.sessions.limit)}));
  viewers_.emplace(accounts_->sessions());
  shop_ = std::make_unique<shop::Shop>(engines_.keyspace(), engines_.records(), outbox_, Clock::system(),
                                       secret_->key, std::vector<std::string>{"en", "ru"});
  feed_ = std::make_unique<feed::Feed>(engines_.keyspace(), engines_.records(), outbox_, Clock::system(),
                                       feed_cursors(*secret_));
  const auto shopper_of = [this](const accounts::SessionLoggedIn& session) {
    return shop_->shopper(session.new_token, session.user, session.name);
  };
  using Notices = Result<std::vector<accounts::LogInNotice>>;
  const auto guest_of = [this](const accounts::SessionLoggedIn& session) {
    return shop_->shopper(*session.old_token, std::nullopt, std::nullopt);
  };
  accounts_->on_log_in([=, this](const accounts::SessionLoggedIn& session) -> Notices {
    if (!session.old_token) return std::vector<accounts::LogInNotice>();
    return notices_of(STOA_TRY(shop_->merge.at_log_in(guest_of(session), shopper_of(session))));
  });
  // What the guest did while the password was looked at comes along, too.
  accounts_->on_session_started([=, this](const accounts::SessionLoggedIn& session) -> Notices {
    if (session.old_token)
      return notices_of(STOA_TRY(shop_->merge.after_log_in(guest_of(session), shopper_of(session))));
    STOA_TRY(shop_->carts.tell_session(shopper_of(session)));
    return std::vector<accounts::LogInNotice>();
  });
  return {};
}

shop::Api House::shop_api() {
  return {*shop_, engines_.records(), Clock::system(),
          [this](http::Call& call) { return accounts::ensure_session(call, accounts_->sessions()); },
          spool_of(settings_)};
}

shop::Front House::shop_front() {
  return {*shop_, *pages_, engines_.records(),
          [this](http::Call& call) { return accounts::ensure_session(call, accounts_->sessions()); }};
}

feed::Front House::feed_front() {
  return {*feed_, *pages_, engines_.records(), Clock::system(), site_id(*secret_)};
}

// The documentation is made of the rows before it.
std::vector<http::Route> House::routes() {
  auto rows = http::joined(
      {http::readiness_routes(readiness_),
       http::metrics_routes(*metrics_, access_of(settings_.metrics.access)),
       http::house_routes(*pages_, readiness_), job_routes(*clockwork_, *pages_),
       accounts::routes(*accounts_, *pages_), shop::api_routes(shop_api()), shop::front_pages(shop_front()),
       feed::api_routes({*feed_, engines_.records(), Clock::system()}), feed::front_pages(feed_front())});
  rows = http::joined(
      {rows, admin_pages({*shop_, *accounts_, *clockwork_, *pages_, Clock::system(), configured_}),
       shop::desk_pages({*shop_, engines_.records(), Clock::system(), *pages_, spool_of(settings_)})});
  return http::joined({rows, http::api_docs_routes(*pages_, rows)});
}

Result<void> House::open_pages() {
  http::PagesOptions options{.secret = *secret_};
  options.directory = settings_.pages.directory;
  options.reload =
      settings_.pages.reload ? http::PagesOptions::Reload::WhenChanged : http::PagesOptions::Reload::Never;
  options.currency = currency_of(settings_.pages.currency);
  options.version = version();
  options.doors = {http::Door::Account, http::Door::Shop, http::Door::Feed, http::Door::Cart,
                   http::Door::Search};
  options.personal = [this](const http::Viewer& viewer, http::Fields& fields) {
    shop::add_cart_count(shop_->cart_view, viewer, fields);
  };
  options.log = log_;
  pages_ = STOA_TRY(http::Pages::open(options));
  error_pages_ = http::friendly_error_pages(*pages_);
  return {};
}

http::SiteOptions House::site_options() {
  http::SiteOptions site{.secret = *secret_};
  site.routes = routes();
  site.version = version();
  site.sessions = &*viewers_;
  site.buckets = accounts::bucket_rules();
  std::ranges::move(shop::bucket_rules(), std::back_inserter(site.buckets));
  std::ranges::move(feed::bucket_rules(), std::back_inserter(site.buckets));
  site.error_pages = error_pages_.get();
  site.records = &engines_.records();
  site.place = engines_.keyspace_is_shared() ? http::Plan::Place::Pool : http::Plan::Place::Loop;
  site.access_log = access_log_.get();
  site.observe = [this](const http::Request& request, const http::Response& response,
                        std::chrono::nanoseconds took) { request_times_->observe(request, response, took); };
  site.log = log_;
  return site;
}

Result<void> House::open_site() {
  if (settings_.access_log != "off")
    access_log_ = STOA_TRY(http::AccessLog::open(
        {.target = settings_.access_log, .format = settings_.log.format}, Clock::system(), log_));
  metrics_ = http::Metrics::make();
  request_times_.emplace(*metrics_);
  commits_ = http::watch_commits(*metrics_, engines_.progress());
  http::watch_process(*metrics_);
  watch_engines(*metrics_, engines_, readiness_, key_count_);
  watch_jobs(*metrics_, *clockwork_);
  watch_shop(*metrics_, *shop_);
  site_.emplace(site_options());
  request_times_->follow(site_->routes());
  return {};
}

// A Redis server needs no second door.
Result<void> House::open_resp() {
  keyspace::Door* door = engines_.keyspace().door();
  if (settings_.resp.mode == Settings::Resp::Mode::Off || !door) return {};
  resp_ = STOA_TRY(resp::start_resp(resp_options(settings_.resp), *door, engines_.progress(), log_));
  log_.info("Redis clients are welcome",
            {{"address", settings_.resp.address},
             {"port", std::uint32_t{resp_->port()}},
             {"mode", settings_.resp.mode == Settings::Resp::Mode::Write ? "write" : "read"}});
  return {};
}

Result<void> House::open_doors(std::optional<int> listening_socket) {
  http::ServerOptions options = STOA_TRY(http::server_options(settings_, log_));
  options.listening_socket = listening_socket;
  STOA_TRY(make_empty(options.upload_directory));
  server_ = STOA_TRY(http::start_server(options, *site_, engines_.progress()));
  watch_server(*metrics_, *server_);
  STOA_TRY(open_resp());
  open_control();
  return {};
}

// Without it the server serves as well; who asks for it is told.
void House::open_control() {
  const auto perform = [this](std::string_view name, const std::string& argument, Audience& audience) {
    Premises premises{settings_, engines_, &*clockwork_, accounts_.get(), shop_.get(), feed_.get()};
    return perform_errand(name, argument, premises, audience);
  };
  auto door = ControlDoor::open(settings_.data.directory, perform, log_);
  if (door.ok())
    control_ = std::move(*door);
  else
    log_.warning("the control door stays closed", {{"why", door.error().message}});
}

std::string House::url() const {
  const char* scheme = settings_.http.certificate.empty() ? "http" : "https";
  return fmt::format("{}://{}:{}", scheme, settings_.http.address, server_->port());
}

// Jobs end while answers are still sent, which may take as long as the drain timeout says.
void House::stop() {
  clockwork_->ask_to_stop();
  server_->stop();
  if (resp_) resp_->stop();
  control_.reset();
  clockwork_->stop();
}

}  // namespace stoa::cli
