#include "http/site.h"

#include "asked.h"
#include "base/fields.h"
#include "http/metrics.h"

#include <gmock/gmock.h>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;
using test::answer_of;
using test::Asked;
using test::body_of;
using test::header_of;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Greeting {
  std::string text;
};
StructDescription describe(Described<Greeting>) {
  return fields("Greeting", field("text", &Greeting::text).length(1, 100));
}

/// Two people; every other token is a guest's.
class KnownPeople final : public Sessions {
 public:
  Result<Viewer> find(const Token& token) override {
    if (away) return Error{Error::Kind::Unavailable, "redis.away", "no answer"};
    Viewer viewer{.token = token};
    if (token == member || token == admin) {
      viewer.role = token == admin ? Role::Admin : Role::Member;
      viewer.name = *Shortcode::parse(token == admin ? "root" : "ann");
      viewer.id = token == admin ? *ObjectId::parse("0123456789abcdef01234567")
                                 : *ObjectId::parse("0123456789abcdef01234568");
    }
    return viewer;
  }

  const Token member = Token::make(), admin = Token::make(), guest = Token::make();
  bool away = false;
};

class PlainErrorPages final : public ErrorPages {
 public:
  Response page(Call& call, int status, std::string_view code, std::string_view) override {
    viewer = call.viewer.name;
    return html("<h1>" + std::string(code) + "</h1>", status);
  }

  std::optional<Shortcode> viewer;
};

std::vector<Route> greetings() {
  return {
      {.path = "/api/greeting",
       .summary = "Says hello",
       .handler = [](Call&) { return json(Greeting{"hello"}); },
       .returns = &schema_of<Greeting>()},
      {.method = Method::Post,
       .path = "/api/greeting",
       .summary = "Says it back",
       .handler = [](Call& call) -> Result<Response> { return json(STOA_TRY(call.json<Greeting>()), 201); },
       .takes = &schema_of<Greeting>(),
       .returns = &schema_of<Greeting>(),
       .success = 201},
      {.path = "/api/things/{thing:id}",
       .summary = "One thing",
       .handler = [](Call& call) { return Response{.body = call.parameter<ObjectId>("thing").hex()}; }},
      {.path = "/api/mine",
       .access = Access::Member,
       .summary = "For members",
       .handler = [](Call& call) { return Response{.body = call.viewer.name->text()}; }},
      {.method = Method::Post,
       .path = "/api/mine",
       .access = Access::Member,
       .summary = "Changes something",
       .handler = [](Call&) { return no_content(); },
       .success = 204},
      {.path = "/api/admin",
       .access = Access::Admin,
       .summary = "For administrators",
       .handler = [](Call&) { return no_content(); }},
      {.path = "/api/away",
       .summary = "Fails",
       .handler = [](Call&) -> Result<Response> {
         return Error{Error::Kind::Unavailable, "records.away", "the records do not answer"};
       }},
      {.path = "/api/damaged",
       .summary = "Fails badly",
       .handler = [](Call&) -> Result<Response> {
         return Error{Error::Kind::Corrupt, "document.wrong_type", "secret details"};
       }},
      {.path = "/api/few",
       .summary = "Not too often",
       .handler = [](Call&) { return no_content(); },
       .bucket = "few"},
      {.path = "/api/tried",
       .summary = "Not too often, and tried a little oftener",
       .handler = [](Call& call) -> Result<Response> {
         if (call.query("wrong")) return Error{Error::Kind::Invalid, "tried.wrong", "not so"};
         call.came_to_nothing = call.query("there").has_value();
         return no_content();
       },
       .bucket = "few",
       .bucket_of_attempts = "tries"},
  };
}

std::vector<Route> plumbing() {
  const Handler handler = [](Call&) { return no_content(); };
  return {{.path = "/pipe", .kind = Kind::Plumbing, .access = Access::Admin, .handler = handler},
          {.method = Method::Post,
           .path = "/pipe",
           .kind = Kind::Plumbing,
           .access = Access::Admin,
           .handler = handler}};
}

std::vector<Route> pages() {
  return {
      {.path = "/page",
       .kind = Kind::Page,
       .handler = [](Call& call) { return html("<p>" + call.csrf() + "</p>"); }},
      {.path = "/calm", .kind = Kind::Page, .handler = [](Call&) { return html("calm"); }},
      {.path = "/long",
       .kind = Kind::Page,
       .handler = [](Call&) { return html(std::string(5000, 'x')); },
       .caching = Caching::Revalidate},
      {.path = "/language",
       .kind = Kind::Page,
       .handler = [](Call& call) { return html(call.language == Language::Russian ? "ru" : "en"); }},
      {.method = Method::Post,
       .path = "/form",
       .kind = Kind::Page,
       .handler = [](Call& call) { return see_other("/done?word=" + call.form("word").value_or("")); }},
      {.path = "/member",
       .kind = Kind::Page,
       .access = Access::Member,
       .handler = [](Call&) { return html("you"); }},
      {.method = Method::Post,
       .path = "/words",
       .kind = Kind::Page,
       .access = Access::Member,
       .handler = [](Call&) { return html("thanks"); },
       .form = std::vector<std::string>{"word"}},
      {.method = Method::Post,
       .path = "/upload",
       .kind = Kind::Page,
       .access = Access::Member,
       .handler = [](Call&) { return html("thanks"); },
       .plan = {.place = Plan::Place::Pool, .body = Plan::Body::ToFile, .body_bytes = 1 << 30}},
      {.path = "/lost",
       .kind = Kind::Page,
       .handler = [](Call&) -> Result<Response> {
         return Error{Error::Kind::NotFound, "product.absent", "no such product"};
       }},
  };
}

