#include "shop_visits.h"

#include "shop_house.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::bench {
namespace {

/// More than are answered in a round, so that nobody's data is at hand because they just were there.
constexpr std::uint64_t kRequests = 100'000;

std::string from(std::uint64_t visitor) {
  return fmt::format("X-Forwarded-For: 10.{}.{}.{}\r\n", visitor >> 16 & 255, visitor >> 8 & 255,
                     visitor & 255);
}

std::string with_bearer(std::uint64_t number) {
  return from(number) + fmt::format("Authorization: Bearer {}\r\nContent-Type: application/json\r\n",
                                    visitor(number).text());
}

template <class Make>
Script script_of(std::uint64_t many, Make make) {
  Script script;
  script.requests.reserve(many);
  for (std::uint64_t i = 0; i < many; ++i) script.requests.push_back(make(i));
  return script;
}

}  // namespace

std::string with_cookie(std::uint64_t number) {
  return from(number) + fmt::format("Cookie: stoa_session={}\r\n", visitor(number).text());
}

template <class Make>
Script Visits::by_guests(Make make) {
  return script_of(kRequests, [&](std::uint64_t) { return make(random_.below(guests_)); });
}

Script Visits::pages_of(std::uint64_t products, std::string_view query) {
  return by_guests([&](std::uint64_t guest) {
    return browser_request("GET", fmt::format("/products/{}{}", products_[random_.below(products)], query),
                           with_cookie(guest));
  });
}

Script Visits::lists() {
  return by_guests([&](std::uint64_t guest) {
    return browser_request("GET", "/shop/" + category_slug(random_.below(20)), with_cookie(guest));
  });
}

Script Visits::searches() {
  return by_guests([&](std::uint64_t guest) {
    return browser_request("GET", fmt::format("/search?q=brass+lamps+{}", random_.below(1000)),
                           with_cookie(guest));
  });
}

Script Visits::additions() {
  return by_guests([&](std::uint64_t guest) {
    return browser_request("POST", "/api/cart/items", with_bearer(guest),
                           fmt::format(R"({{"product_id":"{}","quantity":1}})", any_product()));
  });
}

Script Visits::checkouts(std::uint64_t orders, std::uint64_t turn) {
  auto script = script_of(orders, [&](std::uint64_t n) {
    return browser_request(
        "POST", "/api/orders",
        with_bearer(guests_ + turn * orders + n) + "Idempotency-Key: 6c1a4f0e-order\r\n",
        R"({"zone":"MSK","delivery":{"name":"Anna","address":"Nevsky 1","contact":"a@example.org"}})");
  });
  script.expected = "HTTP/1.1 201";
  script.then = Script::Then::End;
  return script;
}

Script Visits::log_ins() {
  auto script = script_of(2'000, [&](std::uint64_t n) {
    return browser_request(
        "POST", "/api/session", from(n) + "Content-Type: application/json\r\n",
        fmt::format(R"({{"name":"{}","password":"{}"}})", member_name(n), kMembersPassword));
  });
  script.expected = "HTTP/1.1 201";
  return script;
}

HttpRate best_of_rounds(FunctionRef<HttpRate(int)> play) {
  HttpRate best = play(0);
  for (int round = 1; round < kRounds; ++round) {
    const HttpRate next = play(round);
    best.per_second = std::max(best.per_second, next.per_second);
    best.cpu_microseconds = std::min(best.cpu_microseconds, next.cpu_microseconds);
  }
  return best;
}

HttpRate best_rate(const HelloServer& server, FunctionRef<Script()> script) {
  using namespace std::chrono_literals;
  const auto play = [&](std::chrono::milliseconds most) {
    return http_script(server.port(), server.pid(), script(), kConnections, most);
  };
  play(500ms);
  return best_of_rounds([&](int) { return play(1500ms); });
}

}  // namespace stoa::bench
