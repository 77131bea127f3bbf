#include "feed/comment_votes.h"

#include "base/fields.h"
#include "feed/comment_thread.h"
#include "feed/comments.h"
#include "records/collections.h"
#include "records/typed.h"

#include <limits>

namespace stoa::feed {
namespace {
using records::collections::comment_votes;
using records::collections::comments;

std::string id_of(const CommentId& comment, const Shortcode& voter) {
  return comment.hex() + ':' + voter.text();
}

std::int64_t weight_of(Vote vote) {
  return vote == Vote::Up ? 1 : vote == Vote::Down ? -1 : 0;
}

Result<void> check_votable(const Comment& comment, const Shortcode& voter, Time now) {
  if (comment.state != CommentState::Shown) return comment_absent();
  if (comment.author == voter)
    return Error{Error::Kind::Forbidden, "comment.own_vote", "nobody votes on what they wrote themselves"};
  if (now - comment.posted_at >= kVotingLasts)
    return Error{Error::Kind::Conflict, "comment.votes_closed",
                 "voting on a comment closes seven days after it was posted"};
  return {};
}

Result<void> write(records::Tx& tx, const CastVote& vote, Vote before) {
  if (vote.vote == Vote::None) {
    STOA_TRY(tx.remove(comment_votes(), vote.id));
    return {};
  }
  return before == Vote::None ? records::insert(tx, comment_votes(), vote)
                              : records::replace(tx, comment_votes(), vote);
}

}  // namespace

StructDescription describe(Described<CastVote>) {
  return fields("CastVote", field("id", &CastVote::id).stored_as("_id"), field("vote", &CastVote::vote),
                field("closes_at", &CastVote::closes_at));
}

Result<Comment> CommentVotes::vote(const Shortcode& voter, const CommentId& id, Vote to) {
  const Time now = clock_.now();
  return records_.transact([&](records::Tx& tx) -> Result<Comment> {
    Comment comment = STOA_TRY(find_comment(tx, id));
    STOA_TRY(check_votable(comment, voter, now));
    STOA_TRY(check_open(tx, comment.article));
    const CastVote cast{id_of(id, voter), to, comment.posted_at + kVotingLasts};
    const auto found = STOA_TRY(records::get<CastVote>(tx, comment_votes(), cast.id));
    const Vote before = found ? found->vote : Vote::None;
    if (before == to) return comment;
    STOA_TRY(write(tx, cast, before));
    comment.votes = STOA_TRY(tx.increment_if(comments(), id, "votes", weight_of(to) - weight_of(before),
                                             std::numeric_limits<std::int64_t>::min()));
    return comment;
  });
}

Result<std::vector<Vote>> votes_of(records::Reader& reader, const Shortcode& voter,
                                   std::span<const CommentId> comments) {
  std::vector<records::Value> ids;
  ids.reserve(comments.size());
  for (const CommentId& comment : comments) ids.emplace_back(id_of(comment, voter));
  const auto documents = STOA_TRY(reader.get_many(comment_votes(), ids));
  std::vector<Vote> votes;
  votes.reserve(comments.size());
  for (const auto& document : documents)
    votes.push_back(document ? STOA_TRY(read_bson<CastVote>(*document)).vote : Vote::None);
  return votes;
}

}  // namespace stoa::feed