std::vector<Route> fragments() {
  return {
      {.path = "/fragments/card/{name}",
       .kind = Kind::Fragment,
       .handler =
           [](Call& call) {
             return html("<b>" + std::string(call.parameter("name")) + call.query("mark").value_or("") +
                         "</b>");
           }},
      {.path = "/fragments/member",
       .kind = Kind::Fragment,
       .access = Access::Member,
       .handler = [](Call& call) { return html(call.viewer.name->text()); }},
      {.path = "/fragments/csrf",
       .kind = Kind::Fragment,
       .handler = [](Call& call) { return html(call.csrf()); }},
      {.path = "/fragments/circle",
       .kind = Kind::Fragment,
       .handler = [](Call& call) -> Result<Response> {
         return html(STOA_TRY(call.fragment("/fragments/circle")));
       }},
      {.path = "/with",
       .kind = Kind::Page,
       .handler = [](Call& call) -> Result<Response> {
         const std::string path(call.query("path").value_or(""));
         return html("<main>" + STOA_TRY(call.fragment(path)) + "</main>");
       }},
      {.path = "/both",
       .kind = Kind::Page,
       .handler = [](Call& call) -> Result<Response> {
         return html(call.csrf() + " " + STOA_TRY(call.fragment("/fragments/csrf")));
       }},
  };
}

class SiteTest : public testing::Test {
 protected:
  SiteTest() {
    options_.routes = joined({greetings(), plumbing(), pages(), fragments()});
    options_.version = "1.2.3";
    options_.sessions = &people_;
    options_.error_pages = &error_pages_;
    options_.buckets = {{"few", 2, 60s, 2}, {"tries", 3, 60s, 3}};
    options_.clock = &clock_;
  }

  Site& site() {
    if (!site_) site_ = std::make_unique<Site>(options_);
    return *site_;
  }
  Response ask(Asked& asked) { return answer_of(site(), asked); }
  Response get(std::string_view target) {
    Asked asked(Method::Get, target);
    return ask(asked);
  }

  const Secret secret_ = Secret::random();
  FakeClock clock_;
  KnownPeople people_;
  PlainErrorPages error_pages_;
  SiteOptions options_{.secret = secret_};
  std::unique_ptr<Site> site_;
};

TEST_F(SiteTest, AnswersWithTheJsonOfADescribedStruct) {
  const Response answer = get("/api/greeting");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.content_type, "application/json");
  EXPECT_EQ(body_of(answer), R"({"text":"hello"})");
}

TEST_F(SiteTest, GivesHandlersTheirParameters) {
  EXPECT_EQ(body_of(get("/api/things/0123456789abcdef01234567")), "0123456789abcdef01234567");
  EXPECT_EQ(get("/api/things/12").status, 404);
}

TEST_F(SiteTest, AnswersWhatItDoesNotHaveWithAProblem) {
  const Response answer = get("/api/nothing");
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.content_type, "application/problem+json");
  EXPECT_THAT(body_of(answer),
              AllOf(HasSubstr(R"("code":"http.not_found")"), HasSubstr(R"("request_id":"id-1")")));
  EXPECT_EQ(get("/%zz").status, 400);
  EXPECT_EQ(get("/api/greeting?a=%").status, 400);
}

TEST_F(SiteTest, ShowsABrowserAnErrorPage) {
  Asked asked(Method::Get, "/nothing");
  asked.header("Accept", "text/html,application/xhtml+xml");
  const Response answer = ask(asked);
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(body_of(answer), "<h1>http.not_found</h1>");
  EXPECT_EQ(body_of(get("/lost")), "<h1>product.absent</h1>");
}

TEST_F(SiteTest, KnowsWhoLooksAtTheErrorPageOfAnAddressThatIsNotOurs) {
  PlainErrorPages pages;
  options_.error_pages = &pages;
  const auto seen = [&](Method method, std::string_view path) {
    Asked asked(method, path);
    asked.cookie("stoa_session", people_.member.text()).header("Accept", "text/html");
    const Response answer = ask(asked);
    return std::to_string(answer.status) + (pages.viewer ? " " + pages.viewer->text() : "");
  };
  const auto all = [&] {
    return std::vector{seen(Method::Get, "/nothing"), seen(Method::Post, "/page"), seen(Method::Get, "/%ff")};
  };
  EXPECT_EQ(all(), (std::vector<std::string>{"404 ann", "405 ann", "400 ann"}));
  people_.away = true;
  EXPECT_EQ(all(), (std::vector<std::string>{"404", "405", "400"}));
}

