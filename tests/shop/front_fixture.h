#pragma once
// The shop's pages as a browser meets them: a site over a whole shop, without sockets.

#include "accounts/session_cookie.h"
#include "accounts/sessions.h"
#include "http/asked.h"
#include "http/friendly_error_pages.h"
#include "http/house_pages.h"
#include "http/site.h"
#include "known_sessions.h"
#include "shop/api.h"
#include "shop/pages_front.h"
#include "shop_fixture.h"

namespace stoa::shop::test {

/// Sessions that are touched as the accounts do it; who is logged in, tests say.
class TouchedSessions final : public KnownSessions {
 public:
  explicit TouchedSessions(accounts::Sessions& sessions) : sessions_(sessions) {}

  Result<http::Viewer> find(const Token& token) override {
    STOA_TRY(sessions_.touch(token));
    return KnownSessions::find(token);
  }

 private:
  accounts::Sessions& sessions_;
};

using Who = std::optional<Token>;

class FrontPages : public testing::Test, protected World {
 protected:
  FrontPages()
      : World(std::make_unique<keyspace::OpenEmbedded>()),
        touched_(keyspace(), Clock::system()),
        sessions_(touched_),
        readiness_({}) {
    http::PagesOptions options{.secret = secret_};
    options.missing = http::PagesOptions::Missing::Throw;
    options.version = "1.2.3";
    options.doors = {http::Door::Account, http::Door::Shop, http::Door::Cart, http::Door::Search};
    options.personal = [this](const http::Viewer& viewer, http::Fields& fields) {
      add_cart_count(shop().cart_view, viewer, fields);
    };
    pages_ = must(http::Pages::open(options));
    error_pages_ = http::friendly_error_pages(*pages_);
    http::SiteOptions site{.secret = secret_};
    site.routes = http::joined({http::house_routes(*pages_, readiness_),
                                front_pages({shop(), *pages_, records(), [this](http::Call& call) {
                                               return accounts::ensure_session(call, touched_);
                                             }})});
    site.sessions = &sessions_;
    site.error_pages = error_pages_.get();
    site.records = &records();
    site.buckets = bucket_rules();
    site.clock = &clock();
    site_.emplace(std::move(site));
  }

  http::Response answer(http::test::Asked& asked) { return http::test::answer_of(*site_, asked); }
  http::Response get(std::string_view path, const Who& who = std::nullopt, std::string_view language = "en") {
    return http::test::page_of(*site_, path, who, language);
  }
  /// As htmx asks for the part that is put at `target`.
  http::Response part(std::string_view path, std::string_view target, const Who& who = std::nullopt) {
    http::test::Asked asked(http::Method::Get, path);
    if (who) asked.cookie("stoa_session", who->text());
    asked.header("HX-Request", "true").header("HX-Target", target);
    return answer(asked);
  }
  /// A form from our own page, with its token.
  http::Response post(std::string_view path, std::string fields, const Token& who, bool htmx = false) {
    http::test::Asked asked(http::Method::Post, path);
    asked.cookie("stoa_session", who.text()).header("Accept", "text/html");
    if (htmx) asked.header("HX-Request", "true");
    asked.form("csrf=" + http::Csrf(secret_).token(who.text()) + (fields.empty() ? "" : "&" + fields));
    return answer(asked);
  }
  /// The form on the product's page, which has no token: the browser says where it comes from.
  http::Response add(const Product& product, std::string_view quantity, const Who& who,
                     std::string_view site = "same-origin", bool htmx = false) {
    http::test::Asked asked(http::Method::Post, "/cart/items");
    if (who) asked.cookie("stoa_session", who->text());
    if (!site.empty()) asked.header("Sec-Fetch-Site", site);
    if (htmx) asked.header("HX-Request", "true");
    asked.header("Accept", "text/html");
    asked.form("product=" + product.id.hex() + "&quantity=" + std::string(quantity));
    return answer(asked);
  }
  std::string order_form(std::string_view key, std::string_view more = "") {
    return "idempotency_key=" + std::string(key) + "&zone=MSK&name=Anna&address=Nevsky+1&contact=a%40b.org" +
           std::string(more);
  }

  static std::string path_of(const Product& product) { return "/products/" + product.id.hex(); }
  static std::string location(const http::Response& response) {
    return http::test::header_of(response, "Location");
  }
  std::size_t tokens() { return must(keyspace().read().zcard(keyspace::keys::recent())); }
  std::map<ProductId, std::int64_t> cart_of(const Token& who) { return lines(UserId(sessions_.id_of(who))); }
  Order only_order(const Token& who) {
    const auto page = must(shop().orders.history(UserId(sessions_.id_of(who)), 10, ""));
    EXPECT_EQ(page.orders.size(), 1u);
    return page.orders.at(0);
  }

  const http::Secret secret_ = http::Secret::random();
  accounts::Sessions touched_;
  TouchedSessions sessions_;
  http::Readiness readiness_;
  std::unique_ptr<http::Pages> pages_;
  std::unique_ptr<http::ErrorPages> error_pages_;
  std::optional<http::Site> site_;
  Token anna_ = sessions_.log_in("anna", http::Role::Member);
  Token ivan_ = sessions_.log_in("ivan", http::Role::Member);
};

}  // namespace stoa::shop::test
