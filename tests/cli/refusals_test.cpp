#include "accounts/account_events.h"
#include "cli/house.h"
#include "content.h"
#include "feed/events.h"
#include "feed/feed.h"
#include "http/asked.h"
#include "open_engines.h"
#include "refusal_table.h"
#include "spoiled.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

namespace stoa::cli {
namespace {
using http::Access;
using http::Kind;
using http::Method;
using http::Response;
using namespace http::test;
using keyspace::must;
using namespace testing;

constexpr std::string_view kPassword = "correct horse battery";

/// As far as the shop looks.
constexpr std::string_view kPicture = "\x89PNG\r\n\x1A\n and what follows";
constexpr std::string_view kMultipart = "multipart/form-data; boundary=edge";

std::string text_part(std::string_view name, std::string_view value) {
  return fmt::format("--edge\r\nContent-Disposition: form-data; name=\"{}\"\r\n\r\n{}\r\n", name, value);
}
std::string picture_part(std::string_view content) {
  return fmt::format(
      "--edge\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"p.png\"\r\n"
      "Content-Type: image/png\r\n\r\n{}\r\n",
      content);
}

/// Settings of a house that takes any port and lets no Redis client in.
Settings settings_for(const std::filesystem::path& data) {
  Settings settings;
  (void)option_table(settings);
  settings.data.directory = data.string();
  settings.http.port = 0;
  settings.resp.mode = Settings::Resp::Mode::Off;
  settings.threads.loops = 1;
  return settings;
}

/// Somebody with a session, a cart, a pending order, a group, an article in it and a comment under that.
struct Person {
  std::string name;
  Token token = {};
  ProductId product = {};
  OrderId order = {};
  std::string group = {};
  feed::ArticleId article = 0;
  feed::CommentId comment = {};
};

/// The whole house, asked without sockets, and hands that reach into its engines.
class Refusals : public testing::Test {
 protected:
  Refusals()
      : settings_(settings_for(engines_.data())),
        house_(must(House::open(settings_, engines_, Logger::silent(), std::nullopt))),
        secret_(must(http::shared_secret(engines_.records()))),
        outbox_(engines_.records(), engines_.keyspace(), Clock::system(), listeners()),
        shop_(engines_.keyspace(), engines_.records(), outbox_, Clock::system(), secret_.key, {"en", "ru"}),
        accounts_(must(accounts::Accounts::open(engines_.keyspace(), engines_.records(), outbox_,
                                                Clock::system(), {.cost = kCheap}))),
        hash_(must(must(accounts::Passwords::make(kCheap))->hash(kPassword))),
        picture_(shop::picture_path(must(shop_.pictures.add(kPicture)))) {}

  std::map<std::string, records::Outbox::Listener, std::less<>> listeners() {
    auto all = accounts::listeners();
    all.merge(shop::listeners([this]() -> shop::Shop& { return shop_; }));
    all.merge(feed::listeners());
    return all;
  }

  ProductId product() {
    shop::ProductDraft draft;
    draft.name = "lamp";
    draft.category = "Lamps";
    draft.price = must(Money::of_minor(150));
    draft.pictures = {picture_};
    const auto made = must(shop_.catalogue.create(draft)).id;
    must(shop_.stock.set(made, moscow_, 100, std::nullopt));
    return made;
  }
  Person person(accounts::Role role) {
    Person made{.name = fmt::format("person_{}", ++people_)};
    const auto user = must(accounts_->users().add(must(Shortcode::parse(made.name)), role, hash_));
    made.token = must(accounts_->admit(user, std::nullopt)).token;
    made.product = product();
    const auto shopper = shop_.shopper(made.token, user.id, user.shortcode);
    must(shop_.carts.add(shopper, made.product, 1));
    const auto placed =
        must(shop_.checkout.run(shopper, {moscow_, {"Anna", "Nevsky 1", "a@example.org"}, {}}));
    made.order = placed.placed.value().order.id;
    must(shop_.carts.add(shopper, made.product, 1));
    write(made, {user.shortcode, user.id, accounts::Role::Admin});
    return made;
  }
  /// As an admin, who may create any number of groups.
  void write(Person& person, const accounts::Identity& as) {
    person.group = fmt::format("group_{}", people_);
    std::vector<feed::GroupName> groups;
    for (const std::string& name : {person.group, "second_" + person.group}) {
      groups.push_back(must(feed::GroupName::parse(name)));
      must(feed_.groups.create(as, {groups.back(), ""}));
    }
    person.article = must(feed_.articles.post(as, {"A title", "", "What I have to say", groups})).article.id;
    person.comment = must(feed_.comments.post(as.name, person.article, std::nullopt, "Well")).id;
  }

