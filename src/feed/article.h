#pragma once
// feed/ is what people post, vote on and talk about: articles, votes, groups, lists, comments, moderation.
// Its rules know base/, accounts/ and the two ports; only api*.cpp and pages*.cpp know http/.

#include "base/clock.h"
#include "base/described.h"
#include "base/ids.h"
#include "feed/group_name.h"
#include "keyspace/keyspace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::feed {

using ArticleId = std::int64_t;

/// Hidden ones stand in no list until they are shown again. A removed one is a stone: all that was said in it
/// is gone, and it is there only for the comments under it.
enum class ArticleState { Live, Hidden, Removed };
EnumDescription describe(Described<ArticleState>);

/// Locked until a moderator opens it again, closed for good.
enum class Voting { Open, Locked, Closed };
EnumDescription describe(Described<Voting>);

/// The hash `article:{id}`.
struct Article {
  ArticleId id = 0;
  std::string title;
  /// Empty when it is only text.
  std::string link;
  /// Markdown, as it was written.
  std::string text;
  /// nullopt of a stone.
  std::optional<Shortcode> author;
  Time time{};
  /// Ups less downs.
  std::int64_t votes = 0;
  std::vector<GroupName> groups;
  std::optional<ProductId> product;
  ArticleState state = ArticleState::Live;
  /// Closed once the votes have been counted for the last time; they may be refused before that.
  Voting voting = Voting::Open;
  std::optional<Time> edited;
};
StructDescription describe(Described<Article>);

/// What a vote has to know of an article: without its title and text, which it has no use for.
struct Poll {
  Time time{};
  std::int64_t votes = 0;
  ArticleState state = ArticleState::Live;
  Voting voting = Voting::Open;
};

/// How much of time a vote is worth, in seconds: 200 of them are a day.
inline constexpr double kSecondsAVote = 432;
inline double score_of(const Article& article) {
  return to_unix_seconds(article.time) + kSecondsAVote * static_cast<double>(article.votes);
}

/// NotFound (`article.absent`): also for what was removed, or is not for everybody to see.
Error article_absent(ArticleId);
/// Conflict (`article.locked`).
Error article_locked();
Error article_hidden();

std::vector<ArticleId> ids_of(std::span<const Article>);

std::vector<keyspace::Field> hash_of(const Article&);
/// nullopt when it is not there, or is no whole article.
std::optional<Article> read_article(ArticleId, std::span<const keyspace::Field>);

/// Of a transaction, one read. nullopt as of read_article.
Result<std::optional<Poll>> read_poll(keyspace::Tx&, const keyspace::HashKey& article);

/// As a hash holds them: `a,b`; seconds with six decimals.
std::string joined(std::span<const GroupName>);
std::string hash_time(Time);

}  // namespace stoa::feed
