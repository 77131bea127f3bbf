#include "feed/article_sets.h"

#include "feed/article_keys.h"
#include "feed/articles.h"
#include "keyspace/integer.h"

#include <fmt/format.h>

namespace stoa::feed {
namespace keys = keyspace::keys;
using keyspace::Tx;

Result<ArticleId> next_article_id(keyspace::Keyspace& keyspace) {
  // Not waited for: the article that gets the id is durable only after this is.
  return keyspace.transact(Durability::Relaxed, [](Tx& tx) -> Result<ArticleId> {
    const auto last = STOA_TRY(tx.get(keys::article_counter()));
    const auto given = last ? keyspace::parse_integer(*last) : 0;
    if (!given)
      return Error{Error::Kind::Corrupt, "article.counter",
                   fmt::format("article: holds '{}', which is no id; set it to the last one given", *last)};
    tx.increment(keys::article_counter(), 1);
    return *given + 1;
  });
}

void join_group(Tx& tx, const Article& article, const GroupName& group) {
  const std::string member = member_of(article.id);
  tx.sadd(keys::group(group.text()), member);
  tx.zadd(keys::time(group.text()), member, to_unix_seconds(article.time));
  tx.zincrement(keys::group_sizes(), group.text(), 1);
}

void leave_group(Tx& tx, const Article& article, const GroupName& group) {
  const std::string member = member_of(article.id);
  tx.srem(keys::group(group.text()), member);
  tx.zrem(keys::time(group.text()), member);
  tx.zincrement(keys::group_sizes(), group.text(), -1);
}

void add_article(Tx& tx, const Article& article) {
  const std::string member = member_of(article.id);
  const double time = to_unix_seconds(article.time);
  tx.hset(article_key(article.id), hash_of(article));
  tx.zadd(keys::time(), member, time);
  tx.zadd(keys::score(), member, score_of(article));
  tx.zadd(keys::user_articles(*article.author), member, time);
  if (article.voting != Voting::Closed) {
    tx.sadd(upvoted_key(article.id), member_of(*article.author));
    tx.zadd(keys::voting(), member, time);
  }
  if (article.product) tx.zadd(keys::product_articles(*article.product), member, time);
  for (const GroupName& group : article.groups) join_group(tx, article, group);
}

void take_article_away(Tx& tx, const Article& article) {
  const std::string member = member_of(article.id);
  for (const auto& ranking : {keys::time(), keys::score(), keys::voting()}) tx.zrem(ranking, member);
  if (article.author) tx.zrem(keys::user_articles(*article.author), member);
  if (article.product) tx.zrem(keys::product_articles(*article.product), member);
  for (const GroupName& group : article.groups) leave_group(tx, article, group);
  tx.del(upvoted_key(article.id));
  tx.del(downvoted_key(article.id));
}

Time link_forgotten(const Article& article) {
  return std::chrono::floor<std::chrono::milliseconds>(article.time) + kLinkRemembered;
}

}  // namespace stoa::feed
