#pragma once
// The shop's API over a whole shop, without sockets.

#include "http/asked.h"
#include "http/site.h"
#include "known_sessions.h"
#include "shop/api.h"
#include "shop_fixture.h"

namespace stoa::shop::test {

class ApiSite : public testing::Test, protected World {
 protected:
  ApiSite() : World(std::make_unique<keyspace::OpenEmbedded>()) {
    http::SiteOptions options{.secret = http::Secret::random()};
    options.routes = api_routes({shop(), records(), clock(), [](http::Call& call) -> Result<Token> {
                                   const Token token = Token::make();
                                   call.set_cookie({std::string(http::kSessionCookie), token.text()});
                                   return token;
                                 }});
    options.buckets = bucket_rules();
    options.sessions = &sessions_;
    options.records = &records();
    options.clock = &clock();
    site_.emplace(std::move(options));
  }

  http::Response ask(http::test::Asked& asked, const std::optional<Token>& who) {
    if (who) asked.header("Authorization", "Bearer " + who->text());
    return http::test::answer_of(*site_, asked);
  }

  KnownSessions sessions_;
  std::optional<http::Site> site_;
  Token anna_ = sessions_.log_in("anna", http::Role::Member);
  Token ivan_ = sessions_.log_in("ivan", http::Role::Member);
  Token boss_ = sessions_.log_in("boss", http::Role::Admin);
};

}  // namespace stoa::shop::test
