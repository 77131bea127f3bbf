#include "feed/article_intake.h"

#include "base/json.h"
#include "feed/article_keys.h"
#include "feed/article_sets.h"
#include "feed/comment_thread.h"
#include "feed/comments.h"
#include "keyspace/integer.h"
#include "records/collections.h"
#include "records/typed.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::feed {
namespace keys = keyspace::keys;
using keyspace::Tx;

namespace {
using records::collections::comments;

constexpr std::size_t kMostLineBytes = 8 << 20;

/// `imported:{hash}`: the article, and the hash of what was said of it once all of that has been written.
struct Remembered {
  ArticleId article = 0;
  std::string said;
};

std::string text_of(const Remembered& remembered) {
  return fmt::format("{} {}", remembered.article, remembered.said);
}

Result<std::optional<Remembered>> recall(keyspace::Reader& reader, const std::string& hash) {
  const auto text = STOA_TRY(reader.get(keys::imported(hash)));
  if (!text) return std::optional<Remembered>();
  const auto blank = std::min(text->find(' '), text->size());
  const auto article = keyspace::parse_integer(std::string_view(*text).substr(0, blank));
  if (!article)
    return Error{Error::Kind::Corrupt, "import.memory",
                 fmt::format("imported:{} holds '{}', which names no article; delete it", hash, *text)};
  return std::optional(Remembered{*article, text->substr(std::min(blank + 1, text->size()))});
}

Result<void> check_same_author(const Article& there, const ImportPlan& plan) {
  if (there.author == plan.article.author) return {};
  return Error{Error::Kind::Conflict, "import.taken",
               fmt::format("it is article {} already, by {}; its author cannot become another", there.id,
                           there.author ? there.author->text() : "nobody")};
}

Article changed(const Article& before, const ImportPlan& plan) {
  Article after = before;
  after.title = plan.article.title;
  after.link = plan.article.link;
  after.text = plan.article.text;
  after.groups = plan.article.groups;
  after.product = plan.article.product;
  if (plan.votes == ImportPlan::Votes::Begun) return after;
  after.votes = plan.article.votes;
  after.voting = Voting::Closed;
  return after;
}

void change_groups(Tx& tx, const Article& before, const Article& after) {
  for (const GroupName& group : before.groups)
    if (std::ranges::count(after.groups, group) == 0) leave_group(tx, before, group);
  for (const GroupName& group : after.groups)
    if (std::ranges::count(before.groups, group) == 0) join_group(tx, after, group);
}

void change_product(Tx& tx, const Article& before, const Article& after) {
  if (before.product == after.product) return;
  const std::string member = member_of(after.id);
  if (before.product) tx.zrem(keys::product_articles(*before.product), member);
  if (after.product)
    tx.zadd(keys::product_articles(*after.product), member, to_unix_seconds(after.time));
  else
    tx.hdel(article_key(after.id), "product");
}

void change_votes(Tx& tx, const Article& before, const Article& after) {
  if (before.votes != after.votes) tx.zadd(keys::score(), member_of(after.id), score_of(after));
  if (before.voting == after.voting) return;
  tx.zrem(keys::voting(), member_of(after.id));
  tx.del(upvoted_key(after.id));
  tx.del(downvoted_key(after.id));
}

void change_link(Tx& tx, const Article& before, const Article& after, const std::optional<Link>& link,
                 Time now) {
  if (before.link == after.link || now >= link_forgotten(before)) return;
  if (const auto old = Link::parse(before.link); old.ok()) tx.del(keys::posted_link(old->page_hash()));
  if (link)
    tx.set_until(keys::posted_link(link->page_hash()), std::to_string(after.id), link_forgotten(after));
}

/// Whether anything of the comment is another now. What was hidden or deleted here stays so.
Result<bool> write_comment(records::Tx& tx, const PlannedComment& planned, ArticleId article,
                           std::int64_t& added) {
  auto there = STOA_TRY(records::get<Comment>(tx, comments(), planned.comment.id));
  if (there) {
    const bool counted = planned.votes == PlannedComment::Votes::Said;
    const std::int64_t votes = counted ? planned.comment.votes : there->votes;
    if (there->state != CommentState::Shown || (there->text == planned.comment.text && there->votes == votes))
      return false;
    there->text = planned.comment.text;
    there->votes = votes;
    STOA_TRY(records::replace(tx, comments(), *there));
    return true;
  }
  Comment comment = planned.comment;
  comment.article = article;
  if (planned.answered) {
    const auto placed = place_comment(tx, comment, *planned.answered);
    // What it answers was deleted or hidden here, and what was said below that is not to come back.
    if (!placed.ok() && placed.error().code == "comment.absent") return false;
    if (!placed.ok()) return placed.error();
  }
  STOA_TRY(records::insert(tx, comments(), comment));
  ++added;
  return true;
}

}  // namespace

