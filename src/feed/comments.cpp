#include "feed/comments.h"

#include "feed/article_keys.h"
#include "feed/comment_thread.h"
#include "feed/moderation_ban.h"
#include "feed/moderation_thing.h"
#include "records/collections.h"
#include "records/typed.h"

#include <algorithm>

namespace stoa::feed {
namespace {
using records::collections::comments;

/// The comment that a reply to `answered` stands below.
Result<Comment> parent_for(records::Reader& reader, const Comment& answered) {
  if (answered.depth < kDeepestComment) return answered;
  auto parent = STOA_TRY(records::get<Comment>(reader, comments(), *answered.parent));
  if (!parent) return comment_absent();
  return *std::move(parent);
}

/// The least ids and not the first to come: on several nodes, ids of one second come in any order.
bool is_among_first(const Comment& parent, const CommentId& reply) {
  return parent.first_replies.size() < kFirstReplies || reply < parent.first_replies.back();
}

Result<void> hang_below(records::Tx& tx, Comment parent, const CommentId& reply) {
  if (!is_among_first(parent, reply)) {
    STOA_TRY(tx.increment_if(comments(), parent.id, "replies", 1, 0));
    return {};
  }
  auto& first = parent.first_replies;
  first.insert(std::ranges::lower_bound(first, reply), reply);
  if (first.size() > kFirstReplies) first.pop_back();
  ++parent.replies;
  return records::replace(tx, comments(), parent);
}

Result<void> refresh_first_replies(records::Tx& tx, Comment& parent) {
  const auto page = STOA_TRY(records::find<Comment>(
      tx, comments(),
      {.index = "article_parent_id", .equal = {parent.article, parent.id}, .limit = kFirstReplies}));
  parent.first_replies.clear();
  for (const Comment& reply : page.documents) parent.first_replies.push_back(reply.id);
  return {};
}

}  // namespace

Result<Comment> find_comment(records::Reader& reader, const CommentId& id) {
  auto found = STOA_TRY(records::get<Comment>(reader, comments(), id));
  if (!found || found->state == CommentState::Deleted) return comment_absent();
  return *std::move(found);
}

Result<void> place_comment(records::Tx& tx, Comment& comment, const CommentId& answered_id) {
  const Comment answered = STOA_TRY(find_comment(tx, answered_id));
  if (answered.article != comment.article || answered.state != CommentState::Shown) return comment_absent();
  Comment parent = STOA_TRY(parent_for(tx, answered));
  comment.parent = parent.id;
  comment.depth = parent.depth + 1;
  if (parent.id != answered.id) comment.answers = answered.id;
  return hang_below(tx, std::move(parent), comment.id);
}

Result<void> erase_comment(records::Tx& tx, Comment comment) {
  if (comment.state == CommentState::Shown) STOA_TRY(count_comments(tx, comment.article, -1));
  STOA_TRY(tx.remove(records::collections::reported_things(), Thing::comment(comment.id).text()));
  if (comment.replies > 0) {
    comment.state = CommentState::Deleted;
    comment.author.reset();
    comment.text.clear();
    return records::replace(tx, comments(), comment);
  }
  STOA_TRY(tx.remove(comments(), comment.id));
  while (comment.parent) {
    auto parent = STOA_TRY(records::get<Comment>(tx, comments(), *comment.parent));
    if (!parent) return {};
    if (--parent->replies > 0 || parent->state != CommentState::Deleted) {
      if (std::ranges::count(parent->first_replies, comment.id) > 0)
        STOA_TRY(refresh_first_replies(tx, *parent));
      return records::replace(tx, comments(), *parent);
    }
    STOA_TRY(tx.remove(comments(), parent->id));
    comment = *std::move(parent);
  }
  return {};
}

Result<void> check_readable(keyspace::Reader& keys, ArticleId id) {
  const std::string wanted[] = {"title", "state"};
  const auto found = STOA_TRY(keys.hget_many(article_key(id), wanted));
  if (!found[0] || found[1].value_or("live") != "live") return article_absent(id);
  return {};
}

Result<Comment> Comments::comment(const CommentId& id) {
  return find_comment(records_.read(), id);
}

Result<Comment> Comments::post(const Shortcode& author, ArticleId article,
                               const std::optional<CommentId>& answered, std::string text) {
  STOA_TRY(check_comment_text(text));
  STOA_TRY(check_readable(keyspace_.read(), article));
  const Time now = clock_.now();
  Comment fresh;
  fresh.id = CommentId::make(now);
  fresh.article = article;
  fresh.author = author;
  fresh.text = std::move(text);
  fresh.posted_at = now;
  return records_.transact([&](records::Tx& tx) -> Result<Comment> {
    STOA_TRY(may_post(tx, author, now));
    STOA_TRY(check_open(tx, article));
    Comment comment = fresh;
    if (answered) STOA_TRY(place_comment(tx, comment, *answered));
    STOA_TRY(records::insert(tx, comments(), comment));
    STOA_TRY(count_comments(tx, article, 1));
    return comment;
  });
}

Result<void> check_author(const Shortcode& name, const Comment& comment) {
  if (comment.author == name) return {};
  return Error{Error::Kind::Forbidden, "comment.not_yours", "only who wrote a comment may change it"};
}

bool is_editable(const Comment& comment, Time now) {
  return now - comment.posted_at <= kCommentEditable;
}

Result<Comment> Comments::edit(const Shortcode& author, const CommentId& id, std::string text) {
  STOA_TRY(check_comment_text(text));
  const Time now = clock_.now();
  return records_.transact([&](records::Tx& tx) -> Result<Comment> {
    Comment comment = STOA_TRY(find_comment(tx, id));
    STOA_TRY(check_author(author, comment));
    STOA_TRY(may_post(tx, author, now));
    if (!is_editable(comment, now))
      return Error{Error::Kind::Conflict, "comment.too_late",
                   "a comment can be changed for an hour after it was posted; answer it instead"};
    comment.text = text;
    comment.edited_at = now;
    STOA_TRY(records::replace(tx, comments(), comment));
    return comment;
  });
}

Result<void> Comments::remove(const Shortcode& author, const CommentId& id) {
  return records_.transact([&](records::Tx& tx) -> Result<void> {
    Comment comment = STOA_TRY(find_comment(tx, id));
    STOA_TRY(check_author(author, comment));
    return erase_comment(tx, std::move(comment));
  });
}

}  // namespace stoa::feed
