#include "shop_visits.h"

#include "rounds.h"
#include "shop_house.h"
#include "whole_house.h"

#include <fmt/format.h>

namespace stoa::bench {
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

Script Visits::every_product() {
  auto script = script_of(products_.size(), [&](std::uint64_t n) {
    return browser_request("GET", "/api/products/" + products_[n], from_address(n));
  });
  script.then = Script::Then::End;
  return script;
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
        "POST", "/api/session", from_address(n) + "Content-Type: application/json\r\n",
        fmt::format(R"({{"name":"{}","password":"{}"}})", member_name(n), kMembersPassword));
  });
  script.expected = "HTTP/1.1 201";
  return script;
}

}  // namespace stoa::bench
