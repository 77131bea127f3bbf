#pragma once
#include "accounts/user.h"
#include "base/clock.h"
#include "base/described.h"
#include "base/result.h"
#include "feed/article.h"
#include "keyspace/keyspace.h"

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace stoa::feed {

inline constexpr std::chrono::hours kVotingLasts{7 * 24};

/// What one person says of one article; None takes back what was said.
enum class Vote { None, Up, Down };
EnumDescription describe(Described<Vote>);

/// The count of an article and the voter's part in it.
struct Voted {
  std::int64_t votes = 0;
  Vote yours = Vote::None;
};
StructDescription describe(Described<Voted>);

/// Where the votes on some articles lie, in their order; worth keeping where many ask about the same ones.
class BallotBoxes {
 public:
  BallotBoxes() = default;
  explicit BallotBoxes(std::span<const ArticleId>);

  std::size_t articles() const { return sets_.size() / 2; }
  /// Two for each, of those who voted it up and of those who voted it down.
  std::span<const keyspace::SetKey> sets() const { return sets_; }

 private:
  std::vector<keyspace::SetKey> sets_;
};

/// `votes`, `score:`, `upvoted:` and `downvoted:` agree after every call, whoever else votes at the same
/// time. Whether an article is locked is the moderation's to say. Safe from any thread.
class Votes {
 public:
  /// Both outlive it.
  Votes(keyspace::Keyspace& keyspace, const Clock& clock) : keyspace_(keyspace), clock_(clock) {}

  /// Makes `vote` what this person says, whatever it was before; the same twice counts once. NotFound
  /// (`article.absent`) also of a stone and of what is hidden, Conflict (`vote.closed`) kVotingLasts after
  /// posting.
  Result<Voted> cast(const accounts::Identity&, ArticleId, Vote);

  /// None also when the voting is closed, as nobody knows any more.
  Result<Vote> of(const Shortcode&, ArticleId);
  /// In the articles' order; one round trip.
  Result<std::vector<Vote>> of_many(const Shortcode&, const BallotBoxes&);

  /// Ends the voting on up to `most` articles whose time has come, and forgets who voted; gives how many.
  Result<std::size_t> close_due(std::size_t most);

 private:
  Result<void> close(const std::string& member);

  // Fixed at construction.
  keyspace::Keyspace& keyspace_;
  const Clock& clock_;
};

}  // namespace stoa::feed
