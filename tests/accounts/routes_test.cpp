#include "accounts/routes.h"

#include "accounts/session_cookie.h"
#include "accounts/viewers.h"
#include "house.h"
#include "http/asked.h"
#include "http/friendly_error_pages.h"
#include "http/site.h"

namespace stoa::accounts {
namespace {
using namespace std::chrono_literals;
using http::Method;
using http::Response;
using http::test::Asked;
using http::test::body_of;
using http::test::header_of;
using http::test::session_in;
using test::House;
using test::must;
using test::named;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
namespace keys = keyspace::keys;

/// The accounts behind a whole site, on the embedded engines.
class Routes : public testing::Test {
 protected:
  Routes() : viewers_(house_.sessions()) {
    http::PagesOptions options{.secret = secret_};
    options.missing = http::PagesOptions::Missing::Throw;
    options.doors = {http::Door::Account};
    options.clock = &house_.clock();
    pages_ = must(http::Pages::open(options));
    error_pages_ = http::friendly_error_pages(*pages_);
    http::SiteOptions site{.secret = secret_};
    site.routes = routes(house_.accounts(), *pages_);
    site.routes.push_back({.method = Method::Post,
                           .path = "/api/touch",
                           .summary = "Changes something",
                           .handler = [this](http::Call& call) -> Result<Response> {
                             return http::json(STOA_TRY(ensure_session(call, house_.sessions())).text());
                           }});
    site.sessions = &viewers_;
    site.error_pages = error_pages_.get();
    site.records = &house_.records();
    site.buckets = bucket_rules();
    site.clock = &house_.clock();
    site_.emplace(std::move(site));
  }

  Response answer(Asked& asked) { return http::test::answer_of(*site_, asked); }
  Response get(std::string_view path, const std::optional<Token>& token = std::nullopt,
               std::string_view language = "en") {
    return http::test::page_of(*site_, path, token, language);
  }
  /// As a program sends it.
  Response api(Method method, std::string_view path, std::string_view json = {},
               const std::optional<Token>& token = std::nullopt, std::string_view from = "192.0.2.1") {
    Asked asked(method, path);
    if (!json.empty()) asked.json(json);
    if (token) asked.header("Authorization", "Bearer " + token->text());
    asked.from(from);
    return answer(asked);
  }
  /// A form that was taken from our own page.
  Response post(std::string_view path, std::string fields, const std::optional<Token>& token = std::nullopt,
                std::string_view from = "192.0.2.1") {
    const std::string seed = token ? token->text() : "seed-of-a-guest";
    Asked asked(Method::Post, path);
    asked.cookie(token ? "stoa_session" : "stoa_csrf", seed).header("Accept", "text/html").from(from);
    asked.form("csrf=" + http::Csrf(secret_).token(seed) + (fields.empty() ? "" : "&" + fields));
    return answer(asked);
  }

  std::size_t tokens() { return must(house_.read().zcard(keys::recent())); }

