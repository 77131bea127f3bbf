#pragma once
#include "base/ids.h"
#include "base/must.h"
#include "http/application.h"
#include "http/ascii.h"
#include "http/cookies.h"
#include "http/request.h"
#include "http/response.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http::test {

/// A request as the server would give it, with everything its views refer to.
class Asked {
 public:
  explicit Asked(Method method, std::string_view target) {
    request_.method = method;
    request_.target = keep(target);
    std::string_view left = request_.target;
    request_.path = cut(left, '?');
    request_.query = left;
    request_.client = "192.0.2.1";
    request_.id = "id-1";
  }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  Asked& header(std::string_view name, std::string_view value) {
    headers_.push_back({keep(name), keep(value)});
    return *this;
  }
  Asked& cookie(std::string_view name, std::string_view value) {
    return header("Cookie", std::string(name) + "=" + std::string(value));
  }
  Asked& body(std::string_view type, std::string_view bytes) {
    request_.body = keep(bytes);
    return header("Content-Type", type);
  }
  Asked& json(std::string_view bytes) { return body("application/json", bytes); }
  Asked& form(std::string_view bytes) { return body("application/x-www-form-urlencoded", bytes); }
  Asked& from(std::string_view client) {
    request_.client = keep(client);
    return *this;
  }
  Asked& over(Scheme scheme) {
    request_.scheme = scheme;
    return *this;
  }

  Request& request() {
    request_.headers = headers_;
    return request_;
  }

 private:
  std::string_view keep(std::string_view text) { return kept_.emplace_back(text); }

  std::deque<std::string> kept_;
  std::vector<HeaderView> headers_;
  Request request_;
};

inline std::string body_of(const Response& response) {
  if (const auto* own = std::get_if<std::string>(&response.body)) return *own;
  return *std::get<std::shared_ptr<const std::string>>(response.body);
}

/// What a server with this site would answer.
inline Response answer_of(Application& site, Asked& asked) {
  auto planned = site.plan(asked.request());
  if (auto* refusal = std::get_if<Response>(&planned)) return *std::move(refusal);
  return site.handle(asked.request());
}

/// A page as a browser asks for it, with the cookie of its session.
inline Response page_of(Application& site, std::string_view target, const std::optional<Token>& session,
                        std::string_view language) {
  Asked asked(Method::Get, target);
  if (session) asked.cookie(kSessionCookie, session->text());
  asked.header("Accept", "text/html").header("Accept-Language", language);
  return answer_of(site, asked);
}

/// Empty when there is none.
inline std::string header_of(const Response& response, std::string_view name) {
  const std::string* value = response.header(name);
  return value == nullptr ? std::string() : *value;
}

/// The session that an answer begins.
inline std::optional<Token> session_in(const Response& response) {
  const std::string start = std::string(kSessionCookie) + "=";
  for (const Header& header : response.headers) {
    if (header.name != "Set-Cookie" || !header.value.starts_with(start)) continue;
    const auto text = header.value.substr(start.size(), header.value.find(';') - start.size());
    if (!text.empty()) return stoa::test::must(Token::parse(text));
  }
  return std::nullopt;
}

}  // namespace stoa::http::test
