#include "feed/votes.h"

#include "base/fields.h"
#include "feed/article_keys.h"

#include <array>
#include <limits>

namespace stoa::feed {
namespace keys = keyspace::keys;
using keyspace::Reader;
using keyspace::Tx;

namespace {

std::int64_t worth(Vote vote) {
  return vote == Vote::Up ? 1 : vote == Vote::Down ? -1 : 0;
}

/// One round trip.
Result<std::vector<Vote>> votes_of(Reader& reader, const BallotBoxes& boxes, const std::string& voter) {
  const auto in = STOA_TRY(reader.sismember_each(boxes.sets(), voter));
  std::vector<Vote> votes;
  votes.reserve(boxes.articles());
  for (std::size_t i = 0; i < in.size(); i += 2)
    votes.push_back(in[i] ? Vote::Up : in[i + 1] ? Vote::Down : Vote::None);
  return votes;
}

/// Where the votes on an article lie, worked out before anybody is kept waiting.
struct Box {
  explicit Box(ArticleId id) : article(article_key(id)), sets{upvoted_key(id), downvoted_key(id)} {}

  const keyspace::SetKey& up() const { return sets[0]; }
  const keyspace::SetKey& down() const { return sets[1]; }

  const keyspace::HashKey article;
  const std::array<keyspace::SetKey, 2> sets;
};

/// One round trip.
Result<Vote> vote_in(Reader& reader, const Box& box, const std::string& voter) {
  const auto in = STOA_TRY(reader.sismember_each(box.sets, voter));
  return in[0] ? Vote::Up : in[1] ? Vote::Down : Vote::None;
}

void set_member(Tx& tx, const keyspace::SetKey& set, const std::string& voter, Vote before, Vote now,
                Vote kind) {
  if (before == kind && now != kind) tx.srem(set, voter);
  if (before != kind && now == kind) tx.sadd(set, voter);
}

Result<void> check_open(const std::optional<Poll>& article, ArticleId id, Time now) {
  if (!article || article->state != ArticleState::Live) return article_absent(id);
  if (article->voting == Voting::Locked) return article_locked();
  if (article->voting == Voting::Closed || now - article->time >= kVotingLasts)
    return Error{Error::Kind::Conflict, "vote.closed",
                 "votes are taken for 7 days after an article was posted, and these are over"};
  return {};
}

}  // namespace

BallotBoxes::BallotBoxes(std::span<const ArticleId> articles) {
  sets_.reserve(2 * articles.size());
  for (const ArticleId id : articles) {
    sets_.push_back(upvoted_key(id));
    sets_.push_back(downvoted_key(id));
  }
}

EnumDescription describe(Described<Vote>) {
  return names({{"none", Vote::None}, {"up", Vote::Up}, {"down", Vote::Down}});
}

StructDescription describe(Described<Voted>) {
  return fields("Voted", field("votes", &Voted::votes).help("Ups less downs"), field("yours", &Voted::yours));
}

Result<Voted> Votes::cast(const accounts::Identity& who, ArticleId id, Vote vote) {
  const std::string voter = member_of(who.name);
  const Time now = clock_.now();
  const Box box(id);
  const std::string ranked = member_of(id);
  return keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<Voted> {
    const auto article = STOA_TRY(read_poll(tx, box.article));
    STOA_TRY(check_open(article, id, now));
    const Vote before = STOA_TRY(vote_in(tx, box, voter));
    const std::int64_t delta = worth(vote) - worth(before);
    if (delta == 0) return Voted{article->votes, vote};
    set_member(tx, box.up(), voter, before, vote, Vote::Up);
    set_member(tx, box.down(), voter, before, vote, Vote::Down);
    // Increments, as those of two voters may reach another entity in any order.
    tx.hincrement(box.article, "votes", delta);
    tx.zincrement(keys::score(), ranked, kSecondsAVote * static_cast<double>(delta));
    return Voted{article->votes + delta, vote};
  });
}

Result<Vote> Votes::of(const Shortcode& who, ArticleId id) {
  return vote_in(keyspace_.read(), Box(id), member_of(who));
}

Result<std::vector<Vote>> Votes::of_many(const Shortcode& who, const BallotBoxes& boxes) {
  return votes_of(keyspace_.read(), boxes, member_of(who));
}

// The article itself says that it is closed: a node whose clock is behind must not count one more vote into
// sets that are gone.
Result<void> Votes::close(const std::string& member) {
  const auto id = article_of(member);
  // Nobody is told that it is done, and what a crash takes back is due again.
  return keyspace_.transact(Durability::Relaxed, [&](Tx& tx) -> Result<void> {
    if (id) {
      const bool there = STOA_TRY(tx.exists(article_key(*id)));
      if (there) tx.hset(article_key(*id), "voting", "closed");
      tx.del(upvoted_key(*id));
      tx.del(downvoted_key(*id));
    }
    tx.zrem(keys::voting(), member);
    return {};
  });
}

Result<std::size_t> Votes::close_due(std::size_t most) {
  constexpr double kBegin = -std::numeric_limits<double>::infinity();
  const double until = to_unix_seconds(clock_.now() - kVotingLasts);
  const auto due = STOA_TRY(keyspace_.read().zrange_by_score(keys::voting(), {kBegin, until},
                                                             keyspace::Order::Ascending, {.count = most}));
  for (const auto& entry : due) STOA_TRY(close(entry.member));
  return due.size();
}

}  // namespace stoa::feed
