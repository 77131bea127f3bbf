#pragma once
#include "accounts/user.h"
#include "base/clock.h"
#include "base/function_ref.h"
#include "base/result.h"
#include "feed/articles.h"
#include "feed/comment_thread.h"
#include "feed/moderation_ban.h"
#include "feed/moderation_log.h"
#include "feed/moderation_thing.h"
#include "records/outbox.h"
#include "records/records.h"

#include <string>

namespace stoa::feed {

inline constexpr std::size_t kLongestReason = 500;

/// What admins do about articles, comments and people, each with a reason and an entry in the public log,
/// written in one transaction with what it changes. What is so already is left so and not logged again.
/// Forbidden (`moderation.admins`) for others, Invalid (`moderation.reason`), NotFound (`article.absent`,
/// `comment.absent`) also for what was deleted. Safe from any thread.
class Moderation {
 public:
  using Identity = accounts::Identity;

  /// All outlive it.
  Moderation(records::Records& records, records::Outbox& outbox, Articles& articles, const Clock& clock)
      : records_(records), outbox_(outbox), articles_(articles), clock_(clock) {}

  /// An article or a comment, which leave the queue with it; Invalid (`moderation.thing`) for a person. An
  /// article is in the keyspace and follows its thread by an event: at once, or should that fail when the
  /// outbox is next drained.
  Result<void> hide(const Identity&, const Thing&, const std::string& reason);
  Result<void> show(const Identity&, const Thing&, const std::string& reason);
  /// No new comments and no votes, on the article and on its comments.
  Result<void> lock(const Identity&, ArticleId, const std::string& reason);
  Result<void> unlock(const Identity&, ArticleId, const std::string& reason);
  /// Takes the words away for good, and the thing out of the queue. An article follows as with hide().
  Result<void> remove(const Identity&, const CommentId&, const std::string& reason);
  Result<void> remove(const Identity&, ArticleId, const std::string& reason);
  /// There is nothing wrong with it: it leaves the queue.
  Result<void> dismiss(const Identity&, const Thing&, const std::string& reason);

  /// Replaces the ban that is there. Invalid (`moderation.until`) unless it ends in the future, and within
  /// ten years.
  Result<void> ban(const Identity&, const Shortcode&, Time until, const std::string& reason);
  /// NotFound (`person.absent`) for a name that nobody has: a ban of it would stand in the log and stop
  /// nobody.
  Result<void> require_person(const Shortcode&);
  Result<void> lift_ban(const Identity&, const Shortcode&, const std::string& reason);

  /// What the others ask. One read each. Forbidden (`feed.banned`).
  Result<void> may_post(const Shortcode&);
  Result<bool> is_locked(ArticleId);

  Result<ModerationLog> log(const std::optional<Thing>&, std::size_t limit, std::string cursor);

 private:
  enum class Changed { No, Yes };
  using Change = FunctionRef<Result<Changed>(records::Tx&)>;
  /// Forbidden and Invalid as above.
  Result<ModerationEntry> entry(const Identity&, ModerationAction, const Thing&, const std::string& reason);
  Result<void> act(const ModerationEntry&, Change);
  Result<void> set_visible(const ModerationEntry&, CommentState);
  Result<void> set_comment_state(const ModerationEntry&, const CommentId&, CommentState);
  Result<void> set_hidden(const ModerationEntry&, ArticleId, std::optional<Time> since);
  Result<void> change_thread(const ModerationEntry&, ArticleId, std::optional<Time> Thread::*mark,
                             std::optional<Time> since);
  Result<void> set_locked(const ModerationEntry&, ArticleId, std::optional<Time> since);

  // Fixed at construction.
  records::Records& records_;
  records::Outbox& outbox_;
  Articles& articles_;
  const Clock& clock_;
};

}  // namespace stoa::feed