TEST_F(SiteTest, AsksWhoLooksAtNothingOnThePoolWhereEnginesAreOtherMachines) {
  options_.place = Plan::Place::Pool;
  Asked guest(Method::Get, "/nothing"), member(Method::Get, "/nothing");
  guest.header("Accept", "text/html");
  member.header("Accept", "text/html").cookie("stoa_session", people_.member.text());
  EXPECT_TRUE(std::holds_alternative<Response>(site().plan(guest.request())));
  const auto planned = site().plan(member.request());
  ASSERT_TRUE(std::holds_alternative<Plan>(planned));
  EXPECT_EQ(std::get<Plan>(planned).place, Plan::Place::Pool);
  EXPECT_EQ(site().handle(member.request()).status, 404);
}

TEST_F(SiteTest, LogsAnOutageWithALineASecondAndNotWithOneARequest) {
  std::vector<std::string> lines;
  options_.log = Logger::to([&](std::string_view line) { lines.emplace_back(line); }, LogLevel::Warning,
                            LogFormat::Text);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(get("/api/away").status, 503);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(lines[0], AllOf(HasSubstr("code=records.away"), HasSubstr("route=/api/away"),
                              Not(HasSubstr("left_out"))));
  EXPECT_EQ(get("/api/damaged").status, 500);
  EXPECT_EQ(lines.size(), 2u);
  clock_.advance(1s);
  EXPECT_EQ(get("/api/away").status, 503);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_THAT(lines[2], HasSubstr("left_out=99"));
}

TEST_F(SiteTest, NamesTheMethodsThatAreAllowed) {
  Asked wrong(Method::Delete, "/api/greeting");
  const Response refused = ask(wrong);
  EXPECT_EQ(refused.status, 405);
  EXPECT_EQ(header_of(refused, "Allow"), "GET, HEAD, POST, OPTIONS");
  Asked options(Method::Options, "/api/greeting");
  const Response answer = ask(options);
  EXPECT_EQ(answer.status, 204);
  EXPECT_EQ(header_of(answer, "Allow"), "GET, HEAD, POST, OPTIONS");
  Asked head(Method::Head, "/api/greeting");
  EXPECT_EQ(ask(head).status, 200);
}

TEST_F(SiteTest, SendsAPathWithASlashAtItsEndToTheOneWithout) {
  const Response answer = get("/calm/?a=b");
  EXPECT_EQ(answer.status, 308);
  EXPECT_EQ(header_of(answer, "Location"), "/calm?a=b");
  EXPECT_EQ(get("//evil.example/calm/").status, 400);
}

TEST_F(SiteTest, HasSecurityHeadersOnEveryAnswer) {
  for (const char* target :
       {"/api/greeting", "/page", "/nothing", "/%zz", "/calm/", "/api/away", "/api/mine"}) {
    const std::string headers(get(target).fixed_headers);
    EXPECT_THAT(headers, HasSubstr("Content-Security-Policy: default-src 'self';")) << target;
    EXPECT_THAT(headers, HasSubstr("frame-ancestors 'none'"));
    EXPECT_THAT(headers, Not(HasSubstr("unsafe-inline")));
    EXPECT_THAT(headers, HasSubstr("X-Content-Type-Options: nosniff\r\n"));
    EXPECT_THAT(headers, HasSubstr("Referrer-Policy: "));
    EXPECT_THAT(headers, Not(HasSubstr("Strict-Transport-Security")));
    EXPECT_THAT(headers, EndsWith("\r\n"));
  }
  Asked asked(Method::Get, "/calm");
  asked.over(Scheme::Https);
  EXPECT_THAT(std::string(ask(asked).fixed_headers), HasSubstr("Strict-Transport-Security: max-age="));
  EXPECT_THAT(std::string(site().refuse({}, 400, "http.malformed", "x").fixed_headers), HasSubstr("nosniff"));
}

TEST_F(SiteTest, SendsTheRequestsIdBack) {
  EXPECT_EQ(header_of(get("/calm"), "X-Request-Id"), "id-1");
  EXPECT_EQ(header_of(get("/nothing"), "X-Request-Id"), "id-1");
}

TEST_F(SiteTest, LetsOnlyMembersToWhatIsForMembers) {
  EXPECT_EQ(get("/api/mine").status, 401);
  EXPECT_EQ(header_of(get("/api/mine"), "WWW-Authenticate"), "Bearer");
  Asked member(Method::Get, "/api/mine");
  member.cookie("stoa_session", people_.member.text());
  EXPECT_EQ(body_of(ask(member)), "ann");
  Asked guest(Method::Get, "/api/mine");
  guest.cookie("stoa_session", people_.guest.text());
  EXPECT_EQ(ask(guest).status, 401);
  Asked odd(Method::Get, "/api/mine");
  odd.cookie("stoa_session", "../../etc/passwd");
  EXPECT_EQ(ask(odd).status, 401);
}