  const http::Secret secret_ = http::Secret::random();
  House house_{keyspace::every_engine().front()};
  Viewers viewers_;
  std::unique_ptr<http::Pages> pages_;
  std::unique_ptr<http::ErrorPages> error_pages_;
  std::optional<http::Site> site_;
};

constexpr std::string_view kAnn = R"({"name":"ann","password":"correct horse battery"})";

TEST_F(Routes, AnAccountIsMadeAndItsOwnerLogsInWithTheToken) {
  const Response made = api(Method::Post, "/api/users", kAnn);
  EXPECT_EQ(made.status, 201);
  EXPECT_THAT(body_of(made), AllOf(HasSubstr(R"("name":"ann")"), HasSubstr(R"("role":"member")"),
                                   Not(HasSubstr("argon2")), Not(HasSubstr("battery"))));
  const Response opened = api(Method::Post, "/api/session", kAnn);
  EXPECT_EQ(opened.status, 201);
  const auto token = session_in(opened);
  ASSERT_TRUE(token);
  EXPECT_THAT(body_of(opened), HasSubstr(token->text()));
  EXPECT_THAT(body_of(api(Method::Get, "/api/session", {}, token)), HasSubstr(R"("name":"ann")"));
  EXPECT_EQ(api(Method::Get, "/api/account", {}, token).status, 200);
  EXPECT_EQ(api(Method::Get, "/api/account").status, 401);
}

TEST_F(Routes, TheSessionsCookieIsOutOfReachForScripts) {
  house_.add("ann");
  const Response opened = api(Method::Post, "/api/session", kAnn);
  EXPECT_THAT(header_of(opened, "Set-Cookie"), AllOf(HasSubstr("HttpOnly"), HasSubstr("SameSite=Lax")));
  EXPECT_EQ(header_of(opened, "Cache-Control"), "no-store");
}

TEST_F(Routes, ASecondAccountOfOneNameAnswers409) {
  EXPECT_EQ(api(Method::Post, "/api/users", kAnn).status, 201);
  const Response second = api(Method::Post, "/api/users", kAnn);
  EXPECT_EQ(second.status, 409);
  EXPECT_THAT(body_of(second), HasSubstr("account.name_taken"));
}

TEST_F(Routes, BadBodiesAreRefusedAndMakeNothing) {
  const std::string long_password(257, 'x'), long_name(101, 'x');
  for (const std::string& body : {
           std::string("{}"),
           std::string("[]"),
           std::string(R"({"name":"ann"})"),
           std::string(R"({"name":"ann","password":"correct horse","role":"admin"})"),
           std::string(R"({"name":"ann","password":12345678})"),
           std::string(R"({"name":["ann"],"password":"correct horse"})"),
           std::string(R"({"name":"Ann","password":"correct horse"})"),
           std::string(R"({"name":"an","password":"correct horse"})"),
           std::string(R"({"name":"admin","password":"correct horse"})"),
           std::string(R"({"name":"ann","password":"short"})"),
           std::string(R"({"name":"ann","password":"password1"})"),
           std::string("{\"name\":\"ann\",\"password\":\"correct \xff\xfe horse\"}"),
           R"({"name":"ann","password":")" + long_password + R"("})",
           R"({"name":")" + long_name + R"(","password":"correct horse"})",
       }) {
    house_.clock().advance(1h);
    EXPECT_EQ(api(Method::Post, "/api/users", body).status, 400) << body;
  }
  EXPECT_FALSE(must(house_.users().find(named("ann"))));
  EXPECT_EQ(api(Method::Post, "/api/session", R"({"name":"ann","password":"x","extra":1})").status, 400);
  Asked form(Method::Post, "/api/session");
  form.form("name=ann&password=correct+horse+battery");
  EXPECT_EQ(answer(form).status, 415);
}

TEST_F(Routes, AnUnknownUserAndAWrongPasswordGetTheSameAnswer) {
  house_.add("ann");
  const Response wrong = api(Method::Post, "/api/session", R"({"name":"ann","password":"a guess at it"})");
  const Response unknown = api(Method::Post, "/api/session", R"({"name":"bob","password":"a guess at it"})");
  EXPECT_EQ(wrong.status, 403);
  EXPECT_EQ(unknown.status, wrong.status);
  EXPECT_EQ(body_of(unknown), body_of(wrong));
  EXPECT_FALSE(session_in(wrong));
}

TEST_F(Routes, GuessingAtOneAccountFromManyAddressesIsSlowedDown) {
  house_.add("ann");
  const auto guess = [&](int address) {
    return api(Method::Post, "/api/session", R"({"name":"Ann","password":"a guess at it"})", std::nullopt,
               "192.0.2." + std::to_string(address));
  };
  for (int address = 1; address <= 10; ++address) EXPECT_EQ(guess(address).status, 403);
  const Response refused = guess(11);
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(header_of(refused, "Retry-After"), "6");
  EXPECT_EQ(api(Method::Post, "/api/session", kAnn).status, 429);
  const Response page = post("/login", "name=ann&password=correct+horse+battery");
  EXPECT_EQ(page.status, 429);
  EXPECT_EQ(header_of(page, "Retry-After"), "6");
  EXPECT_THAT(body_of(page), HasSubstr("Too many attempts"));
  house_.clock().advance(7s);
  EXPECT_EQ(api(Method::Post, "/api/session", kAnn).status, 201);
}

TEST_F(Routes, GuessingAtManyAccountsFromOneAddressIsSlowedDown) {
  int refused = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string body = R"({"name":"user)" + std::to_string(i) + R"(","password":"a guess at it"})";
    refused += api(Method::Post, "/api/session", body).status == 429;
  }
  EXPECT_EQ(refused, 10);
}

TEST_F(Routes, AReaderWithoutACookieLeavesNoTrace) {
  house_.add("ann");
  for (const std::string_view path :
       {"/login", "/register", "/api/session", "/users/ann", "/account", "/nothing"})
    EXPECT_FALSE(session_in(get(path))) << path;
  EXPECT_EQ(tokens(), 0u);
}

TEST_F(Routes, AGuestWhoChangesSomethingGetsASessionOnce) {
  const auto token = session_in(api(Method::Post, "/api/touch"));
  ASSERT_TRUE(token);
  EXPECT_EQ(tokens(), 1u);
  const Response again = api(Method::Post, "/api/touch", {}, token);
  EXPECT_FALSE(session_in(again));
  EXPECT_THAT(body_of(again), HasSubstr(token->text()));
  EXPECT_EQ(tokens(), 1u);
}

TEST_F(Routes, EveryRequestWithATokenIsNoted) {
  const Token token = Token::make();
  get("/login", token);
  const auto first = house_.last_used(token);
  house_.clock().advance(1s);
  get("/login", token);
  EXPECT_EQ(*house_.last_used(token), *first + 1);
}

TEST_F(Routes, LoggingOutChangesTheToken) {
  house_.add("ann");
  const Token token = house_.log_in("ann");
  const Response out = api(Method::Delete, "/api/session", {}, token);
  EXPECT_EQ(out.status, 204);
  ASSERT_TRUE(session_in(out));
  EXPECT_NE(session_in(out), token);
  EXPECT_EQ(api(Method::Get, "/api/account", {}, token).status, 401);
  const Token here = house_.log_in("ann"), there = house_.log_in("ann");
  EXPECT_EQ(api(Method::Delete, "/api/sessions", {}, here).status, 204);
  EXPECT_EQ(api(Method::Get, "/api/account", {}, there).status, 401);
}

TEST_F(Routes, ThePasswordIsChangedAndTheAccountRemovedThroughTheApi) {
  house_.add("ann");
  const Token before = house_.log_in("ann");
  const Response changed =
      api(Method::Put, "/api/account/password",
          R"({"current_password":"correct horse battery","new_password":"another password"})", before);
  EXPECT_EQ(changed.status, 200);
  const auto token = session_in(changed);
  ASSERT_TRUE(token);
  EXPECT_EQ(api(Method::Get, "/api/account", {}, before).status, 401);
  EXPECT_EQ(api(Method::Post, "/api/account/removal", R"({"password":"a guess at it"})", token).status, 403);
  EXPECT_EQ(api(Method::Post, "/api/account/removal", R"({"password":"another password"})", token).status,
            204);
  EXPECT_EQ(api(Method::Get, "/api/account", {}, token).status, 401);
  EXPECT_EQ(api(Method::Get, "/api/users/ann").status, 404);
}

TEST_F(Routes, OnlyAdminsGiveRolesAndSeeTheSessions) {
  house_.add("boss", Role::Admin);
  house_.add("ann");
  const Token ann = house_.log_in("ann"), boss = house_.log_in("boss");
  const std::string_view path = "/api/admin/users/ann/role", body = R"({"role":"admin"})";
  EXPECT_EQ(api(Method::Put, path, body).status, 401);
  EXPECT_EQ(api(Method::Put, path, body, ann).status, 403);
  EXPECT_EQ(get("/admin/sessions", ann).status, 403);
  EXPECT_THAT(body_of(get("/admin/sessions", boss)), HasSubstr("Sessions"));
  EXPECT_THAT(body_of(api(Method::Get, "/api/admin/sessions", {}, boss)), HasSubstr(R"("logged_in":2)"));
  EXPECT_EQ(api(Method::Put, path, R"({"role":"king"})", boss).status, 400);
  EXPECT_EQ(api(Method::Put, "/api/admin/users/nobody_here/role", body, boss).status, 404);
  EXPECT_EQ(api(Method::Put, path, body, boss).status, 200);
  EXPECT_EQ(get("/admin/sessions", ann).status, 200);
}

TEST_F(Routes, ARequestThatAnotherSiteMadeIsRefused) {
  house_.add("ann");
  const Token token = house_.log_in("ann");
  for (const std::string_view path :
       {"/logout", "/logout/everywhere", "/account/password", "/account/removal", "/login", "/register"}) {
    Asked without(Method::Post, path);
    without.cookie("stoa_session", token.text()).form("name=ann");
    EXPECT_EQ(answer(without).status, 403) << path;
  }
  Asked foreign(Method::Delete, "/api/session");
  foreign.cookie("stoa_session", token.text()).header("Sec-Fetch-Site", "cross-site");
  EXPECT_EQ(answer(foreign).status, 403);
  EXPECT_EQ(api(Method::Get, "/api/account", {}, token).status, 200);
}

TEST_F(Routes, AVisitorRegistersAndIsLoggedIn) {
  const Token guest = must(house_.sessions().open());
  house_.shop_around(guest, {"7"});
  const Response done = post("/register", "name=Ann&password=correct+horse+battery&next=%2Fcart", guest);
  EXPECT_EQ(done.status, 303);
  EXPECT_EQ(header_of(done, "Location"), "/cart");
  const auto token = session_in(done);
  ASSERT_TRUE(token);
  EXPECT_THAT(house_.viewed(*token), testing::ElementsAre("7"));
  EXPECT_THAT(body_of(get("/account", token)), AllOf(HasSubstr("ann"), HasSubstr("in 1 place")));
}

TEST_F(Routes, AFormWithMistakesComesBackWithThemAndWithoutThePassword) {
  const Response page = post("/register", "name=%D0%90%D0%BD%D0%BD%D0%B0%22%3E&password=secret1");
  EXPECT_EQ(page.status, 422);
  EXPECT_THAT(body_of(page), AllOf(HasSubstr("There are 2 things to put right"), HasSubstr("Анна&quot;&gt;"),
                                   HasSubstr("href=\"#name\""), HasSubstr("The password is too short"),
                                   HasSubstr("aria-invalid"), Not(HasSubstr("secret1"))));
  EXPECT_FALSE(session_in(page));
  house_.add("ann");
  EXPECT_THAT(body_of(post("/register", "name=ann&password=correct+horse+battery")),
              HasSubstr("Somebody has this name"));
}

TEST_F(Routes, LogInGoesOnWhereTheVisitorWantedToBeAndNowhereElse) {
  house_.add("ann");
  const std::string form = "name=ann&password=correct+horse+battery&next=";
  EXPECT_EQ(header_of(post("/login", form + "%2Fcart%3Fa%3Db"), "Location"), "/cart?a=b");
  for (const std::string_view bad :
       {"https%3A%2F%2Fevil.example", "%2F%2Fevil.example", "%2F%5Cevil.example"})
    EXPECT_EQ(header_of(post("/login", form + std::string(bad)), "Location"), "/account") << bad;
  const Response guest = get("/account");
  EXPECT_EQ(guest.status, 303);
  EXPECT_EQ(header_of(guest, "Location"), "/login?next=%2Faccount");
}

TEST_F(Routes, WhoComesToTheDoorFromAPageGoesOnThere) {
  const auto next_from = [&](std::string_view referer) {
    Asked asked(Method::Get, "/login");
    asked.header("Host", "stoa.example").header("Referer", referer).header("Accept", "text/html");
    const std::string body = body_of(answer(asked));
    const std::size_t at = body.find("name=\"next\" value=\"") + 19;
    return body.substr(at, body.find('"', at) - at);
  };
  EXPECT_EQ(next_from("http://stoa.example/feed/7?order=new"), "/feed/7?order=new");
  for (const std::string_view other :
       {"http://evil.example/feed/7", "http://stoa.example//evil.example",
        "http://stoa.example/login?next=/feed", "http://stoa.example/register", "http://stoa.example/logout"})
    EXPECT_EQ(next_from(other), "/account") << other;
}

TEST_F(Routes, TheDoorSaysThatAFormWasNotSent) {
  EXPECT_THAT(body_of(get("/login?unsent=form")), HasSubstr("nothing was saved or sent"));
  EXPECT_THAT(body_of(get("/login?unsent=form", std::nullopt, "ru")),
              HasSubstr("браузер ещё помнит написанное"));
  EXPECT_THAT(body_of(get("/login")), Not(HasSubstr("nothing was saved")));
}

TEST_F(Routes, AWrongPasswordKeepsTheNameThatWasTyped) {
  house_.add("ann");
  const Response wrong = post("/login", "name=ann&password=a+guess+at+it");
  EXPECT_EQ(wrong.status, 422);
  EXPECT_THAT(body_of(wrong), AllOf(HasSubstr("value=\"ann\""),
                                    HasSubstr("The name or the password is wrong"), Not(HasSubstr("guess"))));
}

TEST_F(Routes, TheAccountPageTellsMistakesAtTheirFields) {
  house_.add("ann");
  const Token token = house_.log_in("ann");
  const Response wrong =
      post("/account/password", "current_password=a+guess+at+it&new_password=another+password", token);
  EXPECT_EQ(wrong.status, 422);
  EXPECT_THAT(body_of(wrong),
              AllOf(HasSubstr("href=\"#current_password\""), HasSubstr("The password is wrong.")));
  EXPECT_THAT(
      body_of(post("/account/password", "current_password=correct+horse+battery&new_password=short", token)),
      HasSubstr("href=\"#new_password\""));
  const Response kept = post("/account/removal", "removal_password=a+guess+at+it", token);
  EXPECT_THAT(body_of(kept),
              AllOf(HasSubstr("href=\"#removal_password\""), HasSubstr("<details class=\"fold-out\" open>")));
  EXPECT_EQ(get("/account", token).status, 200);
}

TEST_F(Routes, EverythingOnTheAccountPageWorksWithoutScripts) {
  house_.add("ann");
  Token token = house_.log_in("ann");
  const Response changed = post(
      "/account/password", "current_password=correct+horse+battery&new_password=another+password", token);
  EXPECT_EQ(changed.status, 303);
  token = *session_in(changed);
  const Response out = post("/logout", "", token);
  EXPECT_EQ(header_of(out, "Location"), "/");
  EXPECT_EQ(get("/account", *session_in(out)).status, 303);
  token = *session_in(post("/login", "name=ann&password=another+password"));
  EXPECT_EQ(post("/logout/everywhere", "", token).status, 303);
  token = *session_in(post("/login", "name=ann&password=another+password"));
  EXPECT_EQ(post("/account/removal", "removal_password=another+password", token).status, 303);
  EXPECT_EQ(post("/login", "name=ann&password=another+password").status, 422);
}

TEST_F(Routes, ThePagesSpeakRussianToo) {
  house_.add("ann");
  const Token token = house_.log_in("ann");
  EXPECT_THAT(body_of(get("/login", std::nullopt, "ru")), HasSubstr("Вход"));
  EXPECT_THAT(body_of(get("/register", std::nullopt, "ru")), HasSubstr("Создать учётную запись"));
  EXPECT_THAT(body_of(get("/account", token, "ru")), HasSubstr("в 1 месте"));
  EXPECT_THAT(body_of(get("/users/ann", std::nullopt, "ru")), HasSubstr("На сайте с"));
}

TEST_F(Routes, ABadFormIsRefusedAndChangesNothing) {
  EXPECT_EQ(post("/register", "name=ann&password=%ff%fe%ff%fe%ff%fe%ff%fe").status, 400);
  EXPECT_EQ(post("/register", "").status, 422);
  house_.clock().advance(1h);
  const std::string huge(15'000, 'x');
  EXPECT_EQ(post("/login", "name=" + huge + "&password=" + huge).status, 422);
  EXPECT_EQ(get("/users/nobody_here").status, 404);
  EXPECT_FALSE(must(house_.users().find(named("ann"))));
}

TEST_F(Routes, HashesAreMadeOnThePool) {
  for (const std::string_view path : {"/api/users", "/api/session", "/login", "/register"}) {
    Asked asked(Method::Post, path);
    const auto planned = site_->plan(asked.request());
    ASSERT_TRUE(std::holds_alternative<http::Plan>(planned)) << path;
    EXPECT_EQ(std::get<http::Plan>(planned).place, http::Plan::Place::Pool) << path;
  }
}

TEST_F(Routes, AnAccountIsMadeOnceForAnIdempotencyKey) {
  const auto once = [&] {
    Asked asked(Method::Post, "/api/users");
    asked.json(kAnn).header("Idempotency-Key", "k-1");
    return answer(asked);
  };
  EXPECT_EQ(once().status, 201);
  const Response again = once();
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(header_of(again, "Idempotent-Replayed"), "true");
}

TEST_F(Routes, AnAdminSeesWhoIsThereAndLogsSomebodyOutEverywhere) {
  must(house_.accounts().add(named("boss"), "correct horse battery", Role::Admin));
  must(house_.accounts().add(named("ann"), "correct horse battery", Role::Member));
  const Token boss = must(house_.accounts().log_in("boss", "correct horse battery", std::nullopt)).token;
  const Token ann = must(house_.accounts().log_in("ann", "correct horse battery", std::nullopt)).token;
  const std::string page = body_of(get("/admin/sessions", boss));
  EXPECT_THAT(page, AllOf(HasSubstr(ann.text().substr(0, 8)), Not(HasSubstr(ann.text())),
                          HasSubstr("/admin/sessions/ann/end")));
  EXPECT_EQ(post("/admin/sessions/boss/end", "", ann).status, 403);
  EXPECT_EQ(post("/admin/sessions/nobody_here/end", "", boss).status, 404);
  EXPECT_EQ(must(house_.sessions().count(named("ann"))), 1U);
  EXPECT_EQ(post("/admin/sessions/ann/end", "", boss).status, 303);
  EXPECT_EQ(must(house_.sessions().count(named("ann"))), 0U);
  EXPECT_EQ(api(Method::Delete, "/api/admin/users/boss/sessions", {}, ann).status, 401);
  EXPECT_EQ(api(Method::Delete, "/api/admin/users/nobody_here/sessions", {}, boss).status, 404);
  EXPECT_EQ(api(Method::Delete, "/api/admin/users/boss/sessions", {}, boss).status, 204);
  EXPECT_EQ(api(Method::Get, "/api/admin/sessions", {}, boss).status, 401);
}

}  // namespace
}  // namespace stoa::accounts
