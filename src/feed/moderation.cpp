#include "feed/moderation.h"

#include "feed/comments.h"
#include "feed/events.h"
#include "feed/people.h"
#include "feed/wording.h"
#include "records/collections.h"
#include "records/typed.h"

namespace stoa::feed {
namespace {
using enum ModerationAction;
using records::collections::comments;
using records::collections::posting_bans;
using records::collections::reported_things;

constexpr auto kLongestBan = std::chrono::hours(24 * 3653);

Result<void> check_is_there(Articles& articles, ArticleId id) {
  const Article article = STOA_TRY(articles.find(id));
  if (article.state == ArticleState::Removed) return article_absent(id);
  return {};
}

}  // namespace

Result<ModerationEntry> Moderation::entry(const Identity& by, ModerationAction action, const Thing& thing,
                                          const std::string& reason) {
  if (by.role != accounts::Role::Admin)
    return Error{Error::Kind::Forbidden, "moderation.admins", "only administrators moderate"};
  ModerationEntry entry;
  entry.at = clock_.now();
  entry.id = ObjectId::make(entry.at);
  entry.by = by.name;
  entry.action = action;
  entry.thing = thing;
  entry.reason = STOA_TRY(read_wording(
      {.code = "moderation.reason", .what = "the reason", .most = kLongestReason, .lines = Lines::Many},
      reason));
  return entry;
}

Result<void> Moderation::act(const ModerationEntry& entry, Change change) {
  return records_.transact([&](records::Tx& tx) -> Result<void> {
    if (STOA_TRY(change(tx)) == Changed::No) return {};
    return records::insert(tx, records::collections::moderation_log(), entry);
  });
}

Result<void> Moderation::hide(const Identity& by, const Thing& thing, const std::string& reason) {
  return set_visible(STOA_TRY(entry(by, Hidden, thing, reason)), CommentState::Hidden);
}

Result<void> Moderation::show(const Identity& by, const Thing& thing, const std::string& reason) {
  return set_visible(STOA_TRY(entry(by, Shown, thing, reason)), CommentState::Shown);
}

Result<void> Moderation::set_visible(const ModerationEntry& entry, CommentState to) {
  const Thing::Id& id = entry.thing.id();
  if (const auto* comment = std::get_if<CommentId>(&id)) return set_comment_state(entry, *comment, to);
  if (const auto* article = std::get_if<ArticleId>(&id))
    return set_hidden(entry, *article, to == CommentState::Hidden ? std::optional(entry.at) : std::nullopt);
  return Error{Error::Kind::Invalid, "moderation.thing", "a person cannot be hidden, only kept from posting"};
}

Result<void> Moderation::set_comment_state(const ModerationEntry& entry, const CommentId& id,
                                           CommentState to) {
  return act(entry, [&](records::Tx& tx) -> Result<Changed> {
    Comment comment = STOA_TRY(find_comment(tx, id));
    STOA_TRY(tx.remove(reported_things(), entry.thing.text()));
    if (comment.state == to) return Changed::No;
    comment.state = to;
    STOA_TRY(records::replace(tx, comments(), comment));
    STOA_TRY(count_comments(tx, comment.article, to == CommentState::Shown ? 1 : -1));
    return Changed::Yes;
  });
}

/// The article hears of it also when the thread said so already: it may have missed it the last time.
Result<void> Moderation::change_thread(const ModerationEntry& entry, ArticleId id,
                                       std::optional<Time> Thread::*mark, std::optional<Time> since) {
  ObjectId event;
  const auto change = [&](records::Tx& tx) -> Result<Changed> {
    if (mark == &Thread::hidden_at) STOA_TRY(tx.remove(reported_things(), entry.thing.text()));
    event = STOA_TRY(outbox_.post(tx, kThreadChanged, ThreadChanged{id}));
    Thread thread = STOA_TRY(thread_of(tx, id));
    if ((thread.*mark).has_value() == since.has_value()) return Changed::No;
    thread.*mark = since;
    STOA_TRY(put_thread(tx, thread));
    return Changed::Yes;
  };
  STOA_TRY(act(entry, change));
  return outbox_.apply(event);
}

Result<void> Moderation::set_hidden(const ModerationEntry& entry, ArticleId id, std::optional<Time> since) {
  STOA_TRY(check_is_there(articles_, id));
  return change_thread(entry, id, &Thread::hidden_at, since);
}

Result<void> Moderation::lock(const Identity& by, ArticleId id, const std::string& reason) {
  const auto locked = STOA_TRY(entry(by, Locked, Thing::article(id), reason));
  return set_locked(locked, id, locked.at);
}

Result<void> Moderation::unlock(const Identity& by, ArticleId id, const std::string& reason) {
  return set_locked(STOA_TRY(entry(by, Unlocked, Thing::article(id), reason)), id, std::nullopt);
}

Result<void> Moderation::set_locked(const ModerationEntry& entry, ArticleId id, std::optional<Time> since) {
  STOA_TRY(articles_.find(id));
  return change_thread(entry, id, &Thread::locked_at, since);
}

Result<void> Moderation::remove(const Identity& by, const CommentId& id, const std::string& reason) {
  const auto removed = STOA_TRY(entry(by, Removed, Thing::comment(id), reason));
  return act(removed, [&](records::Tx& tx) -> Result<Changed> {
    Comment comment = STOA_TRY(find_comment(tx, id));
    STOA_TRY(tx.remove(reported_things(), removed.thing.text()));
    STOA_TRY(erase_comment(tx, std::move(comment)));
    return Changed::Yes;
  });
}

Result<void> Moderation::remove(const Identity& by, ArticleId id, const std::string& reason) {
  const auto removed = STOA_TRY(entry(by, Removed, Thing::article(id), reason));
  STOA_TRY(check_is_there(articles_, id));
  ObjectId event;
  const auto change = [&](records::Tx& tx) -> Result<Changed> {
    STOA_TRY(tx.remove(reported_things(), removed.thing.text()));
    event = STOA_TRY(outbox_.post(tx, kArticleRemoved, ArticleRemoved{id, removed.at}));
    return Changed::Yes;
  };
  STOA_TRY(act(removed, change));
  return outbox_.apply(event);
}

Result<void> Moderation::dismiss(const Identity& by, const Thing& thing, const std::string& reason) {
  const auto dismissed = STOA_TRY(entry(by, Dismissed, thing, reason));
  return act(dismissed, [&](records::Tx& tx) -> Result<Changed> {
    return STOA_TRY(tx.remove(reported_things(), thing.text())) ? Changed::Yes : Changed::No;
  });
}

Result<void> Moderation::ban(const Identity& by, const Shortcode& name, Time until,
                             const std::string& reason) {
  auto banned = STOA_TRY(entry(by, Banned, Thing::user(name), reason));
  if (until <= banned.at || until - banned.at > kLongestBan)
    return Error{Error::Kind::Invalid, "moderation.until", "a ban ends in the future, within ten years"};
  banned.until = until;
  return act(banned, [&](records::Tx& tx) -> Result<Changed> {
    STOA_TRY(tx.remove(posting_bans(), name.text()));
    STOA_TRY(
        records::insert(tx, posting_bans(), PostingBan{name, until, banned.by, banned.reason, banned.at}));
    return Changed::Yes;
  });
}

Result<void> Moderation::require_person(const Shortcode& name) {
  return require_account(records_.read(), name);
}

Result<void> Moderation::lift_ban(const Identity& by, const Shortcode& name, const std::string& reason) {
  const auto lifted = STOA_TRY(entry(by, BanLifted, Thing::user(name), reason));
  return act(lifted, [&](records::Tx& tx) -> Result<Changed> {
    const bool was_banned = STOA_TRY(ban_of(tx, name, lifted.at)).has_value();
    STOA_TRY(tx.remove(posting_bans(), name.text()));
    return was_banned ? Changed::Yes : Changed::No;
  });
}

Result<void> Moderation::may_post(const Shortcode& name) {
  return feed::may_post(records_.read(), name, clock_.now());
}

Result<bool> Moderation::is_locked(ArticleId id) {
  return STOA_TRY(thread_of(records_.read(), id)).locked_at.has_value();
}

Result<ModerationLog> Moderation::log(const std::optional<Thing>& thing, std::size_t limit,
                                      std::string cursor) {
  return moderation_log(records_.read(), thing, limit, std::move(cursor));
}

}  // namespace stoa::feed