TEST_F(SiteTest, LetsOnlyAdministratorsToWhatIsForThem) {
  const auto status_for = [&](const Token& token) {
    Asked asked(Method::Get, "/api/admin");
    asked.cookie("stoa_session", token.text());
    return ask(asked).status;
  };
  EXPECT_EQ(status_for(people_.guest), 401);
  EXPECT_EQ(status_for(people_.member), 403);
  EXPECT_EQ(status_for(people_.admin), 204);
}

TEST_F(SiteTest, TakesATokenFromAProgramAsBearer) {
  Asked asked(Method::Post, "/api/mine");
  asked.header("Authorization", "Bearer " + people_.member.text());
  EXPECT_EQ(ask(asked).status, 204);
  Asked wrong(Method::Post, "/api/mine");
  wrong.header("Authorization", "Bearer x");
  EXPECT_EQ(ask(wrong).status, 401);
}

TEST_F(SiteTest, SendsAGuestOfAMembersPageToLogInAndBack) {
  const Response answer = get("/member?tab=a&b=%C3%BC");
  EXPECT_EQ(answer.status, 303);
  EXPECT_EQ(header_of(answer, "Location"), "/login?next=%2Fmember%3Ftab%3Da%26b%3D%25C3%25BC");
  Asked htmx(Method::Get, "/fragments/member");
  htmx.header("HX-Request", "true");
  const Response partial = ask(htmx);
  EXPECT_EQ(partial.status, 401);
  EXPECT_EQ(header_of(partial, "HX-Redirect"), "/login");
}

TEST_F(SiteTest, SendsWhoseSessionEndedBeforeAFormWasSentToLogInAndBackToTheForm) {
  const auto sent_from = [&](std::string_view referer) {
    Asked asked(Method::Post, "/words");
    asked.cookie("stoa_session", people_.guest.text()).header("Host", "stoa.example");
    if (!referer.empty()) asked.header("Referer", referer);
    return header_of(ask(asked.form("word=long")), "Location");
  };
  EXPECT_EQ(sent_from("http://stoa.example/member?tab=a#reply"),
            "/login?next=%2Fmember%3Ftab%3Da&unsent=form");
  EXPECT_EQ(sent_from(""), "/login?unsent=form");
  for (const std::string_view elsewhere :
       {"http://evil.example/member", "http://stoa.example.evil.example/member",
        "http://stoa.example//evil.example", "http://stoa.example/\\evil.example", "//evil.example/member",
        "/member", "http://stoa.example", "http://stoa.example/words", "http://stoa.example/nothing"})
    EXPECT_EQ(sent_from(elsewhere), "/login?unsent=form") << elsewhere;
}

TEST_F(SiteTest, SendsWhoseSessionEndedBackToThePageAndNotToItsFragment) {
  Asked asked(Method::Get, "/fragments/member");
  asked.header("Host", "stoa.example").header("HX-Request", "true");
  asked.header("HX-Current-URL", "http://stoa.example/member").header("Referer", "http://stoa.example/page");
  EXPECT_EQ(header_of(ask(asked), "HX-Redirect"), "/login?next=%2Fmember");
}

TEST_F(SiteTest, TurnsAGuestAwayBeforeALargeBodyIsRead) {
  Asked guest(Method::Post, "/upload");
  EXPECT_TRUE(std::holds_alternative<Response>(site().plan(guest.request())));
  Asked member(Method::Post, "/upload");
  member.cookie("stoa_session", people_.member.text());
  const auto planned = site().plan(member.request());
  ASSERT_TRUE(std::holds_alternative<Plan>(planned));
  EXPECT_EQ(std::get<Plan>(planned).place, Plan::Place::Pool);
  EXPECT_EQ(std::get<Plan>(planned).body, Plan::Body::ToFile);
  EXPECT_EQ(std::get<Plan>(planned).body_bytes, std::size_t{1} << 30);
}

TEST_F(SiteTest, RunsEveryHandlerOnThePoolWhenTheEnginesAreOtherMachines) {
  options_.place = Plan::Place::Pool;
  Asked asked(Method::Get, "/calm");
  EXPECT_EQ(std::get<Plan>(site().plan(asked.request())).place, Plan::Place::Pool);
  Asked document(Method::Get, "/openapi.json");
  EXPECT_EQ(std::get<Plan>(site().plan(document.request())).place, Plan::Place::Loop);
}

class MetricsOfASite : public SiteTest {
 protected:
  MetricsOfASite() { options_.place = Plan::Place::Pool; }

  void open_to(MetricsAccess access) { options_.routes = metrics_routes(*metrics_, access); }
  int status_for(const std::optional<Token>& token, std::string_view client) {
    return ask(asked_by(token, client)).status;
  }
  Plan::Place place_for(std::string_view client) {
    return std::get<Plan>(site().plan(asked_by(std::nullopt, client).request())).place;
  }

