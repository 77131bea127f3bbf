#include "cli/check.h"
#include "cli/feed_article.h"

#include <fmt/format.h>

#include <cmath>

namespace stoa::cli {
namespace {
using namespace keyspace;

constexpr double kScoreOfAVote = 432;

Result<Fault> article_is_whole(const Subject& subject) {
  const std::string wanted[] = {"title", "author", "time", "votes"};
  const auto values = STOA_TRY(subject.keys().hget_many(subject.as<HashKey>(), wanted));
  for (std::size_t i = 0; i < std::size(wanted); ++i)
    if (!values[i]) return Fault(fmt::format("{} has no field '{}'", subject.name, wanted[i]));
  if (!values[1]->starts_with("user:"))
    return Fault(fmt::format("{} has the author '{}', who is not written user:…", subject.name, *values[1]));
  if (!real_number(values[2]) || !whole_number(*values[3]))
    return Fault(fmt::format("{} has time '{}' and votes '{}'; both are numbers", subject.name, *values[2],
                             *values[3]));
  return Fault();
}

// When voting has closed both sets are gone, and the votes stay as they were.
Result<Fault> votes_are_ups_less_downs(const Subject& subject) {
  const auto ups = STOA_TRY(subject.keys().scard(SetKey("upvoted:" + std::string(subject.tag))));
  const auto downs = STOA_TRY(subject.keys().scard(SetKey("downvoted:" + std::string(subject.tag))));
  const auto article = STOA_TRY(examined_article(subject.keys(), subject.name));
  if (ups + downs == 0 || !article) return Fault();
  const auto counted = static_cast<std::int64_t>(ups) - static_cast<std::int64_t>(downs);
  if (article->votes == counted) return Fault();
  return Fault(fmt::format("{} says {} votes, and {} up less {} down are {}", subject.name, article->votes,
                           ups, downs, counted));
}

// The smaller set is read, the larger one asked.
Result<Fault> nobody_votes_both_ways(const Subject& subject) {
  Reader& keys = subject.keys();
  SetKey small("upvoted:" + std::string(subject.tag)), large("downvoted:" + std::string(subject.tag));
  if (STOA_TRY(keys.scard(small)) > STOA_TRY(keys.scard(large))) std::swap(small, large);
  const auto voters = STOA_TRY(keys.smembers(small));
  const auto both = STOA_TRY(keys.sismember_many(large, voters));
  for (std::size_t i = 0; i < voters.size(); ++i)
    if (both[i]) return Fault(fmt::format("{} voted article:{} both up and down", voters[i], subject.tag));
  return Fault();
}

// Of a removed article only a stone is left, which stands in no list.
Result<Fault> article_is_ranked(const Subject& subject) {
  if (STOA_TRY(subject.keys().hget(subject.as<HashKey>(), "state")) == "removed") return Fault();
  for (const auto& ranking : {keys::time(), keys::score()})
    if (!STOA_TRY(subject.keys().zscore(ranking, subject.name)) &&
        STOA_TRY(subject.keys().exists(KeyName(subject.name))))
      return Fault(fmt::format("{} does not stand in {}", subject.name, ranking.name()));
  return Fault();
}

Result<Fault> id_was_given(const Subject& subject) {
  const auto id = whole_number(subject.tag);
  if (!id) return Fault(subject.name + " has no whole number for an id");
  const auto last = STOA_TRY(subject.keys().get(keys::article_counter()));
  const auto given = last ? whole_number(*last) : std::nullopt;
  if (given && *given >= *id) return Fault();
  return Fault(fmt::format("{} is beyond article:, which says {}: its id would be given again", subject.name,
                           last.value_or("nothing")));
}

Result<void> scores_follow_time_and_votes(Examination& examination) {
  Reader& keys = examination.keys();
  return for_each_member(keys, keys::score(), [&](const Scored& ranked) {
    return examination.examine([&]() -> Result<Fault> {
      const auto score = STOA_TRY(keys.zscore(keys::score(), ranked.member));
      const auto article = STOA_TRY(examined_article(keys, ranked.member));
      if (!score) return Fault();
      if (!article || article->is_stone())
        return Fault(fmt::format("score: ranks {}, which is no article", ranked.member));
      const double expected = article->time + kScoreOfAVote * static_cast<double>(article->votes);
      if (std::abs(expected - *score) < 1e-3) return Fault();
      return Fault(fmt::format("score: gives {} {:.3f}; time + 432 × votes is {:.3f}", ranked.member, *score,
                               expected));
    });
  });
}

Result<void> times_are_the_articles(Examination& examination) {
  Reader& keys = examination.keys();
  return for_each_member(keys, keys::time(), [&](const Scored& ranked) {
    return examination.examine([&]() -> Result<Fault> {
      const auto time = STOA_TRY(keys.zscore(keys::time(), ranked.member));
      const auto article = STOA_TRY(examined_article(keys, ranked.member));
      if (!time) return Fault();
      if (!article || article->is_stone())
        return Fault(fmt::format("time: ranks {}, which is no article", ranked.member));
      if (is_same_time(article->time, *time)) return Fault();
      return Fault(
          fmt::format("time: gives {} {:.3f}; the article says {:.3f}", ranked.member, *time, article->time));
    });
  });
}

}  // namespace

std::vector<Check> feed_checks() {
  return {
      {"feed.article", "An article has its title, author, time and votes", "article:{id}", article_is_whole},
      {"feed.votes", "Votes are ups less downs while voting is open", "article:{id}",
       votes_are_ups_less_downs},
      {"feed.one_vote", "Nobody votes an article up and down", "article:{id}", nobody_votes_both_ways},
      {"feed.ranked", "An article stands in time: and score:", "article:{id}", article_is_ranked},
      {"feed.counter", "article: is the last id given", "article:{id}", id_was_given},
      {"feed.score", "A score is time + 432 × votes", "", nullptr, scores_follow_time_and_votes},
      {"feed.time", "time: says what the articles say", "", nullptr, times_are_the_articles},
  };
}

}  // namespace stoa::cli
