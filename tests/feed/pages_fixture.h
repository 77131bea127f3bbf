#pragma once
// The feed's pages as a browser meets them: a site over a whole feed, without sockets.

#include "comments_fixture.h"
#include "feed/api.h"
#include "feed/feed.h"
#include "feed/pages_front.h"
#include "http/asked.h"
#include "http/friendly_error_pages.h"
#include "http/house_pages.h"
#include "http/percent.h"
#include "http/site.h"
#include "shop/known_sessions.h"

namespace stoa::feed::test {

using http::test::body_of;
using http::test::header_of;
using testing::HasSubstr;
using testing::Not;

using Who = std::optional<Token>;

/// The rules under the pages are those of Talk: `articles`, `comments`, `moderation` and so on.
class FeedPages : public testing::Test, protected Talk {
 protected:
  FeedPages() : Talk(std::make_unique<keyspace::OpenEmbedded>()), readiness_({}) {
    http::PagesOptions options{.secret = secret_};
    options.missing = http::PagesOptions::Missing::Throw;
    options.version = "1.2.3";
    options.doors = {http::Door::Account, http::Door::Shop, http::Door::Feed};
    options.clock = &clock();
    pages_ = must(http::Pages::open(options));
    error_pages_ = http::friendly_error_pages(*pages_);
    http::SiteOptions site{.secret = secret_};
    site.routes = http::joined({http::house_routes(*pages_, readiness_),
                                {product_card()},
                                api_routes({feed_, records, clock()}),
                                front_pages({feed_, *pages_, records, clock()})});
    site.sessions = &sessions_;
    site.error_pages = error_pages_.get();
    site.records = &records;
    site.buckets = bucket_rules();
    site.clock = &clock();
    site_.emplace(std::move(site));
    for (const auto& who : {kAnna, kBoris, kAdmin}) open_account(who.name);
  }

  http::Response answer(http::test::Asked& asked) { return http::test::answer_of(*site_, asked); }
  http::Response get(std::string_view path, const Who& who = std::nullopt, std::string_view language = "en") {
    // The rules are changed behind the site's back here, and lists may be kept so long.
    clock().advance(kListKept);
    return http::test::page_of(*site_, path, who, language);
  }
  /// The markup of a page that is there.
  std::string page(std::string_view path, const Who& who = std::nullopt, std::string_view language = "en") {
    const http::Response response = get(path, who, language);
    EXPECT_EQ(response.status, 200) << path;
    return body_of(response);
  }
  /// As htmx asks for the part that is put at `target`.
  http::Response part(std::string_view path, std::string_view target, const Who& who = std::nullopt) {
    http::test::Asked asked(http::Method::Get, path);
    if (who) asked.cookie("stoa_session", who->text());
    asked.header("HX-Request", "true").header("HX-Target", target);
    return answer(asked);
  }
  enum class By { Browser, Htmx };
  /// A form from our own page, with its token.
  http::Response send(std::string_view path, std::string fields, const Token& who, By by = By::Browser) {
    http::test::Asked asked(http::Method::Post, path);
    asked.cookie("stoa_session", who.text()).header("Accept", "text/html");
    if (by == By::Htmx) asked.header("HX-Request", "true");
    asked.form("csrf=" + http::Csrf(secret_).token(who.text()) + (fields.empty() ? "" : "&" + fields));
    return answer(asked);
  }
  /// `name=value`, encoded.
  static std::string field(std::string_view name, std::string_view value) {
    std::string form;
    http::append_field(name, value, form);
    return form;
  }
  static std::string location(const http::Response& response) { return header_of(response, "Location"); }
  static std::string path_of(ArticleId id) { return "/feed/" + std::to_string(id); }
  static std::string path_of(const CommentId& id) { return "/feed/comments/" + id.hex(); }

  /// What the shop would give for it; it knows no other product.
  inline static const ProductId kProduct = must(ProductId::parse("5f0000000000000000000001"));

  const http::Secret secret_ = http::Secret::random();
  Feed feed_{keyspace(), records, outbox, clock(), records::CursorKey::make()};
  shop::test::KnownSessions sessions_;
  http::Readiness readiness_;
  std::unique_ptr<http::Pages> pages_;
  std::unique_ptr<http::ErrorPages> error_pages_;
  std::optional<http::Site> site_;
  Token anna_ = sessions_.log_in("anna", http::Role::Member);
  Token boris_ = sessions_.log_in("boris", http::Role::Member);
  Token warden_ = sessions_.log_in("warden", http::Role::Admin);

 private:
  static http::Route product_card() {
    return {.path = "/fragments/product/{product:id}",
            .kind = http::Kind::Fragment,
            .handler = [](http::Call& call) -> Result<http::Response> {
              if (call.parameter<ProductId>("product") != kProduct)
                return Error{Error::Kind::NotFound, "product.absent", "there is no such product"};
              return http::html("<p>A fine lamp, 12 in Moscow</p>");
            }};
  }
};

}  // namespace stoa::feed::test
