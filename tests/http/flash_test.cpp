#include "http/flash.h"

#include "asked.h"

#include <gmock/gmock.h>

namespace stoa::http {
namespace {
using test::Asked;
using namespace std::chrono_literals;

const Time kNow{1'700'000'000s};

/// The cookie that leaving a message sets.
std::string left(const Secret& secret, Flash flash, Time now = kNow) {
  Asked asked(Method::Post, "/");
  Call call(asked.request());
  leave_flash(call, secret, std::move(flash), now);
  return call.cookies_to_set.at(0).value;
}

std::optional<Flash> taken(const Secret& secret, std::string_view cookie, Time now = kNow) {
  Asked asked(Method::Get, "/");
  asked.cookie(kFlashCookie, cookie);
  Call call(asked.request());
  return take_flash(call, secret, now);
}

TEST(Flash, WhatWasLeftIsTaken) {
  const Secret secret = Secret::random();
  const auto flash = taken(secret, left(secret, {Flash::Kind::Bad, "Не вышло; 100% <b> \"x\""}));
  ASSERT_TRUE(flash);
  EXPECT_EQ(flash->kind, Flash::Kind::Bad);
  EXPECT_EQ(flash->text, "Не вышло; 100% <b> \"x\"");
}

TEST(Flash, TakingItRemovesTheCookie) {
  const Secret secret = Secret::random();
  Asked asked(Method::Get, "/");
  asked.cookie(kFlashCookie, left(secret, {Flash::Kind::Good, "done"}));
  Call call(asked.request());
  take_flash(call, secret, kNow);
  ASSERT_EQ(call.cookies_to_set.size(), 1u);
  EXPECT_EQ(call.cookies_to_set[0].name, kFlashCookie);
  EXPECT_EQ(call.cookies_to_set[0].max_age, 0s);
}

TEST(Flash, WithoutOneNoCookieIsTouched) {
  Asked asked(Method::Get, "/");
  Call call(asked.request());
  EXPECT_FALSE(take_flash(call, Secret::random(), kNow));
  EXPECT_TRUE(call.cookies_to_set.empty());
}

TEST(Flash, IsForgottenAfterAMinute) {
  const Secret secret = Secret::random();
  const std::string cookie = left(secret, {Flash::Kind::Good, "done"});
  EXPECT_TRUE(taken(secret, cookie, kNow + 60s));
  EXPECT_FALSE(taken(secret, cookie, kNow + 61s));
}

TEST(Flash, AnotherSiteCannotPutWordsIntoOurMouth) {
  const Secret secret = Secret::random();
  EXPECT_FALSE(taken(secret, left(Secret::random(), {Flash::Kind::Good, "pay here"})));
}

TEST(Flash, AChangedByteAnywhereIsNoticed) {
  const Secret secret = Secret::random();
  const std::string cookie = left(secret, {Flash::Kind::Good, "done"});
  for (std::size_t i = 0; i < cookie.size(); ++i) {
    std::string changed = cookie;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(taken(secret, changed)) << i;
  }
}

TEST(Flash, GarbageIsNoMessage) {
  const Secret secret = Secret::random();
  for (const std::string& garbage : {std::string(), std::string("."), std::string("a.b"), std::string("...."),
                                     std::string(5'000, 'A'), std::string("!!!.!!!")})
    EXPECT_FALSE(taken(secret, garbage));
}

TEST(Flash, ALongTextIsCutAtACharacter) {
  const Secret secret = Secret::random();
  std::string text = "x";
  for (int i = 0; i < 1'000; ++i) text += "я";
  const auto flash = taken(secret, left(secret, {Flash::Kind::Info, text}));
  ASSERT_TRUE(flash);
  EXPECT_EQ(flash->text.size(), 999u);
  EXPECT_TRUE(text.starts_with(flash->text));
}

}  // namespace
}  // namespace stoa::http
