#pragma once
// Sessions that tests make by hand.

#include "http/viewer.h"
#include "keyspace/engines.h"

#include <map>
#include <string_view>

namespace stoa::shop::test {

class KnownSessions : public http::Sessions {
 public:
  Result<http::Viewer> find(const Token& token) override {
    http::Viewer viewer;
    if (const auto known = viewers_.find(token); known != viewers_.end()) viewer = known->second;
    viewer.token = token;
    return viewer;
  }
  Token log_in(std::string_view name, http::Role role) {
    const Token token = Token::make();
    viewers_[token] = {.role = role,
                       .token = token,
                       .name = keyspace::must(Shortcode::parse(name)),
                       .id = ObjectId::make(Clock::system().now())};
    return token;
  }
  ObjectId id_of(const Token& token) const { return viewers_.at(token).id.value(); }

 private:
  std::map<Token, http::Viewer> viewers_;
};

}  // namespace stoa::shop::test
