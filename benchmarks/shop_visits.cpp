#include "shop_visits.h"

#include "rounds.h"
#include "shop_house.h"
#include "whole_house.h"

#include <fmt/format.h>

#include <array>

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

std::string Visits::search_text() {
  static constexpr std::array kWords{"brass", "oak",  "linen", "shade", "cord",
                                     "bulb",  "desk", "shelf", "lamp"};
  return fmt::format("{}+{}", kWords[random_.below(kWords.size())], series(random_.below(kSeries)));
}

Script Visits::searches() {
  return by_guests([&](std::uint64_t guest) {
    return browser_request("GET", "/search?q=" + search_text(), with_cookie(guest));
  });
}

Script Visits::new_searches() {
  return by_guests([&](std::uint64_t guest) {
    // Blanks, large letters and small ones change nothing but the text.
    std::string text = std::string(random_.below(64), '+') + search_text();
    for (char& letter : text)
      if (letter >= 'a' && random_.below(2) == 1) letter = static_cast<char>(letter - 'a' + 'A');
    return browser_request("GET", "/search?q=" + text, with_cookie(guest));
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