 private:
  Asked& asked_by(const std::optional<Token>& token, std::string_view client) {
    Asked& asked = asked_.emplace(Method::Get, "/metrics");
    if (token) asked.cookie(kSessionCookie, token->text());
    return asked.from(client);
  }

  const std::unique_ptr<Metrics> metrics_ = Metrics::make();
  std::optional<Asked> asked_;
};

TEST_F(MetricsOfASite, AreForAdminsAloneWhereTheyAreForNobodyElse) {
  open_to(MetricsAccess::Admins);
  EXPECT_EQ(status_for(people_.admin, "192.0.2.1"), 200);
  EXPECT_EQ(status_for(people_.member, "127.0.0.1"), 403);
  EXPECT_EQ(status_for(std::nullopt, "127.0.0.1"), 403);
}

TEST_F(MetricsOfASite, AreForAdminsFromElsewhereToo) {
  open_to(MetricsAccess::Loopback);
  EXPECT_EQ(status_for(people_.admin, "192.0.2.1"), 200);
  EXPECT_EQ(status_for(people_.member, "192.0.2.1"), 403);
}

TEST_F(MetricsOfASite, AskNoEngineForAScraperThatNeedsNoName) {
  open_to(MetricsAccess::Loopback);
  people_.away = true;
  EXPECT_EQ(status_for(people_.admin, "127.0.0.1"), 200);
  EXPECT_EQ(status_for(people_.admin, "192.0.2.1"), 503);
  EXPECT_EQ(place_for("127.0.0.1"), Plan::Place::Loop);
  EXPECT_EQ(place_for("192.0.2.1"), Plan::Place::Pool);
}

TEST_F(SiteTest, TreatsEverybodyAsAGuestWithoutSessions) {
  options_.sessions = nullptr;
  Asked asked(Method::Get, "/api/mine");
  asked.cookie("stoa_session", people_.member.text());
  EXPECT_EQ(ask(asked).status, 401);
  EXPECT_EQ(get("/calm").status, 200);
}

TEST_F(SiteTest, AnswersThatAnEngineIsAwayAndGoesOnWhenItIsBack) {
  const Response answer = get("/api/away");
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.content_type, "application/problem+json");
  EXPECT_EQ(header_of(answer, "Retry-After"), "1");
  EXPECT_THAT(body_of(answer), HasSubstr("records.away"));
  people_.away = true;
  const auto ask_for_mine = [&] {
    Asked asked(Method::Get, "/api/mine");
    asked.cookie("stoa_session", people_.member.text());
    return ask(asked).status;
  };
  EXPECT_EQ(ask_for_mine(), 503);
  people_.away = false;
  EXPECT_EQ(ask_for_mine(), 200);
}

TEST_F(SiteTest, AsksNobodyWhoCallsWhatIsTheSameForAll) {
  people_.away = true;
  Asked asked(Method::Get, "/openapi.json");
  asked.cookie("stoa_session", people_.member.text());
  EXPECT_EQ(ask(asked).status, 200);
}

TEST_F(SiteTest, KeepsTheDetailsOfDamageForTheLog) {
  std::string logged;
  options_.log = Logger::to([&](std::string_view line) { logged += line; }, LogLevel::Info, LogFormat::Text);
  const Response answer = get("/api/damaged");
  EXPECT_EQ(answer.status, 500);
  EXPECT_THAT(body_of(answer), Not(HasSubstr("secret details")));
  EXPECT_THAT(logged, AllOf(HasSubstr("secret details"), HasSubstr("id-1")));
}

TEST_F(SiteTest, TakesJsonOnlyWhenItSaysThatItIsJson) {
  Asked good(Method::Post, "/api/greeting");
  good.json(R"({"text":"hi"})");
  EXPECT_EQ(ask(good).status, 201);
  Asked form(Method::Post, "/api/greeting");
  form.body("text/plain", R"({"text":"hi"})");
  const Response refused = ask(form);
  EXPECT_EQ(refused.status, 415);
  EXPECT_THAT(body_of(refused), HasSubstr("http.content_type"));
  Asked wrong(Method::Post, "/api/greeting");
  wrong.json(R"({"text":""})");
  EXPECT_EQ(ask(wrong).status, 400);
}

// CSRF

TEST_F(SiteTest, TakesAFormOfAMemberWithItsToken) {
  const std::string token = Csrf(secret_).token(people_.member.text());
  Asked good(Method::Post, "/form");
  good.cookie("stoa_session", people_.member.text()).form("word=x&csrf=" + token);
  const Response answer = ask(good);
  EXPECT_EQ(answer.status, 303);
  EXPECT_EQ(header_of(answer, "Location"), "/done?word=x");
  Asked htmx(Method::Post, "/form");
  htmx.cookie("stoa_session", people_.member.text()).header("X-CSRF-Token", token).form("word=x");
  EXPECT_EQ(ask(htmx).status, 303);
}

