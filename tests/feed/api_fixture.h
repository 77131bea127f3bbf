#pragma once
// The feed's JSON routes as a program meets them: a site over a whole feed, without sockets.

#include "base/json.h"
#include "comments_fixture.h"
#include "feed/api.h"
#include "http/asked.h"
#include "http/site.h"
#include "shop/known_sessions.h"

#include <boost/json.hpp>

namespace stoa::feed::test {

using http::Method;
using http::Response;
using http::test::body_of;
using http::test::header_of;
using testing::HasSubstr;
using testing::Not;

/// The rules under the routes are those of Talk: `articles`, `comments`, `moderation` and so on.
class ApiWorld : protected Talk {
 protected:
  explicit ApiWorld(std::unique_ptr<keyspace::OpenEngine> engine) : Talk(std::move(engine)) {
    http::SiteOptions options{.secret = http::Secret::random()};
    options.routes = http::joined({{product_card()}, api_routes({feed_, records, clock()})});
    options.buckets = bucket_rules();
    options.sessions = &sessions_;
    options.records = &records;
    options.clock = &clock();
    site_.emplace(std::move(options));
    for (const auto& who : {kAnna, kBoris, kAdmin}) open_account(who.name);
  }
  Response ask(Method method, std::string_view target, const std::optional<Token>& who = std::nullopt,
               std::string_view json = {}) {
    http::test::Asked asked(method, target);
    if (!json.empty()) asked.json(json);
    if (who) asked.header("Authorization", "Bearer " + who->text());
    return http::test::answer_of(*site_, asked);
  }
  /// The answer as JSON; null when it has another status.
  boost::json::value asked(int status, Method method, std::string_view target,
                           const std::optional<Token>& who = std::nullopt, std::string_view json = {}) {
    const Response answer = ask(method, target, who, json);
    EXPECT_EQ(answer.status, status) << name_of(method) << ' ' << target << ' ' << body_of(answer);
    if (answer.status != status || body_of(answer).empty()) return nullptr;
    return boost::json::parse(body_of(answer));
  }
  boost::json::value got(std::string_view target, const std::optional<Token>& who = std::nullopt) {
    return asked(200, Method::Get, target, who);
  }
  /// `code` of the problem that it answers with.
  std::string refused(int status, Method method, std::string_view target,
                      const std::optional<Token>& who = std::nullopt, std::string_view json = {}) {
    const auto problem = asked(status, method, target, who, json);
    return problem.is_object() ? std::string(problem.at("code").as_string()) : "";
  }
  static std::string text(const boost::json::value& object, std::string_view field) {
    return std::string(object.at(field).as_string());
  }
  static ArticleId id_in(const std::string& path) { return std::stoll(path.substr(path.rfind('/') + 1)); }
  /// Its path.
  std::string posted(std::string_view link = "https://example.org/") {
    const Response answer =
        ask(Method::Post, "/api/articles", anna_,
            "{\"title\":\"T\",\"groups\":[\"things\"],\"link\":\"" + std::string(link) + "\"}");
    EXPECT_EQ(answer.status, 201) << body_of(answer);
    return header_of(answer, "Location");
  }

  Feed feed_{keyspace(), records, outbox, clock(), records::CursorKey::make()};
  shop::test::KnownSessions sessions_;
  std::optional<http::Site> site_;
  Token anna_ = sessions_.log_in("anna", http::Role::Member);
  Token boris_ = sessions_.log_in("boris", http::Role::Member);
  Token warden_ = sessions_.log_in("warden", http::Role::Admin);

  /// What the shop has; it knows no other product.
  inline static const ProductId kProduct = must(ProductId::parse("5f0000000000000000000001"));

 private:
  static http::Route product_card() {
    return {.path = "/fragments/product/{product:id}",
            .kind = http::Kind::Fragment,
            .handler = [](http::Call& call) -> Result<Response> {
              if (call.parameter<ProductId>("product") == kProduct) return http::html("<p>A fine lamp</p>");
              return Error{Error::Kind::NotFound, "product.absent", "there is no such product"};
            }};
  }
};

class FeedApi : public testing::Test, protected ApiWorld {
 protected:
  FeedApi() : ApiWorld(std::make_unique<keyspace::OpenEmbedded>()) {}
};

}  // namespace stoa::feed::test
