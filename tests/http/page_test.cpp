#include "http/page.h"

#include "asked.h"
#include "gunzipped.h"
#include "http/friendly_error_pages.h"
#include "http/house_pages.h"
#include "http/patch_packing.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>

#include <fstream>
#include <stdexcept>

namespace stoa::http {
namespace {
using stoa::test::TemporaryDirectory;
using test::Asked;
using test::body_of;
using test::header_of;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

std::string built_in(std::string_view name) {
  return read_page_files({})->find(name)->second;
}

class PagesTest : public testing::Test {
 protected:
  PagesTest() {
    options_.missing = PagesOptions::Missing::Throw;
    options_.clock = &clock_;
    options_.version = "1.2.3";
  }

  std::unique_ptr<Pages> open() {
    auto pages = Pages::open(options_);
    EXPECT_TRUE(pages.ok()) << pages.error().message;
    return *std::move(pages);
  }
  void write(const fs::path& name, std::string_view text) {
    fs::create_directories((directory_.path() / name).parent_path());
    std::ofstream(directory_.path() / name) << text;
  }
  std::string fragment(const Pages& pages, std::string_view name, const Fields& fields = {}) {
    return pages.html(Language::English, name, fields).text();
  }

  FakeClock clock_;
  PagesOptions options_{.secret = Secret::random()};
  TemporaryDirectory directory_;
};

TEST_F(PagesTest, TheBuiltInFilesAreEnough) {
  const auto pages = open();
  Asked asked(Method::Get, "/docs?a=b&c");
  Call call(asked.request());
  const Response response = pages->page(call, "front.html", {{"engines", List()}});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.content_type, "text/html; charset=utf-8");
  EXPECT_EQ(header_of(response, "Content-Language"), "en");
  EXPECT_THAT(body_of(response), HasSubstr("<html lang=\"en\">"));
  EXPECT_THAT(body_of(response), HasSubstr(pages->asset("app.css")));
  EXPECT_THAT(body_of(response), HasSubstr("/language/ru?to=%2Fdocs%3Fa%3Db%26c"));
  EXPECT_THAT(body_of(response), HasSubstr("Version 1.2.3"));
}

TEST_F(PagesTest, SpeakTheCallsLanguage) {
  const auto pages = open();
  Asked asked(Method::Get, "/");
  Call call(asked.request());
  call.language = Language::Russian;
  const std::string body = body_of(pages->page(call, "front.html", {{"engines", List()}}));
  EXPECT_THAT(body, HasSubstr("<html lang=\"ru\">"));
  EXPECT_THAT(body, HasSubstr("Зал открыт"));
}

TEST_F(PagesTest, AFirstViewIsUnder14KilobytesCompressed) {
  const auto pages = open();
  Asked asked(Method::Get, "/");
  Call call(asked.request());
  EXPECT_LT(compressed(Coding::Gzip, body_of(pages->page(call, "front.html", {{"engines", List()}}))).size(),
            14'000u);
}

TEST_F(PagesTest, PartsThatAreJoinedArePackedOnceForEveryPageThatShowsThem) {
  const auto pages = open();
  std::vector<Html> parts;
  for (const char* name : {"a < b", "c", "c"})
    parts.push_back(pages->html(Language::English, "parts/price.html", {{"price", name}}));
  const std::vector<const Html*> each{&parts[0], &parts[1], &parts[2]};
  const Html all = Html::joined(each);
  EXPECT_EQ(all.text(), parts[0].text() + parts[1].text() + parts[2].text());
  ASSERT_TRUE(all.seams());
  EXPECT_EQ(gunzipped(all.seams()->packing->gzip(all.text(), *all.seams())), all.text());
  write("templates/holder.html", "<main>{{%html inside}}</main>{{%html inside}}");
  options_.directory = directory_.path();
  const auto holder = open();
  const Html page = holder->html(Language::English, "holder.html", {{"inside", all}});
  EXPECT_EQ(page.text(), "<main>" + all.text() + "</main>" + all.text());
  EXPECT_THAT(page.seams()->insets, testing::ElementsAre(all.work(), all.work()));
  EXPECT_EQ(page.work()->text, "<main></main>") << "and all is copied into none of them";
  EXPECT_EQ(gunzipped(page.seams()->packing->gzip(page.work()->text, *page.seams())), page.text());
  const Html strange = Html::trusted("<b>x</b>");
  const std::vector<const Html*> mixed{&parts[0], &strange};
  EXPECT_EQ(Html::joined(mixed).text(), parts[0].text() + "<b>x</b>");
  EXPECT_FALSE(Html::joined(mixed).seams());
}

TEST_F(PagesTest, AFlashMessageIsShownOnceAndEscaped) {
  write("translations/en.txt", built_in("translations/en.txt") + "test.said = {what} is here\n");
  write("translations/ru.txt", built_in("translations/ru.txt") + "test.said = {what} здесь\n");
  options_.directory = directory_.path();
  const auto pages = open();
  Asked posted(Method::Post, "/");
  Call post(posted.request());
  pages->flash(post, Flash::Kind::Good, "test.said", {{"what", "<b>tea</b>"}});
  Asked asked(Method::Get, "/");
  asked.cookie(kFlashCookie, post.cookies_to_set.at(0).value);
  Call call(asked.request());
  const std::string body = body_of(pages->page(call, "front.html", {{"engines", List()}}));
  EXPECT_THAT(body, HasSubstr("&lt;b&gt;tea&lt;/b&gt; is here"));
  EXPECT_EQ(call.cookies_to_set.at(0).max_age, std::chrono::seconds(0));
}

TEST_F(PagesTest, APageForEverybodyHoldsNothingPersonal) {
  options_.doors = {Door::Account, Door::Cart};
  const auto pages = open();
  Asked asked(Method::Get, "/");
  Call call(asked.request());
  call.viewer = {.role = Role::Member, .name = *Shortcode::parse("anna_k")};
  const Fields fields{{"engines", List()}};
  const std::string mine = body_of(pages->page(call, "front.html", fields));
  EXPECT_THAT(mine, HasSubstr("anna_k"));
  const std::string everybodys =
      body_of(pages->page(call, "front.html", fields, {.audience = Audience::Everybody}));
  EXPECT_THAT(everybodys, Not(HasSubstr("anna_k")));
  EXPECT_THAT(everybodys, HasSubstr("hx-get=\"/fragments/visitor\""));
  EXPECT_THAT(body_of(pages->visitor(call)), HasSubstr("anna_k"));
}

TEST_F(PagesTest, AFieldThatIsMissingIsAnErrorInTests) {
  write("templates/x.html", "<p>{{nothing}}</p>");
  options_.directory = directory_.path();
  EXPECT_THROW(fragment(*open(), "x.html"), std::logic_error);
}

TEST_F(PagesTest, AFieldThatIsMissingIsToldInTheLogOtherwise) {
  write("templates/x.html", "<p>{{nothing}}</p>");
  options_.directory = directory_.path();
  options_.missing = PagesOptions::Missing::Log;
  std::string log;
  options_.log = Logger::to([&](std::string_view line) { log += line; }, LogLevel::Warning, LogFormat::Text);
  EXPECT_EQ(fragment(*open(), "x.html"), "<p></p>");
  EXPECT_THAT(log, HasSubstr("nothing"));
}

TEST_F(PagesTest, AFileInTheDirectoryReplacesTheBuiltInOne) {
  write("templates/parts/price.html", "mine: {{price}}");
  options_.directory = directory_.path();
  EXPECT_EQ(fragment(*open(), "parts/price.html", {{"price", 5}}), "mine: 5");
}

TEST_F(PagesTest, AChangedFileIsReadAgainWhenAskedTo) {
  write("templates/x.html", "one");
  options_.directory = directory_.path();
  options_.reload = PagesOptions::Reload::WhenChanged;
  const auto pages = open();
  EXPECT_EQ(fragment(*pages, "x.html"), "one");
  write("templates/x.html", "second");
  EXPECT_EQ(fragment(*pages, "x.html"), "second");
}

TEST_F(PagesTest, AChangedFileIsNotReadAgainOtherwise) {
  write("templates/x.html", "one");
  options_.directory = directory_.path();
  const auto pages = open();
  write("templates/x.html", "second");
  EXPECT_EQ(fragment(*pages, "x.html"), "one");
}

TEST_F(PagesTest, AFaultThatComesLaterIsToldAndTheOldPageStays) {
  write("templates/x.html", "one");
  options_.directory = directory_.path();
  options_.reload = PagesOptions::Reload::WhenChanged;
  std::string log;
  options_.log = Logger::to([&](std::string_view line) { log += line; }, LogLevel::Error, LogFormat::Text);
  const auto pages = open();
  write("templates/x.html", "\n{{#broken}}");
  EXPECT_EQ(fragment(*pages, "x.html"), "one");
  EXPECT_THAT(log, HasSubstr("templates/x.html:2"));
  write("templates/x.html", "mended");
  EXPECT_EQ(fragment(*pages, "x.html"), "mended");
}

TEST_F(PagesTest, AFaultAtTheStartNamesFileAndLine) {
  write("templates/x.html", "\n{{#broken}}");
  options_.directory = directory_.path();
  const auto pages = Pages::open(options_);
  ASSERT_FALSE(pages.ok());
  EXPECT_EQ(pages.error().message, "templates/x.html:2: 'broken' is never closed");
}

TEST_F(PagesTest, ADirectoryThatIsNotThereIsNamed) {
  options_.directory = directory_.path() / "none";
  const auto pages = Pages::open(options_);
  ASSERT_FALSE(pages.ok());
  EXPECT_EQ(pages.error().code, "pages.directory");
}

TEST_F(PagesTest, ErrorsAreFriendlyInBothLanguages) {
  const auto pages = open();
  const auto errors = friendly_error_pages(*pages);
  for (const Language language : kLanguages)
    for (const int status : {400, 401, 403, 404, 405, 409, 413, 418, 429, 500, 503, 507}) {
      Asked asked(Method::Get, "/x?y=1");
      Call call(asked.request());
      call.language = language;
      const Response response = errors->page(call, status, "some.code", "<b>detail</b>");
      EXPECT_EQ(response.status, status);
      EXPECT_THAT(body_of(response), HasSubstr(std::to_string(status)));
      EXPECT_THAT(body_of(response), HasSubstr("id-1"));
      EXPECT_THAT(body_of(response), Not(HasSubstr("<b>detail")));
    }
}

TEST_F(PagesTest, AnErrorPageInRussianHasNoEnglishInIt) {
  const auto pages = open();
  const auto errors = friendly_error_pages(*pages);
  for (const int status : {400, 409, 413, 422}) {
    Asked asked(Method::Get, "/x");
    Call call(asked.request());
    EXPECT_THAT(body_of(errors->page(call, status, "c", "limit: must be 1 to 100")),
                HasSubstr("must be 1 to 100"));
    call.language = Language::Russian;
    EXPECT_THAT(body_of(errors->page(call, status, "c", "limit: must be 1 to 100")),
                Not(HasSubstr("must be")));
  }
}

TEST_F(PagesTest, AnErrorPageSaysOnceWhatIsWrong) {
  const auto pages = open();
  Asked asked(Method::Get, "/x");
  Call call(asked.request());
  EXPECT_THAT(body_of(friendly_error_pages(*pages)->page(call, 404, "c", "")),
              Not(HasSubstr("data-dismiss")));
}

TEST_F(PagesTest, AnErrorForHtmxIsAFragment) {
  const auto pages = open();
  const auto errors = friendly_error_pages(*pages);
  Asked asked(Method::Get, "/x");
  asked.header("HX-Request", "true");
  Call call(asked.request());
  const Response response = errors->page(call, 503, "some.code", "");
  EXPECT_EQ(response.status, 503);
  EXPECT_THAT(body_of(response), Not(HasSubstr("<html")));
  EXPECT_THAT(body_of(response), HasSubstr("role=\"alert\""));
}

TEST_F(PagesTest, TryAgainNeverLeadsToAnotherSite) {
  const auto pages = open();
  const auto errors = friendly_error_pages(*pages);
  Asked asked(Method::Get, "//evil.example/x");
  Call call(asked.request());
  EXPECT_THAT(body_of(errors->page(call, 503, "c", "")), Not(HasSubstr("href=\"//evil")));
}

TEST_F(PagesTest, AnErrorPageThatCannotBeRenderedIsPlainText) {
  write("templates/error.html", "{{nothing}}{{%block trouble}}{{%end}}");
  options_.directory = directory_.path();
  const auto pages = open();
  Asked asked(Method::Get, "/");
  Call call(asked.request());
  const Response response = friendly_error_pages(*pages)->page(call, 500, "some.code", "");
  EXPECT_EQ(response.status, 500);
  EXPECT_EQ(body_of(response), "500 some.code\n");
}

/// The rows of house_routes, called as the site would.
class HouseTest : public PagesTest {
 protected:
  HouseTest()
      : pages_(open()),
        readiness_({{"keyspace", "embedded", [] { return Result<void>(); }},
                    {"records", "mongo",
                     []() -> Result<void> {
                       return Error{Error::Kind::Unavailable, "x", "<away>"};
                     }}}),
        routes_(house_routes(*pages_, readiness_)) {}

  const Route& route(std::string_view path) const {
    for (const Route& one : routes_)
      if (one.path == path) return one;
    throw std::logic_error("no such route");
  }

  std::unique_ptr<Pages> pages_;
  Readiness readiness_;
  std::vector<Route> routes_;
};

TEST_F(HouseTest, TheFrontPageTellsHowTheEnginesDo) {
  Asked asked(Method::Get, "/");
  Call call(asked.request());
  const std::string body = body_of(*route("/about").handler(call));
  EXPECT_THAT(body, HasSubstr("serving"));
  EXPECT_THAT(body, HasSubstr("&lt;away&gt;"));
}

TEST_F(HouseTest, TheLanguageSwitchStaysOnThisSite) {
  for (const auto& [to, location] : {std::pair{"%2Ffeed%3Fa%3Db", "/feed?a=b"},
                                     {"%2F%2Fevil.example", "/"},
                                     {"https%3A%2F%2Fevil.example", "/"},
                                     {"%2F%5Cevil.example", "/"}}) {
    Asked asked(Method::Get, std::string("/language/ru?to=") + to);
    Call call(asked.request());
    call.parameters.add("language", ParameterType::Text, "ru");
    const auto response = route("/language/{language}").handler(call);
    ASSERT_TRUE(response.ok());
    EXPECT_EQ(response->status, 303);
    EXPECT_EQ(header_of(*response, "Location"), location);
    EXPECT_EQ(call.cookies_to_set.at(0).value, "ru");
  }
}

TEST_F(HouseTest, AnUnknownLanguageIsNotFound) {
  Asked asked(Method::Get, "/language/xx");
  Call call(asked.request());
  call.parameters.add("language", ParameterType::Text, "xx");
  EXPECT_EQ(route("/language/{language}").handler(call).error().kind, Error::Kind::NotFound);
}

TEST_F(HouseTest, EveryComponentIsShownInBothLanguages) {
  for (const Language language : kLanguages) {
    Asked asked(Method::Get, "/docs/components");
    Call call(asked.request());
    call.language = language;
    const std::string body = body_of(*route("/docs/components").handler(call));
    EXPECT_THAT(body, Not(HasSubstr("<script>alert")));
    EXPECT_THAT(body, HasSubstr("&lt;script&gt;alert(1)"));
  }
}

}  // namespace
}  // namespace stoa::http
