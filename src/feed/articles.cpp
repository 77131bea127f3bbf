#include "feed/articles.h"

#include "feed/article_keys.h"
#include "feed/article_sets.h"
#include "keyspace/integer.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::feed {
namespace keys = keyspace::keys;
using keyspace::Tx;

namespace {

bool is_admin(const accounts::Identity& who) {
  return who.role == accounts::Role::Admin;
}

Article stone_of(const Article& article) {
  Article stone;
  stone.id = article.id;
  stone.time = article.time;
  stone.votes = article.votes;
  stone.state = ArticleState::Removed;
  stone.voting = Voting::Closed;
  return stone;
}

}  // namespace

void make_stone(Tx& tx, const Article& article, Time now) {
  take_article_away(tx, article);
  tx.del(article_key(article.id));
  tx.hset(article_key(article.id), hash_of(stone_of(article)));
  // Later the key may be a newer article's with the same link.
  if (now < link_forgotten(article))
    if (const auto link = Link::parse(article.link); link.ok()) tx.del(keys::posted_link(link->page_hash()));
}

bool may_see(const std::optional<accounts::Identity>& who, const Article& article) {
  return article.state != ArticleState::Hidden || (who && (is_admin(*who) || article.author == who->name));
}

Result<void> may_edit(const accounts::Identity& who, const Article& article, Time now) {
  if (article.author != who.name)
    return Error{Error::Kind::Forbidden, "article.not_yours", "only the author changes an article"};
  if (article.state == ArticleState::Hidden) return article_hidden();
  if (now - article.time < kEditable) return {};
  return Error{Error::Kind::Conflict, "article.too_late",
               "an article can be changed for an hour; add a comment instead"};
}

Result<void> may_remove(const accounts::Identity& who, const Article& article) {
  if (article.author == who.name || is_admin(who)) return {};
  return Error{Error::Kind::Forbidden, "article.not_yours", "only the author, or an admin, may do this"};
}

Result<void> may_sort(const accounts::Identity& who, const Article& article) {
  STOA_TRY(may_remove(who, article));
  if (article.state == ArticleState::Hidden && !is_admin(who)) return article_hidden();
  return {};
}

Result<std::optional<Posted>> Articles::posted_before(const CheckedDraft& draft) {
  if (!draft.link) return std::optional<Posted>();
  const auto there = STOA_TRY(keyspace_.read().get(keys::posted_link(draft.link->page_hash())));
  if (!there) return std::optional<Posted>();
  const auto id = keyspace::parse_integer(*there).value_or(0);
  return std::optional(Posted{STOA_TRY(find(id)), Posted::Outcome::AlreadyThere});
}

Result<Posted> Articles::post(const accounts::Identity& who, const ArticleDraft& wanted) {
  CheckedDraft draft = STOA_TRY(check(wanted));
  if (auto before = STOA_TRY(posted_before(draft))) return *std::move(before);
  STOA_TRY(groups_.require(draft.groups));
  Article article;
  article.id = STOA_TRY(next_article_id(keyspace_));
  article.title = std::move(draft.title);
  article.link = draft.link ? draft.link->text() : "";
  article.text = std::move(draft.text);
  article.author = who.name;
  article.time = clock_.now();
  article.votes = 1;
  article.groups = std::move(draft.groups);
  article.product = draft.product;
  const auto there = STOA_TRY(add_unless_there(article, draft.link));
  if (!there) return Posted{std::move(article), Posted::Outcome::New};
  return Posted{STOA_TRY(find(*there)), Posted::Outcome::AlreadyThere};
}

Result<std::optional<ArticleId>> Articles::add_unless_there(const Article& article,
                                                            const std::optional<Link>& link) {
  return keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<std::optional<ArticleId>> {
    if (link) {
      const auto key = keys::posted_link(link->page_hash());
      if (const auto before = STOA_TRY(tx.get(key)))
        return std::optional(keyspace::parse_integer(*before).value_or(0));
      tx.set_until(key, std::to_string(article.id), link_forgotten(article));
    }
    add_article(tx, article);
    return std::optional<ArticleId>();
  });
}