  const http::Route& route_of(const AcceptedRequest& row) {
    for (const http::Route& route : house_->site().routes())
      if (route.method == row.method && route.path == row.route) return route;
    throw std::runtime_error(fmt::format("no route {} {}", name_of(row.method), row.route));
  }

  /// Rows with the people that their requests are about.
  struct Case {
    const AcceptedRequest& row;
    const http::Route& route;
    Person asker, other;
    std::string path, body, foreign;

    std::string name() const { return fmt::format("{} {}", name_of(row.method), row.route); }
  };
  Case made(const AcceptedRequest& row) {
    const http::Route& route = route_of(row);
    const auto role = route.access == Access::Admin ? accounts::Role::Admin : accounts::Role::Member;
    Case made{row, route, person(role), person(accounts::Role::Member), "", "", ""};
    made.path = filled(row.path, made);
    made.body = row.body == kUpload ? picture_part(kPicture) : filled(row.body, made);
    made.foreign = filled(row.foreign, made);
    return made;
  }
  std::string filled(std::string_view pattern, const Case& with) {
    std::string text(pattern);
    const std::pair<std::string_view, std::string> words[] = {
        {"$their_group", with.other.group},
        {"$their_article", std::to_string(with.other.article)},
        {"$their_comment", with.other.comment.hex()},
        {"$group", with.asker.group},
        {"$article", std::to_string(with.asker.article)},
        {"$comment", with.asker.comment.hex()},
        {"$their_product", with.other.product.hex()},
        {"$their_order", with.other.order.hex()},
        {"$their_name", with.other.name},
        {"$product", with.asker.product.hex()},
        {"$order", with.asker.order.hex()},
        {"$name", with.asker.name},
        {"$picture", picture_},
        {"$fresh", fmt::format("fresh_{}", people_)},
        {"$key", with.asker.token.text()}};
    for (const auto& [word, value] : words)
      for (auto at = text.find(word); at != text.npos; at = text.find(word, at + value.size()))
        text.replace(at, word.size(), value);
    return text;
  }

  Response sent(Asked& asked) {
    // Each from another place, so that no bucket runs dry.
    const int n = ++requests_;
    asked.from(fmt::format("10.{}.{}.{}", n / 65536, n / 256 % 256, n % 256));
    return answer_of(house_->site(), asked);
  }
  static void add_body(Asked& asked, const Case& with, std::string_view body) {
    if (with.row.body == kUpload) asked.body(kMultipart, std::string(body) + "--edge--\r\n");
    if (with.route.kind == Kind::Api && with.route.takes != nullptr) asked.json(body);
    if (with.route.kind == Kind::Api && with.route.idempotency == http::Idempotency::Required)
      asked.header("Idempotency-Key", "key-of-" + with.asker.name);
  }
  /// As it should be sent, but for what the caller spoils.
  Response ask(const Case& with, std::string_view path, std::string_view body) {
    Asked asked(with.row.method, path);
    const bool guest = with.row.by == AcceptedRequest::By::Guest;
    const std::string token = with.asker.token.text();
    if (with.route.kind == Kind::Api) {
      if (!guest) asked.header("Authorization", "Bearer " + token);
      add_body(asked, with, body);
      return sent(asked);
    }
    asked.cookie(guest ? http::kCsrfCookie : http::kSessionCookie, token).header("Accept", "text/html");
    const std::string csrf = http::Csrf(secret_).token(token);
    if (with.row.body == kUpload)
      add_body(asked, with, text_part("csrf", csrf) + std::string(body));
    else
      asked.form("csrf=" + csrf + (body.empty() ? "" : "&" + std::string(body)));
    return sent(asked);
  }
  /// With the cookie that a browser sends, and whatever else `more` adds.
  template <class More>
  Response ask_with_cookie(const Case& with, const Token& token, More more) {
    Asked asked(with.row.method, with.path);
    asked.cookie(http::kSessionCookie, token.text()).header("Accept", "text/html");
    add_body(asked, with, with.body);
    if (with.route.kind != Kind::Api && with.row.body != kUpload) asked.form(with.body);
    more(asked);
    return sent(asked);
  }

