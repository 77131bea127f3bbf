#include "base/guarded.h"
#include "cli/doctor.h"
#include "feed/api.h"
#include "feed/events.h"
#include "http/asked.h"
#include "http/site.h"
#include "keyspace/contract.h"
#include "open_engines.h"
#include "shop/known_sessions.h"

#include <boost/json.hpp>
#include <gmock/gmock.h>

#include <map>
#include <random>
#include <set>
#include <thread>

namespace stoa::cli {
namespace {
using http::Method;
using http::Response;
using keyspace::must;

constexpr int kPeople = 6, kGroups = 4, kLinks = 12, kAtOnce = 3, kSteps = 150;

/// The feed's API with nobody's bucket running dry.
class BusyFeed {
 public:
  explicit BusyFeed(const std::string& engine) : engines_(engine) {
    http::SiteOptions options{.secret = http::Secret::random()};
    options.routes = feed::api_routes({feed_, engines_.records(), clock_});
    for (http::BucketRule rule : feed::bucket_rules()) {
      rule.calls = rule.burst = 1'000'000;
      options.buckets.push_back(std::move(rule));
    }
    options.sessions = &sessions_;
    options.records = &engines_.records();
    site_.emplace(std::move(options));
    for (int i = 0; i < kPeople; ++i)
      people_.push_back(
          sessions_.log_in("person_" + std::to_string(i), i == 0 ? http::Role::Admin : http::Role::Member));
    for (int i = 0; i < kGroups; ++i)
      EXPECT_EQ(ask(0, Method::Post, "/api/groups", "{\"name\":\"" + group(i) + "\"}").status, 201);
  }