TEST_F(SiteTest, RefusesAFormWithoutTokenWithAnothersOrFromAnotherSite) {
  const auto code_of = [&](std::string_view form, std::string_view site_header) {
    Asked asked(Method::Post, "/form");
    asked.cookie("stoa_session", people_.member.text()).form(form);
    if (!site_header.empty()) asked.header("Sec-Fetch-Site", site_header);
    const Response answer = ask(asked);
    EXPECT_EQ(answer.status, 403);
    return body_of(answer);
  };
  const Csrf csrf(secret_);
  EXPECT_THAT(code_of("word=x", ""), HasSubstr("csrf.token"));
  EXPECT_THAT(code_of("csrf=" + csrf.token(people_.admin.text()), ""), HasSubstr("csrf.token"));
  EXPECT_THAT(code_of("csrf=" + csrf.token(people_.member.text()), "cross-site"),
              HasSubstr("csrf.cross_site"));
}

TEST_F(SiteTest, GivesAGuestATokenByCookieAndTakesTheFormWithBoth) {
  const Response page = get("/page");
  const std::string cookie = header_of(page, "Set-Cookie");
  ASSERT_THAT(cookie, StartsWith("stoa_csrf="));
  EXPECT_THAT(cookie, HasSubstr("HttpOnly; SameSite=Lax"));
  const std::string seed = cookie.substr(10, cookie.find(';') - 10);
  std::string token = body_of(page);
  token = token.substr(3, token.size() - 7);
  Asked good(Method::Post, "/form");
  good.cookie("stoa_csrf", seed).form("csrf=" + token);
  EXPECT_EQ(ask(good).status, 303);
  Asked without_cookie(Method::Post, "/form");
  without_cookie.form("csrf=" + token);
  EXPECT_EQ(ask(without_cookie).status, 403);
  Asked empty_cookie(Method::Post, "/form");
  empty_cookie.cookie("stoa_csrf", "").form("csrf=" + Csrf(secret_).token(""));
  EXPECT_EQ(ask(empty_cookie).status, 403);
  Asked again(Method::Get, "/page");
  again.cookie("stoa_csrf", seed);
  EXPECT_EQ(header_of(ask(again), "Set-Cookie"), "");
}

TEST_F(SiteTest, TakesAnApiCallWithTheCookieOnlyFromItsOwnPages) {
  const auto status_with = [&](std::string_view name, std::string_view value) {
    Asked asked(Method::Post, "/api/mine");
    asked.cookie("stoa_session", people_.member.text()).header("Host", "shop.example");
    if (!name.empty()) asked.header(name, value);
    return ask(asked).status;
  };
  EXPECT_EQ(status_with("", ""), 403);
  EXPECT_EQ(status_with("Origin", "https://evil.example"), 403);
  EXPECT_EQ(status_with("Sec-Fetch-Site", "cross-site"), 403);
  EXPECT_EQ(status_with("Origin", "https://shop.example"), 204);
  EXPECT_EQ(status_with("Sec-Fetch-Site", "same-origin"), 204);
  EXPECT_EQ(status_with("X-CSRF-Token", Csrf(secret_).token(people_.member.text())), 204);
}

TEST_F(SiteTest, GuardsPlumbingAsItGuardsTheApi) {
  const auto status_of = [&](Method method, std::string_view header, std::string_view value) {
    Asked asked(method, "/pipe");
    asked.header(header, value);
    return ask(asked).status;
  };
  const std::string cookie = "stoa_session=" + people_.admin.text(),
                    bearer = "Bearer " + people_.admin.text();
  EXPECT_EQ(status_of(Method::Get, "Authorization", bearer), 204);
  EXPECT_EQ(status_of(Method::Get, "Cookie", cookie), 204);
  EXPECT_EQ(status_of(Method::Post, "Authorization", bearer), 204);
  EXPECT_EQ(status_of(Method::Post, "Cookie", cookie), 403);
}

TEST_F(SiteTest, TakesAFormWithFilesWithItsToken) {
  const auto status_with = [&](const std::string& token) {
    Asked asked(Method::Post, "/upload");
    asked.cookie("stoa_session", people_.member.text())
        .body("multipart/form-data; boundary=b",
              "--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n" + token + "\r\n--b--\r\n");
    return ask(asked).status;
  };
  EXPECT_EQ(status_with(Csrf(secret_).token(people_.member.text())), 200);
  EXPECT_EQ(status_with("x"), 403);
}

TEST_F(SiteTest, RefusesAFormThatDoesNotDecode) {
  Asked asked(Method::Post, "/form");
  asked.form("word=%ff");
  EXPECT_EQ(ask(asked).status, 400);
}

// Buckets

TEST_F(SiteTest, AnswersTooManyCallsWith429UntilThereIsRoom) {
  const Response first = get("/api/few");
  EXPECT_EQ(first.status, 204);
  EXPECT_EQ(header_of(first, "RateLimit"), "\"few\";r=1;t=30");
  EXPECT_EQ(header_of(first, "RateLimit-Policy"), "\"few\";q=2;w=60");
  EXPECT_EQ(get("/api/few").status, 204);
  const Response refused = get("/api/few");
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(header_of(refused, "Retry-After"), "30");
  EXPECT_THAT(body_of(refused), HasSubstr("http.too_many"));
  Asked other(Method::Get, "/api/few");
  other.from("192.0.2.2");
  EXPECT_EQ(ask(other).status, 204);
  clock_.advance(30s);
  EXPECT_EQ(get("/api/few").status, 204);
}