Result<Article> Articles::change(ArticleId id, Change change) {
  return keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<Article> {
    auto article = read_article(id, STOA_TRY(tx.hgetall(article_key(id))));
    if (!article || article->state == ArticleState::Removed) return article_absent(id);
    STOA_TRY(change(tx, *article));
    return *std::move(article);
  });
}

Result<Article> Articles::edit(const accounts::Identity& who, ArticleId id, const ArticleEdit& wanted) {
  const ArticleEdit edit = STOA_TRY(check(wanted));
  const Time now = clock_.now();
  return change(id, [&](Tx& tx, Article& article) -> Result<void> {
    STOA_TRY(may_edit(who, article, now));
    if (article.link.empty() && edit.text.empty()) return nothing_said();
    article.title = edit.title;
    article.text = edit.text;
    article.edited = now;
    const keyspace::Field changed[] = {
        {"title", edit.title}, {"text", edit.text}, {"edited", hash_time(now)}};
    tx.hset(article_key(id), changed);
    return {};
  });
}

Result<void> Articles::remove(const accounts::Identity& who, ArticleId id) {
  const Time now = clock_.now();
  return keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    const auto article = read_article(id, STOA_TRY(tx.hgetall(article_key(id))));
    if (!article) return article_absent(id);
    if (article->state == ArticleState::Removed) return {};
    STOA_TRY(may_remove(who, *article));
    make_stone(tx, *article, now);
    return {};
  });
}

Result<Article> Articles::put_into(const accounts::Identity& who, ArticleId id, const GroupName& group) {
  STOA_TRY(groups_.require({&group, 1}));
  return change(id, [&](Tx& tx, Article& article) -> Result<void> {
    STOA_TRY(may_sort(who, article));
    if (std::ranges::find(article.groups, group) != article.groups.end()) return {};
    if (article.groups.size() >= kMostGroupsOfAnArticle)
      return Error{Error::Kind::Conflict, "article.groups",
                   fmt::format("the article is in {} groups already; take it out of one first",
                               article.groups.size())};
    article.groups.insert(std::ranges::upper_bound(article.groups, group), group);
    tx.hset(article_key(id), "groups", joined(article.groups));
    join_group(tx, article, group);
    return {};
  });
}

Result<Article> Articles::take_out_of(const accounts::Identity& who, ArticleId id, const GroupName& group) {
  return change(id, [&](Tx& tx, Article& article) -> Result<void> {
    STOA_TRY(may_sort(who, article));
    const auto found = std::ranges::find(article.groups, group);
    if (found == article.groups.end()) return {};
    if (article.groups.size() == 1)
      return Error{Error::Kind::Conflict, "article.groups",
                   "the article is in no other group; put it into one first"};
    article.groups.erase(found);
    tx.hset(article_key(id), "groups", joined(article.groups));
    leave_group(tx, article, group);
    return {};
  });
}

Result<Article> Articles::find(ArticleId id) {
  if (id <= 0) return article_absent(id);
  auto article = read_article(id, STOA_TRY(keyspace_.read().hgetall(article_key(id))));
  if (!article) return article_absent(id);
  return *std::move(article);
}

Result<std::vector<std::optional<Article>>> Articles::find_many(std::span<const ArticleId> ids) {
  std::vector<keyspace::HashKey> asked;
  asked.reserve(ids.size());
  for (const ArticleId id : ids) asked.push_back(article_key(id));
  const auto hashes = STOA_TRY(keyspace_.read().hgetall_many(asked));
  std::vector<std::optional<Article>> articles;
  articles.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) articles.push_back(read_article(ids[i], hashes[i]));
  return articles;
}

}  // namespace stoa::feed
