#pragma once
// Articles, votes, groups and lists on one keyspace engine, with a clock that tests move.

#include "base/durability.h"
#include "base/must.h"
#include "feed/article_keys.h"
#include "feed/articles.h"
#include "feed/group_ranking.h"
#include "feed/groups.h"
#include "feed/lists.h"
#include "feed/votes.h"
#include "keyspace/engines.h"
#include "keyspace/keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace stoa::feed::test {

using stoa::test::code_of;
using stoa::test::must;
namespace keys = keyspace::keys;

inline GroupName group_name(std::string_view text) {
  return must(GroupName::parse(text));
}

inline accounts::Identity person(std::string_view name, accounts::Role role = accounts::Role::Member) {
  return {must(Shortcode::parse(name)), UserId(), role};
}
inline const accounts::Identity kAnna = person("anna");
inline const accounts::Identity kBoris = person("boris");
inline const accounts::Identity kAdmin = person("warden", accounts::Role::Admin);

/// The `number`th of many.
inline accounts::Identity voter(std::size_t number) {
  return person("voter_" + std::to_string(number));
}

/// What tests say to a feed. The embedded keyspace has the system's clock, so the feed's starts there too.
class World {
 public:
  explicit World(std::unique_ptr<keyspace::OpenEngine> engine, ListOptions lists_options = {})
      : clock_(std::chrono::floor<std::chrono::milliseconds>(Clock::system().now())),
        engine_(std::move(engine)),
        groups(engine_->keyspace(), clock_),
        articles(engine_->keyspace(), groups, clock_),
        votes(engine_->keyspace(), clock_),
        ranking(engine_->keyspace(), clock_),
        lists(engine_->keyspace(), articles, ranking, records::CursorKey::make(), lists_options) {
    must(groups.create(kAdmin, {kGroup, "All things"}));
  }

  keyspace::Keyspace& keyspace() { return engine_->keyspace(); }
  keyspace::Reader& read() { return engine_->keyspace().read(); }
  FakeClock& clock() { return clock_; }

  static ArticleDraft text_draft(std::string title = "A title", std::vector<GroupName> into = {kGroup}) {
    return {std::move(title), "", "What I have to say", std::move(into)};
  }
  static ArticleDraft link_draft(std::string link, std::string title = "A title") {
    return {std::move(title), std::move(link), "", {kGroup}};
  }
  /// Each a second after the one before.
  ArticleId post(const accounts::Identity& author = kAnna, std::vector<GroupName> into = {kGroup}) {
    clock_.advance(std::chrono::seconds(1));
    return must(articles.post(author, text_draft("A title", std::move(into)))).article.id;
  }

  /// What the moderation makes of an article, without its log.
  void set_sight(ArticleId id, std::string_view state) {
    must(keyspace().transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
      tx.hset(article_key(id), "state", state);
      return {};
    }));
  }
  void hide(ArticleId id) { set_sight(id, "hidden"); }
  void show(ArticleId id) { set_sight(id, "live"); }

  /// What must hold of an article whose voting is open.
  void expect_agreement(ArticleId id) {
    const Article article = must(articles.find(id));
    const auto ups = must(read().smembers(upvoted_key(id)));
    const auto downs = must(read().smembers(downvoted_key(id)));
    EXPECT_EQ(article.votes, static_cast<std::int64_t>(ups.size()) - static_cast<std::int64_t>(downs.size()));
    EXPECT_EQ(must(read().zscore(keys::score(), member_of(id))), score_of(article));
    for (const std::string& up : ups) EXPECT_FALSE(must(read().sismember(downvoted_key(id), up)));
  }

  inline static const GroupName kGroup = group_name("things");

 private:
  /// No test asks what a crash of the machine would leave, so the main thread does not wait for the disk.
  DeferredDurability unhurried_;
  FakeClock clock_;
  std::unique_ptr<keyspace::OpenEngine> engine_;

 public:
  Groups groups;
  Articles articles;
  Votes votes;
  GroupRanking ranking;
  Lists lists;
};

class FeedOnEveryEngine : public testing::TestWithParam<keyspace::Engine>, protected World {
 protected:
  FeedOnEveryEngine() : World(GetParam().open()) {}
};

inline std::string engine_name(const testing::TestParamInfo<keyspace::Engine>& info) {
  return info.param.name;
}

}  // namespace stoa::feed::test

namespace stoa::keyspace {
inline void PrintTo(const Engine& engine, std::ostream* out) {
  *out << engine.name;
}
}  // namespace stoa::keyspace