  static std::string group(int number) { return "group_" + std::to_string(number); }
  Response ask(int person, Method method, const std::string& target, const std::string& json = {}) {
    http::test::Asked asked(method, target);
    if (!json.empty()) asked.json(json);
    asked.header("Authorization", "Bearer " + people_[static_cast<std::size_t>(person)].text());
    return http::test::answer_of(*site_, asked);
  }
  /// The ids of a list, page by page, in its order.
  std::vector<std::int64_t> listed(const std::string& query) {
    std::vector<std::int64_t> ids;
    std::string cursor;
    do {
      const auto page = boost::json::parse(
          http::test::body_of(ask(0, Method::Get, "/api/articles?limit=7&" + query + "&cursor=" + cursor)));
      for (const auto& article : page.at("articles").as_array()) ids.push_back(article.at("id").as_int64());
      cursor = std::string(page.at("next").as_string());
    } while (!cursor.empty());
    return ids;
  }
  std::string doctor_says() {
    Settings settings;
    settings.data.directory = engines_.data();
    Premises premises{settings, engines_};
    Listener listener;
    const auto outcome = examine_everything(premises, "", listener);
    return outcome.ok() && *outcome == ExitCode::Done ? "" : listener.text();
  }
  void let_pass(Duration time) {
    clock_.advance(time);
    must(feed_.votes.close_due(10'000));
  }
  feed::Feed& feed() { return feed_; }

 private:
  DeferredDurability unhurried_;
  FakeClock clock_{std::chrono::floor<std::chrono::milliseconds>(Clock::system().now())};
  OpenEngines engines_;
  records::Outbox outbox_{engines_.records(), engines_.keyspace(), clock_, feed::listeners()};
  feed::Feed feed_{engines_.keyspace(), engines_.records(), outbox_, clock_, records::CursorKey::make()};
  shop::test::KnownSessions sessions_;
  std::optional<http::Site> site_;
  std::vector<Token> people_;
};

/// Does what comes to its mind, each time as somebody else.
class Visitor {
 public:
  Visitor(BusyFeed& feed, Guarded<std::vector<std::string>>& comments, unsigned seed)
      : feed_(feed), comments_(comments), random_(seed) {}

  void step() {
    const std::string article = "/api/articles/" + std::to_string(1 + below(40));
    const std::string comment = some_comment();
    const auto text = [this] { return "{\"text\":\"word " + std::to_string(below(1000)) + "\"}"; };
    const auto vote = [this] {
      return std::string("{\"vote\":\"") + some({"up", "up", "down", "none"}) + "\"}";
    };
    switch (below(16)) {
      case 0:
      case 1:
        return note("post", ask(Method::Post, "/api/articles", draft()));
      case 2:
        return by_everybody("edit", Method::Put, article, R"({"title":"better","text":"said"})");
      case 3:
        if (below(4) == 0) by_everybody("delete", Method::Delete, article);
        return;
      case 4:
      case 5:
        return note("vote", ask(Method::Put, article + "/vote", vote()));
      case 6:
        return note("put", ask(Method::Put, article + "/groups/" + BusyFeed::group(below(kGroups))));
      case 7:
        return note("take", ask(Method::Delete, article + "/groups/" + BusyFeed::group(below(kGroups))));
      case 8:
      case 9:
        return keep(ask(Method::Post, article + "/comments", text()));
      case 10:
      case 11:
        return keep(ask(Method::Post, comment + "/replies", text()));
      case 12:
        return note("vote on a comment", ask(Method::Put, comment + "/vote", vote()));
      case 13:
        return by_everybody("delete a comment", Method::Delete, comment);
      case 14:
        return note("read", ask(Method::Get, article + "/comments"));
      default:
        return note("moderate", feed_.ask(0, Method::Post, "/api/admin/moderation",
                                          decision(below(2) == 0 ? article : comment)));
    }
  }
  const std::map<std::string, int>& done() const { return done_; }

 private:
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }
  const char* some(std::initializer_list<const char*> words) {
    return *(words.begin() + below(static_cast<int>(words.size())));
  }
  Response ask(Method method, const std::string& target, const std::string& json = {}) {
    return feed_.ask(below(kPeople), method, target, json);
  }
  /// What only the author may do: one of them is.
  void by_everybody(const char* what, Method method, const std::string& target,
                    const std::string& json = {}) {
    for (int person = 0; person < kPeople; ++person) note(what, feed_.ask(person, method, target, json));
  }
  std::string draft() {
    std::string groups = "\"" + BusyFeed::group(below(kGroups)) + "\"";
    if (below(2) == 0) groups += ",\"" + BusyFeed::group(below(kGroups)) + "\"";
    const std::string link =
        below(2) == 0 ? "https://example.org/" + std::to_string(below(kLinks)) : std::string();
    return R"({"title":"something","text":"said","link":")" + link + R"(","groups":[)" + groups + "]}";
  }
  /// `/api/articles/12` as `article:12`.
  std::string decision(const std::string& path) {
    const std::string id = path.substr(path.rfind('/') + 1);
    const std::string thing = (path.starts_with("/api/articles/") ? "article:" : "comment:") + id;
    const char* measure =
        some({"hide", "hide", "show", "show", "lock", "unlock", "unlock", "remove", "dismiss"});
    return std::string("{\"measure\":\"") + measure + "\",\"reason\":\"because\",\"thing\":\"" + thing +
           "\"}";
  }
  std::string some_comment() {
    const auto comments = comments_.lock();
    if (comments->empty()) return "/api/comments/5f0000000000000000000001";
    return (*comments)[static_cast<std::size_t>(below(static_cast<int>(comments->size())))];
  }
  void keep(const Response& answer) {
    note("comment", answer);
    if (answer.status == 201) comments_.lock()->push_back(http::test::header_of(answer, "Location"));
  }
  void note(const char* what, const Response& answer) {
    EXPECT_LT(answer.status, 500) << what << ": " << http::test::body_of(answer);
    if (answer.status < 300) ++done_[what];
  }

  BusyFeed& feed_;
  Guarded<std::vector<std::string>>& comments_;
  std::mt19937 random_;
  std::map<std::string, int> done_;
};

class FeedPropertyOnEveryEngine : public testing::TestWithParam<keyspace::Engine> {};

TEST_P(FeedPropertyOnEveryEngine, WhateverManyDoAtOnceTheDoctorFindsNothing) {
  BusyFeed feed(GetParam().name);
  Guarded<std::vector<std::string>> comments;
  std::map<std::string, int> done;
  for (unsigned round = 0; round < 2; ++round) {
    std::vector<Visitor> visitors;
    for (unsigned i = 0; i < kAtOnce; ++i) visitors.emplace_back(feed, comments, 10 * round + i);
    std::vector<std::thread> threads;
    for (Visitor& visitor : visitors)
      threads.emplace_back([&visitor] {
        DeferredDurability unhurried;
        for (int step = 0; step < kSteps; ++step) visitor.step();
      });
    for (std::thread& thread : threads) thread.join();
    for (const Visitor& visitor : visitors)
      for (const auto& [what, times] : visitor.done()) done[what] += times;
    EXPECT_EQ(feed.doctor_says(), "") << "in round " << round;
    feed.let_pass(feed::kVotingLasts);
    EXPECT_EQ(feed.doctor_says(), "") << "after the votes of round " << round << " were closed";
  }
  for (const char* what : {"post", "edit", "delete", "vote", "put", "take", "comment", "vote on a comment",
                           "delete a comment", "moderate"})
    EXPECT_GT(done[what], 0) << what;
}

TEST_P(FeedPropertyOnEveryEngine, AllListsHaveTheSameArticlesEachOnce) {
  BusyFeed feed(GetParam().name);
  Guarded<std::vector<std::string>> comments;
  Visitor visitor(feed, comments, 77);
  for (int step = 0; step < 2 * kSteps; ++step) visitor.step();
  const auto newest = feed.listed("order=newest");
  const std::set<std::int64_t> all(newest.begin(), newest.end());
  EXPECT_EQ(all.size(), newest.size());
  EXPECT_GT(all.size(), 5u);
  for (const std::int64_t id : all)
    EXPECT_EQ(must(feed.feed().articles.find(id)).state, feed::ArticleState::Live) << id;
  EXPECT_THAT(feed.listed("order=score"), testing::UnorderedElementsAreArray(newest));
  std::set<std::int64_t> by_group, by_author;
  for (int i = 0; i < kGroups; ++i)
    for (const std::string order : {"score", "newest"})
      for (const std::int64_t id : feed.listed("order=" + order + "&group=" + BusyFeed::group(i)))
        by_group.insert(id);
  for (int i = 0; i < kPeople; ++i)
    for (const std::int64_t id : feed.listed("author=person_" + std::to_string(i)))
      EXPECT_TRUE(by_author.insert(id).second) << id;
  EXPECT_EQ(by_group, all);
  EXPECT_EQ(by_author, all);
}

INSTANTIATE_TEST_SUITE_P(Engines, FeedPropertyOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         keyspace::engine_name);

}  // namespace
}  // namespace stoa::cli