Result<Taken> ArticleIntake::take(const ArticleEntry& entry) {
  ImportPlan plan = STOA_TRY(plan_import(entry, clock_.now()));
  const auto before = STOA_TRY(recall(keyspace_.read(), plan.hash));
  if (before && before->said == plan.said) return Taken::Unchanged;
  STOA_TRY(check_takeable(plan, before ? std::optional(before->article) : std::nullopt));
  std::vector<Shortcode> authors{entry.author};
  for (const CommentEntry& comment : entry.comments) authors.push_back(comment.author);
  STOA_TRY(authors_.require(authors));
  STOA_TRY(create_missing(plan.article.groups, entry.author));
  const auto there = before ? std::optional(before->article) : STOA_TRY(create(plan));
  const ArticleId id = there.value_or(plan.article.id);
  const Change article = there ? STOA_TRY(change(plan, id)) : Change::Made;
  const Change talk = article == Change::Gone ? Change::None : STOA_TRY(write_comments(plan, id));
  STOA_TRY(keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    tx.set(keys::imported(plan.hash), text_of({id, plan.said}));
    return {};
  }));
  if (!there) return Taken::Created;
  return article == Change::Made || talk == Change::Made ? Taken::Changed : Taken::Unchanged;
}

// Asked again when it is written; here, so that a line that is refused leaves no account and no group behind.
Result<void> ArticleIntake::check_takeable(const ImportPlan& plan, std::optional<ArticleId> there) {
  for (const GroupName& group : plan.article.groups)
    if (is_sites_own(group))
      return Error{Error::Kind::Conflict, "group.taken",
                   fmt::format("no group can be called '{}'; choose another name", group.text())};
  if (!there && plan.link && plan.known_by == ImportPlan::KnownBy::Link)
    if (const auto posted = STOA_TRY(keyspace_.read().get(keys::posted_link(plan.link->page_hash()))))
      there = keyspace::parse_integer(*posted);
  if (!there) return {};
  const auto article = read_article(*there, STOA_TRY(keyspace_.read().hgetall(article_key(*there))));
  if (!article || article->state == ArticleState::Removed) return {};
  return check_same_author(*article, plan);
}

Result<std::optional<ArticleId>> ArticleIntake::create(ImportPlan& plan) {
  using KnownBy = ImportPlan::KnownBy;
  plan.article.id = STOA_TRY(next_article_id(keyspace_));
  const auto link_key = plan.link ? std::optional(keys::posted_link(plan.link->page_hash())) : std::nullopt;
  // Where a link was posted more than once, people are led to the one that they are led to now.
  bool leads_here = link_key && clock_.now() < link_forgotten(plan.article);
  if (leads_here && plan.known_by == KnownBy::Name)
    leads_here = !STOA_TRY(keyspace_.read().exists(*link_key));
  return keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<std::optional<ArticleId>> {
    if (const auto before = STOA_TRY(recall(tx, plan.hash))) return std::optional(before->article);
    if (link_key && plan.known_by == KnownBy::Link)
      if (const auto posted = STOA_TRY(tx.get(*link_key)))
        return std::optional(keyspace::parse_integer(*posted).value_or(0));
    tx.set(keys::imported(plan.hash), text_of({plan.article.id, ""}));
    if (leads_here) tx.set_until(*link_key, std::to_string(plan.article.id), link_forgotten(plan.article));
    add_article(tx, plan.article);
    return std::optional<ArticleId>();
  });
}

Result<ArticleIntake::Change> ArticleIntake::change(const ImportPlan& plan, ArticleId id) {
  const Time now = clock_.now();
  return keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<Change> {
    const auto before = read_article(id, STOA_TRY(tx.hgetall(article_key(id))));
    if (!before || before->state == ArticleState::Removed) return Change::Gone;
    STOA_TRY(check_same_author(*before, plan));
    const Article after = changed(*before, plan);
    if (hash_of(after) == hash_of(*before)) return Change::None;
    tx.hset(article_key(id), hash_of(after));
    change_groups(tx, *before, after);
    change_product(tx, *before, after);
    change_votes(tx, *before, after);
    change_link(tx, *before, after, plan.link, now);
    return Change::Made;
  });
}

Result<ArticleIntake::Change> ArticleIntake::write_comments(const ImportPlan& plan, ArticleId id) {
  if (plan.comments.empty()) return Change::None;
  return records_.transact([&](records::Tx& tx) -> Result<Change> {
    Change change = Change::None;
    std::int64_t added = 0;
    for (const PlannedComment& planned : plan.comments)
      if (STOA_TRY(write_comment(tx, planned, id, added))) change = Change::Made;
    if (added > 0) STOA_TRY(count_comments(tx, id, added));
    return change;
  });
}

Result<void> ArticleIntake::create_missing(const std::vector<GroupName>& names, const Shortcode& creator) {
  if (groups_.require(names).ok()) return {};
  for (const GroupName& name : names) {
    // As many as the file has: it is not a member who creates them.
    const auto made = groups_.create({creator, UserId(), accounts::Role::Admin}, {name, ""});
    if (!made.ok() && made.error().code != "group.taken") return made.error();
  }
  return groups_.require(names);
}

Result<ImportReport> import_articles(records::Records& records, ArticleIntake& intake, std::istream& from,
                                     const ImportWatcher& watcher) {
  JsonLines lines(from, kMostLineBytes);
  const auto take = [&](const std::string& json) -> Result<LineOutcome> {
    const auto entry = STOA_TRY(read_json<ArticleEntry>(json, {.bytes = kMostLineBytes}));
    return LineOutcome(STOA_TRY(intake.take(entry)));
  };
  const auto report = STOA_TRY(import_lines(lines, take, watcher));
  STOA_TRY(records.transact([](records::Tx&) -> Result<void> { return {}; }));
  return report;
}

}  // namespace stoa::feed