  /// The same request by others in turn, so that nobody's bucket runs dry.
  Case by_one_of_many(Case with) {
    if (with.route.access == Access::Member) with.asker.token = crowd_[++turn_ % crowd_.size()].token;
    return with;
  }

  Content content() { return content_of(engines_.keyspace(), engines_.records()); }
  /// Does `refused` for each row, and nothing may have changed by it.
  template <class Refused>
  void for_each_row(Refused refused) {
    auto rows = accepted_api_requests();
    std::ranges::move(accepted_forms(), std::back_inserter(rows));
    for (const AcceptedRequest& row : rows) {
      const Case with = made(row);
      const Content before = content();
      refused(with);
      EXPECT_THAT(differences(before, content()), IsEmpty()) << with.name() << " refused, and changed these";
    }
  }

  static constexpr accounts::PasswordCost kCheap{.memory_bytes = 8192, .passes = 1};
  const shop::Zone moscow_ = must(shop::Zone::parse("MSK"));
  /// Nobody asks here what a crash would leave.
  DeferredDurability unhurried_;
  OpenEngines engines_{"Embedded"};
  const Settings settings_;
  std::unique_ptr<House> house_;
  const http::Secret secret_;
  records::Outbox outbox_;
  shop::Shop shop_;
  feed::Feed feed_{engines_.keyspace(), engines_.records(), outbox_, Clock::system(),
                   records::CursorKey::make()};
  std::unique_ptr<accounts::Accounts> accounts_;
  const std::string hash_;
  const std::string picture_;
  int people_ = 0;
  int requests_ = 0;
  std::vector<Person> crowd_;
  std::size_t turn_ = 0;
};

TEST_F(Refusals, EveryRouteThatChangesSomethingIsInTheTable) {
  std::set<std::pair<Method, std::string_view>> known;
  for (const auto& rows : {accepted_api_requests(), accepted_forms()})
    for (const AcceptedRequest& row : rows) known.insert({row.method, row.route});
  for (const http::Route& route : house_->site().routes()) {
    if (route.method == Method::Get || route.method == Method::Head) continue;
    EXPECT_TRUE(known.contains({route.method, route.path}))
        << name_of(route.method) << " " << route.path << ": add a row to tests/cli/refusal_table.h";
  }
}

TEST_F(Refusals, WhatStandsInTheTableIsAccepted) {
  for (const auto& rows : {accepted_api_requests(), accepted_forms()})
    for (const AcceptedRequest& row : rows) {
      const Case with = made(row);
      const Response answer = ask(with, with.path, with.body);
      const bool as_row_says = with.route.kind != Kind::Api || answer.status == with.route.success;
      EXPECT_TRUE(answer.status < 400 && as_row_says)
          << with.name() << ": " << answer.status << " " << body_of(answer);
    }
}

TEST_F(Refusals, ACookieIsNotEnough) {
  for_each_row([&](const Case& with) {
    const Response bare = ask_with_cookie(with, with.asker.token, [](Asked&) {});
    EXPECT_EQ(bare.status, 403) << with.name();
    const Response foreign = ask_with_cookie(
        with, with.asker.token, [](Asked& asked) { asked.header("Sec-Fetch-Site", "cross-site"); });
    EXPECT_EQ(foreign.status, 403) << with.name();
    const Response of_another = ask_with_cookie(with, with.asker.token, [&](Asked& asked) {
      asked.header(http::kCsrfHeader, http::Csrf(secret_).token(with.other.token.text()));
    });
    EXPECT_EQ(of_another.status, 403) << with.name() << " with the token of somebody else's session";
  });
}

TEST_F(Refusals, NobodyGetsInWithoutTheRoleThatTheRouteAsksFor) {
  for_each_row([&](const Case& with) {
    if (with.route.access == Access::Anyone) return;
    Asked guest(with.row.method, with.path);
    guest.json(with.body.empty() ? "{}" : with.body);
    EXPECT_THAT(sent(guest).status, AnyOf(401, 303)) << with.name();
    if (with.route.access == Access::Member) return;
    const Response member = ask_with_cookie(with, with.other.token, [&](Asked& asked) {
      asked.header(http::kCsrfHeader, http::Csrf(secret_).token(with.other.token.text()));
    });
    EXPECT_EQ(member.status, 403) << with.name();
  });
}

TEST_F(Refusals, WhatBelongsToAnotherIsNotThere) {
  for_each_row([&](const Case& with) {
    if (with.foreign.empty()) return;
    const Response answer = ask(with, with.foreign, with.body);
    if (with.row.absent == AcceptedRequest::Absent::NotFound) {
      EXPECT_EQ(answer.status, 404) << with.name();
    }
  });
}

TEST_F(Refusals, WhatIsNotThereOrCannotBeIsNotFound) {
  const std::string nowhere = "ffffffffffffffffffffffff", long_word(5000, 'A');
  for_each_row([&](const Case& with) {
    const auto spoiled = [&](std::string_view what, std::string_view by, auto expected) {
      const auto at = with.path.find(what);
      if (what.empty() || at == with.path.npos) return;
      const std::string path = with.path.substr(0, at) + std::string(by) + with.path.substr(at + what.size());
      EXPECT_THAT(ask(with, path, with.body).status, expected) << with.name() << " as " << path.substr(0, 80);
    };
    for (const auto& id : {with.asker.product.hex(), with.other.order.hex(), with.asker.order.hex(),
                           with.asker.comment.hex(), with.other.comment.hex()}) {
      if (with.row.absent == AcceptedRequest::Absent::NotFound) spoiled(id, nowhere, Eq(404));
      spoiled(id, "thing", Eq(404));
      spoiled(id, "%FF", AnyOf(400, 404));
      spoiled(id, long_word, AnyOf(400, 404));
    }
    for (const feed::ArticleId id : {with.asker.article, with.other.article})
      for (const std::string folder : {"/articles/", "/feed/"}) {
        spoiled(folder + std::to_string(id), folder + "999999999", Eq(404));
        spoiled(folder + std::to_string(id), folder + "99999999999999999999", Eq(404));
        spoiled(folder + std::to_string(id), folder + "x" + std::to_string(id), Eq(404));
        spoiled(folder + std::to_string(id), folder + "-1", Eq(404));
      }
    if (with.row.absent == AcceptedRequest::Absent::NotFound)
      for (const std::string& group : {with.asker.group, with.other.group})
        for (const std::string& wrong : {std::string("nowhere"), std::string("%FF"), long_word})
          spoiled("/" + group, "/" + wrong, AnyOf(400, 404));
    for (const std::string_view word : {"MSK", "records.ttl", with.other.name.c_str()}) {
      spoiled(word, "nowhere", AnyOf(400, 404));
      spoiled(word, "%FF", AnyOf(400, 404));
      spoiled(word, long_word, AnyOf(400, 404));
    }
  });
}

TEST_F(Refusals, ABodyThatIsWrongAnywhereIsRefused) {
  int asked = 0;
  for (int i = 0; i < 8; ++i) crowd_.push_back(person(accounts::Role::Member));
  for_each_row([&](const Case& with) {
    if (with.route.kind != Kind::Api || with.route.takes == nullptr) return;
    for (const auto& [how, body] : JsonSpoiler(with.body, {".attributes"}).all()) {
      const Response answer = ask(by_one_of_many(with), with.path, body);
      EXPECT_EQ(answer.status, 400) << with.name() << " with " << how << ": " << body_of(answer);
      EXPECT_EQ(answer.content_type, "application/problem+json") << with.name() << " with " << how;
      ++asked;
    }
    Asked as_form(with.row.method, with.path);
    as_form.header("Authorization", "Bearer " + with.asker.token.text()).form("a=b");
    EXPECT_EQ(sent(as_form).status, 415) << with.name() << " with a form";
  });
  EXPECT_GT(asked, 200);
}

TEST_F(Refusals, AFormThatIsWrongAnywhereIsRefused) {
  for (int i = 0; i < 8; ++i) crowd_.push_back(person(accounts::Role::Member));
  for_each_row([&](const Case& with) {
    if (with.route.kind == Kind::Api || with.row.body == kUpload) return;
    for (const auto& [how, body] : spoiled_form(with.body, with.row.free)) {
      // What few may do in an hour is about nothing that only the asker has.
      const bool is_rare = with.route.bucket == "post" || with.route.bucket == "report";
      const Response answer = ask(is_rare ? by_one_of_many(with) : with, with.path, body);
      EXPECT_THAT(answer.status, AnyOf(400, 404, 422)) << with.name() << " with " << how;
    }
  });
}

TEST_F(Refusals, WhatNobodyCouldReadIsRefusedWhereverPeopleWrite) {
  for (int i = 0; i < 8; ++i) crowd_.push_back(person(accounts::Role::Member));
  int asked = 0;
  for_each_row([&](const Case& with) {
    if (with.row.body == kUpload || with.row.body.empty()) return;
    // A password is not read by anybody, and what is typed to log in is compared only.
    for (const auto* word : {"session", "account", "users", "login", "register"})
      if (with.row.route.find(word) != with.row.route.npos) return;
    const bool is_api = with.route.kind == Kind::Api;
    const auto spoiled =
        is_api ? JsonSpoiler(with.body, {}).unreadable() : unreadable_form(with.body, with.row.free);
    for (const auto& [how, body] : spoiled) {
      // What few may do in an hour is about nothing that only the asker has.
      const bool is_rare = with.route.bucket == "post" || with.route.bucket == "report";
      const Response answer = ask(is_rare ? by_one_of_many(with) : with, with.path, body);
      EXPECT_THAT(answer.status, is_api ? testing::Matcher<int>(400) : AnyOf(400, 404, 422))
          << with.name() << " with " << how << ": " << body_of(answer).substr(0, 300);
      ++asked;
    }
  });
  EXPECT_GT(asked, 60);
}

TEST_F(Refusals, AnUploadThatIsNoPictureIsNotKept) {
  for_each_row([&](const Case& with) {
    if (with.row.body != kUpload) return;
    const auto refused = with.route.kind == Kind::Api ? testing::Matcher<int>(400) : AnyOf(400, 422, 303);
    EXPECT_THAT(ask(with, with.path, "").status, refused) << with.name() << " without a file";
    EXPECT_THAT(ask(with, with.path, picture_part("words")).status, refused) << with.name();
    EXPECT_THAT(ask(with, with.path, picture_part(std::string(kPicture) + std::string(3 << 20, 'x'))).status,
                AnyOf(refused, 413))
        << with.name();
    if (with.route.kind == Kind::Page) {
      EXPECT_EQ(ask(with, with.path, with.body + text_part("surprise", "1")).status, 400) << with.name();
    }
  });
}

}  // namespace
}  // namespace stoa::cli