TEST_F(SiteTest, CountsWhatCameToNothingAsATryAndOnlyBeyondThoseAsDone) {
  EXPECT_EQ(header_of(get("/api/tried"), "RateLimit"), "\"few\";r=1;t=30");
  const Response wrong = get("/api/tried?wrong=1");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_EQ(header_of(wrong, "RateLimit"), "\"tries\";r=2;t=20");
  EXPECT_EQ(header_of(get("/api/tried?there=1"), "RateLimit"), "\"tries\";r=1;t=40");
  EXPECT_EQ(header_of(get("/api/tried?wrong=1"), "RateLimit"), "\"tries\";r=0;t=60");
  EXPECT_EQ(header_of(get("/api/tried?wrong=1"), "RateLimit"), "\"few\";r=0;t=60");
  EXPECT_EQ(get("/api/tried?wrong=1").status, 429);
  clock_.advance(30s);
  EXPECT_EQ(get("/api/tried").status, 204);
  EXPECT_EQ(get("/api/tried").status, 429);
}

TEST_F(SiteTest, GivesBackWhatAnAccountTriedForNothing) {
  Asked wrong(Method::Get, "/api/tried?wrong=1");
  wrong.cookie("stoa_session", people_.member.text());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(wrong).status, 400);
  Asked right(Method::Get, "/api/tried");
  right.cookie("stoa_session", people_.member.text()).from("192.0.2.3");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(ask(right).status, 204);
  EXPECT_EQ(ask(right).status, 429);
}

TEST_F(SiteTest, CountsAnAccountFromWhereverItCalls) {
  const auto status_from = [&](std::string_view address) {
    Asked asked(Method::Get, "/api/few");
    asked.cookie("stoa_session", people_.member.text()).from(address);
    return ask(asked).status;
  };
  EXPECT_EQ(status_from("192.0.2.1"), 204);
  EXPECT_EQ(status_from("192.0.2.2"), 204);
  EXPECT_EQ(status_from("192.0.2.3"), 429);
}

// Caches, compression

TEST_F(SiteTest, LetsNobodyStoreWhatIsPersonalOrOfTheApi) {
  EXPECT_EQ(header_of(get("/api/greeting"), "Cache-Control"), "no-store");
  EXPECT_EQ(header_of(get("/nothing"), "Cache-Control"), "no-store");
  EXPECT_EQ(header_of(get("/calm"), "Cache-Control"), "no-cache");
  EXPECT_EQ(header_of(get("/page"), "Cache-Control"), "no-store");
  Asked member(Method::Get, "/calm");
  member.cookie("stoa_session", people_.member.text());
  EXPECT_EQ(header_of(ask(member), "Cache-Control"), "no-store");
  Asked revalidated(Method::Get, "/long");
  revalidated.cookie("stoa_session", people_.member.text());
  EXPECT_EQ(header_of(ask(revalidated), "Cache-Control"), "private, no-cache");
}

TEST_F(SiteTest, AnswersAClientThatHasTheContentWith304) {
  const Response full = get("/long");
  const std::string tag = header_of(full, "ETag");
  EXPECT_THAT(tag, StartsWith("\""));
  Asked again(Method::Get, "/long");
  again.header("If-None-Match", tag);
  const Response short_answer = ask(again);
  EXPECT_EQ(short_answer.status, 304);
  EXPECT_EQ(short_answer.body_size(), 0u);
  EXPECT_EQ(short_answer.content_type, "");
  EXPECT_EQ(header_of(short_answer, "ETag"), tag);
  EXPECT_THAT(header_of(short_answer, "Vary"), HasSubstr("Accept-Encoding"));
  EXPECT_EQ(header_of(get("/calm"), "ETag"), "");
}

TEST_F(SiteTest, CompressesTextForThoseWhoAskAndTagsItsBytes) {
  const std::string plain = header_of(get("/long"), "ETag");
  Asked asked(Method::Get, "/long");
  asked.header("Accept-Encoding", "gzip");
  const Response answer = ask(asked);
  EXPECT_EQ(header_of(answer, "Content-Encoding"), "gzip");
  EXPECT_LT(answer.body_size(), 500u);
  EXPECT_EQ(header_of(answer, "ETag"), plain.substr(0, plain.size() - 1) + "-gzip\"");
  EXPECT_THAT(header_of(answer, "Vary"), HasSubstr("Accept-Encoding"));
  Asked again(Method::Get, "/long");
  again.header("Accept-Encoding", "gzip").header("If-None-Match", header_of(answer, "ETag"));
  EXPECT_EQ(ask(again).status, 304);
  Asked small(Method::Get, "/calm");
  small.header("Accept-Encoding", "gzip");
  EXPECT_EQ(header_of(ask(small), "Content-Encoding"), "");
}

