#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "feed/comment.h"
#include "feed/votes.h"
#include "records/records.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stoa::feed {

/// A document of `comment_votes`, one a person and comment. A record and not a set of the keyspace, so that
/// it and the comment's count change in one transaction and can never disagree. It goes when voting closes,
/// and the count stays.
struct CastVote {
  std::string id;
  Vote vote = Vote::Up;
  Time closes_at{};
};
StructDescription describe(Described<CastVote>);

/// Safe from any thread.
class CommentVotes {
 public:
  /// Both outlive it.
  CommentVotes(records::Records& records, const Clock& clock) : records_(records), clock_(clock) {}

  /// Makes `vote` what this person says, None taking it back, and gives the comment as it is then. The same
  /// vote twice is the same as once. Forbidden (`comment.own_vote`); Conflict (`comment.votes_closed`) seven
  /// days after posting, (`article.locked`); NotFound
  /// (`comment.absent`) also for a hidden one. Three reads.
  Result<Comment> vote(const Shortcode& voter, const CommentId&, Vote);

 private:
  // Fixed at construction.
  records::Records& records_;
  const Clock& clock_;
};

/// What the person thinks of each, in the comments' order; None after voting has closed. One read.
Result<std::vector<Vote>> votes_of(records::Reader&, const Shortcode& voter, std::span<const CommentId>);

}  // namespace stoa::feed
