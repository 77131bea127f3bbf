#include "cli/admin_pages.h"

#include "accounts/account_events.h"
#include "cli/house.h"
#include "http/asked.h"
#include "http/page_files.h"
#include "http/translations.h"
#include "open_engines.h"

#include <gmock/gmock.h>

namespace stoa::cli {
namespace {
using http::Response;
using namespace http::test;
using keyspace::must;
using namespace testing;

/// The whole house, asked without sockets.
class AdminPagesTest : public testing::Test {
 protected:
  AdminPagesTest() {
    const std::vector<std::string> arguments{"--data.directory=" + engines_.data().string(), "--http.port=0",
                                             "--resp.mode=off", "--resp.password=open-sesame",
                                             "--threads.loops=1"};
    configuration_ =
        must(load_configuration({.arguments = arguments, .environment = {}, .default_file = ""}));
    house_ = must(House::open(configuration_.settings, engines_, Logger::silent(), std::nullopt,
                              configuration_.values));
    outbox_ = std::make_unique<records::Outbox>(engines_.records(), engines_.keyspace(), Clock::system(),
                                                accounts::listeners());
    accounts_ =
        must(accounts::Accounts::open(engines_.keyspace(), engines_.records(), *outbox_, Clock::system(),
                                      {.cost = {.memory_bytes = 8192, .passes = 1}}));
    boss_ = somebody("boss", accounts::Role::Admin);
    anna_ = somebody("anna", accounts::Role::Member);
  }
  Token somebody(std::string_view name, accounts::Role role) {
    const auto user = must(accounts_->add(must(Shortcode::parse(name)), "correct horse battery", role));
    return must(accounts_->admit(user, std::nullopt)).token;
  }
  Response get(std::string_view path, const std::optional<Token>& who, std::string_view language = "en") {
    return page_of(house_->site(), path, who, language);
  }

  DeferredDurability unhurried_;
  OpenEngines engines_{"Embedded"};
  Configuration configuration_;
  std::unique_ptr<House> house_;
  std::unique_ptr<records::Outbox> outbox_;
  std::unique_ptr<accounts::Accounts> accounts_;
  Token boss_, anna_;
};

TEST_F(AdminPagesTest, ShowAnAdminTheDayAndTheSettingsInBothLanguagesAndTurnOthersAway) {
  EXPECT_THAT(body_of(get("/admin", boss_)), AllOf(HasSubstr("The shop today"), HasSubstr("2 logged in")));
  EXPECT_THAT(body_of(get("/admin", boss_, "ru")), HasSubstr("Магазин сегодня"));
  EXPECT_THAT(body_of(get("/admin/settings", boss_, "ru")), HasSubstr("Действующие настройки"));
  for (const auto* path : {"/admin", "/admin/settings", "/admin/sessions", "/admin/jobs", "/admin/orders"}) {
    EXPECT_EQ(get(path, boss_).status, 200) << path;
    EXPECT_EQ(get(path, anna_).status, 403) << path;
    EXPECT_THAT(header_of(get(path, std::nullopt), "Location"), StartsWith("/login?next=")) << path;
  }
}

TEST_F(AdminPagesTest, ShowTheSettingsWithWhereTheyCameFromAndWithoutSecrets) {
  const std::string page = body_of(get("/admin/settings", boss_));
  for (const ConfiguredValue& one : configuration_.values) EXPECT_THAT(page, HasSubstr(one.name));
  EXPECT_THAT(page, AllOf(HasSubstr("command line"), Not(HasSubstr("open-sesame"))));
}

TEST_F(AdminPagesTest, SayInRussianWhatEachJobDoesAndWhereASettingCameFrom) {
  EXPECT_THAT(body_of(get("/admin/jobs", boss_, "ru")),
              AllOf(HasSubstr("Отмечает корзины"), Not(HasSubstr("<small class=\"muted\" lang="))));
  EXPECT_THAT(
      body_of(get("/admin/settings", boss_, "ru")),
      AllOf(HasSubstr("по умолчанию"), HasSubstr("командная строка"), Not(HasSubstr("command line<"))));
}

TEST_F(AdminPagesTest, SayInRussianWhatEachSettingIsFor) {
  EXPECT_THAT(body_of(get("/admin/settings", boss_, "ru")),
              AllOf(HasSubstr("Порт, на котором сервер принимает соединения"),
                    Not(HasSubstr("The port to listen on")), Not(HasSubstr("<small class=\"muted\" lang="))));
  EXPECT_THAT(body_of(get("/admin/settings", boss_)), HasSubstr("The port to listen on"));
}

TEST(SettingTexts, EverySettingHasOneInBothLanguagesAndTheEnglishOneIsTheTables) {
  const auto texts = must(http::Translations::read(*http::read_page_files({})));
  Settings settings;
  std::size_t described = 0;
  for (const Option& option : option_table(settings)) {
    const std::string key = "setting." + option.name;
    ASSERT_TRUE(texts.find(http::Language::Russian, key)) << key << " is missing in translations/ru.txt";
    EXPECT_EQ(texts.say(http::Language::English, key), option.help) << key;
    ++described;
  }
  const auto keys = texts.keys();
  EXPECT_EQ(std::ranges::count_if(keys, [](auto key) { return key.starts_with("setting."); }), described)
      << "a text is of no setting";
}

TEST_F(AdminPagesTest, ShowNoWholeTokenOfASession) {
  const std::string page = body_of(get("/admin/sessions", boss_));
  EXPECT_THAT(page, AllOf(HasSubstr(anna_.text().substr(0, 8)), Not(HasSubstr(anna_.text())),
                          Not(HasSubstr(boss_.text()))));
}

}  // namespace
}  // namespace stoa::cli