TEST_F(SiteTest, SpeaksTheLanguageOfTheVisitor) {
  EXPECT_EQ(body_of(get("/language")), "en");
  Asked asked(Method::Get, "/language");
  asked.header("Accept-Language", "ru-RU,ru;q=0.9,en;q=0.5");
  EXPECT_EQ(body_of(ask(asked)), "ru");
}

// Fragments

TEST_F(SiteTest, GivesAPageAnotherDomainsFragmentInProcess) {
  EXPECT_EQ(body_of(get("/with?path=/fragments/card/lamp%3Fmark%3D!")), "<main><b>lamp!</b></main>");
  EXPECT_EQ(get("/with?path=/calm").status, 404);
  EXPECT_EQ(get("/with?path=/nowhere").status, 404);
}

TEST_F(SiteTest, ChecksTheAccessOfAFragment) {
  EXPECT_EQ(get("/with?path=/fragments/member").status, 303);
  Asked member(Method::Get, "/with?path=/fragments/member");
  member.cookie("stoa_session", people_.member.text());
  EXPECT_EQ(body_of(ask(member)), "<main>ann</main>");
}

TEST_F(SiteTest, GivesAPageAndItsFragmentsOneCsrfCookie) {
  const Response answer = get("/both");
  const std::string cookie = header_of(answer, "Set-Cookie");
  const std::string seed = cookie.substr(10, cookie.find(';') - 10);
  const std::string both = body_of(answer);
  const Csrf csrf(secret_);
  EXPECT_TRUE(csrf.accepts(seed, both.substr(0, both.find(' '))));
  EXPECT_TRUE(csrf.accepts(seed, both.substr(both.find(' ') + 1)));
}

TEST_F(SiteTest, EndsFragmentsThatStandInACircle) {
  EXPECT_THROW(get("/with?path=/fragments/circle"), std::logic_error);
}

// Tables

TEST_F(SiteTest, RefusesTablesThatContradictThemselves) {
  const auto complaint = [&](Route route) {
    SiteOptions options = options_;
    options.routes.push_back(std::move(route));
    try {
      Site site(std::move(options));
    } catch (const std::logic_error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  const Handler handler = [](Call&) { return no_content(); };
  EXPECT_THAT(complaint({.path = "/x", .summary = "x", .handler = handler, .bucket = "unknown"}),
              HasSubstr("unknown"));
  EXPECT_THAT(complaint({.path = "/x",
                         .summary = "x",
                         .handler = handler,
                         .bucket = "few",
                         .bucket_of_attempts = "unknown"}),
              HasSubstr("unknown"));
  EXPECT_THAT(complaint({.path = "/calm", .summary = "x", .handler = handler}), HasSubstr("/calm"));
  EXPECT_THAT(complaint({.path = "/x", .handler = handler}), HasSubstr("summary"));
  EXPECT_THAT(complaint({.path = "/x", .summary = "x"}), HasSubstr("handler"));
  EXPECT_THAT(complaint({.method = Method::Post,
                         .path = "/x",
                         .summary = "x",
                         .handler = handler,
                         .idempotency = Idempotency::Required}),
              HasSubstr("records"));
}

TEST_F(SiteTest, RefusesInTheSameWayWhatTheServerRefuses) {
  const Response answer = site().refuse({}, 431, "http.head_too_large", "too long");
  EXPECT_EQ(answer.status, 431);
  EXPECT_EQ(answer.content_type, "application/problem+json");
  EXPECT_THAT(body_of(answer), HasSubstr("http.head_too_large"));
}

TEST_F(SiteTest, TellsTheMetricsWhichRouteAnswered) {
  std::string seen;
  options_.observe = [&](const Request& request, const Response& response, std::chrono::nanoseconds) {
    seen = (request.route ? request.route->path : "none") + " " + std::to_string(response.status);
  };
  Asked asked(Method::Get, "/api/things/0123456789abcdef01234567");
  const Response answer = ask(asked);
  site().answered(asked.request(), answer, 1ms);
  EXPECT_EQ(seen, "/api/things/{thing:id} 200");
  Asked lost(Method::Get, "/nothing");
  const Response refused = ask(lost);
  site().answered(lost.request(), refused, 1ms);
  EXPECT_EQ(seen, "none 404");
}

TEST(SeeOther, EncodesWhatAHeaderCannotHold) {
  EXPECT_EQ(header_of(see_other("/a b\r\nX: y\xC3\xBC?q=1&r=%20"), "Location"),
            "/a%20b%0D%0AX:%20y%C3%BC?q=1&r=%20");
}

TEST(LocalPath, LeadsNowhereElse) {
  EXPECT_EQ(local_path("/cart?x=1"), "/cart?x=1");
  for (const std::string_view away :
       {"//evil", "https://evil", "/\\evil", "/\t/evil", "", "javascript:x", "/a\nb"})
    EXPECT_EQ(local_path(away, "/home"), "/home") << away;
}

}  // namespace
}  // namespace stoa::http
