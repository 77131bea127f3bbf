#include "http/csrf.h"

#include "asked.h"
#include "http/cookies.h"

#include <gmock/gmock.h>

namespace stoa::http {
namespace {
using test::Asked;
using Origin = Csrf::Origin;

TEST(Csrf, AcceptsEveryTokenOfTheSameSeedAndNoOther) {
  const Csrf csrf(Secret::random());
  const std::string first = csrf.token("session"), second = csrf.token("session");
  EXPECT_NE(first, second);
  EXPECT_TRUE(csrf.accepts("session", first));
  EXPECT_TRUE(csrf.accepts("session", second));
  EXPECT_FALSE(csrf.accepts("another", first));
  EXPECT_FALSE(Csrf(Secret::random()).accepts("session", first));
}

TEST(Csrf, RefusesWhatIsNoToken) {
  const Csrf csrf(Secret::random());
  std::string token = csrf.token("s");
  for (const std::string& bad : {std::string(), std::string("x"), token + "A", token.substr(1),
                                 std::string(43, 'A'), std::string(100'000, 'A'), std::string("\0\0", 2)})
    EXPECT_FALSE(csrf.accepts("s", bad)) << bad.size();
  token[token.size() - 2] = token[token.size() - 2] == 'A' ? 'B' : 'A';
  EXPECT_FALSE(csrf.accepts("s", token));
}

TEST(Csrf, KnowsWhereARequestComesFrom) {
  const auto origin = [](std::initializer_list<HeaderView> headers) {
    Request request;
    const std::vector<HeaderView> kept(headers);
    request.headers = kept;
    return Csrf::origin_of(request);
  };
  EXPECT_EQ(origin({{"Sec-Fetch-Site", "same-origin"}}), Origin::Own);
  EXPECT_EQ(origin({{"Sec-Fetch-Site", "none"}}), Origin::Own);
  EXPECT_EQ(origin({{"Sec-Fetch-Site", "same-site"}}), Origin::Foreign);
  EXPECT_EQ(origin({{"Sec-Fetch-Site", "cross-site"}, {"Host", "a"}, {"Origin", "https://a"}}),
            Origin::Foreign);
  EXPECT_EQ(origin({{"Host", "shop.example"}, {"Origin", "https://shop.example"}}), Origin::Own);
  EXPECT_EQ(origin({{"Host", "shop.example:443"}, {"Origin", "https://SHOP.example"}}), Origin::Own);
  EXPECT_EQ(origin({{"Host", "127.0.0.1:8080"}, {"Origin", "http://127.0.0.1:8080"}}), Origin::Own);
  EXPECT_EQ(origin({{"Host", "shop.example:8080"}, {"Origin", "https://shop.example"}}), Origin::Foreign);
  EXPECT_EQ(origin({{"Host", "shop.example"}, {"Origin", "https://shop.example.evil"}}), Origin::Foreign);
  EXPECT_EQ(origin({{"Host", "shop.example"}, {"Origin", "null"}}), Origin::Foreign);
  EXPECT_EQ(origin({{"Origin", "https://a"}}), Origin::Foreign);
  EXPECT_EQ(origin({{"Host", "shop.example"}, {"Referer", "https://shop.example/products/1?a=b"}}),
            Origin::Own);
  EXPECT_EQ(origin({{"Host", "shop.example"}, {"Referer", "https://evil.example/https://shop.example/"}}),
            Origin::Foreign);
  EXPECT_EQ(origin({{"Host", "shop.example"}, {"Referer", "https://evil.example?://shop.example"}}),
            Origin::Foreign);
  EXPECT_EQ(origin({{"Host", "shop.example"}, {"Referer", "https://shop.example@evil.example/"}}),
            Origin::Foreign);
  EXPECT_EQ(origin({{"Host", "a"}, {"Origin", "https://evil"}, {"Referer", "https://a/"}}), Origin::Foreign);
  EXPECT_EQ(origin({}), Origin::Unknown);
}

TEST(Cookies, AreFoundByTheirWholeName) {
  Asked asked(Method::Get, "/");
  asked.header("Cookie", "a=1; stoa_session=abc ;b=x=y").header("cookie", "c=3; a=4");
  EXPECT_EQ(find_cookie(asked.request(), "a"), "1");
  EXPECT_EQ(find_cookie(asked.request(), "stoa_session"), "abc");
  EXPECT_EQ(find_cookie(asked.request(), "b"), "x=y");
  EXPECT_EQ(find_cookie(asked.request(), "c"), "3");
  EXPECT_EQ(find_cookie(asked.request(), "session"), std::nullopt);
}

TEST(Cookies, AreForTheServerAloneAndSecureUnderHttps) {
  EXPECT_EQ(set_cookie_value({"a", "1"}, Scheme::Http), "a=1; Path=/; HttpOnly; SameSite=Lax");
  EXPECT_EQ(set_cookie_value({"a", "1", std::chrono::seconds(60)}, Scheme::Https),
            "a=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure");
  EXPECT_THROW(set_cookie_value({"a", "1; Domain=evil"}, Scheme::Http), std::logic_error);
  EXPECT_THROW(set_cookie_value({"a", "1\r\nX: y"}, Scheme::Http), std::logic_error);
}

}  // namespace
}  // namespace stoa::http
