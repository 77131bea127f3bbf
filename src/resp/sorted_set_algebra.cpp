#include "resp/command.h"
#include "resp/command_table.h"
#include "resp/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <unordered_map>

namespace stoa::resp {
namespace {

using keyspace::Slot;
using keyspace::Type;
using Does = Command::Does;

enum class Algebra { Union, Intersection, Difference };
enum class Aggregate { Sum, Min, Max };

struct Query {
  std::vector<Slot> sources;
  std::vector<double> weights;
  Aggregate aggregate = Aggregate::Sum;
  bool with_scores = false;
  std::size_t most = SIZE_MAX;
};

/// Which options a command has beside its keys.
enum class Answer { Members, Stored, Count };

double zero_if_nan(double number) {
  return std::isnan(number) ? 0 : number;
}

double combine(Aggregate aggregate, double a, double b) {
  if (aggregate == Aggregate::Sum) return zero_if_nan(a + b);
  return aggregate == Aggregate::Min ? std::min(a, b) : std::max(a, b);
}

/// The score a member has in a source; a set's members have 1.
std::optional<double> score_in(Call& call, const Slot& source, std::string_view member) {
  if (!source.found()) return std::nullopt;
  if (source.type == Type::SortedSet) return call.keys.score(source, member);
  return call.keys.has_member(source, member) ? std::optional(1.0) : std::nullopt;
}

void each_of(Call& call, const Slot& source, keyspace::Visit::VisitScored visit) {
  if (!source.found()) return;
  if (source.type == Type::Set)
    return call.keys.each_member(source, [&](std::string_view member) { visit(member, 1); });
  call.keys.each_ranked(source, {0, call.keys.length(source)}, keyspace::Order::Ascending, visit);
}

bool take_sources(Call& call, std::size_t at, std::size_t count, Query& query) {
  for (std::size_t i = 0; i < count; ++i) {
    const Slot slot = call.keys.find(call[at + i]);
    if (slot.found() && slot.type != Type::SortedSet && slot.type != Type::Set)
      return call.wrong_type(), false;
    query.sources.push_back(slot);
  }
  query.weights.assign(count, 1);
  return true;
}

bool take_weights(Call& call, std::size_t& i, Query& query) {
  for (double& weight : query.weights) {
    const auto number = parse_double(call[++i]);
    if (!number) return call.reply.error("ERR weight value is not a float"), false;
    weight = *number;
  }
  return true;
}

bool take_options(Call& call, std::size_t first, Algebra algebra, Answer answer, Query& query) {
  for (std::size_t i = first; i < call.size(); ++i) {
    const std::size_t left = call.size() - i - 1;
    const bool weighs = algebra != Algebra::Difference && answer != Answer::Count;
    if (weighs && left >= query.sources.size() && is_word(call[i], "weights")) {
      if (!take_weights(call, i, query)) return false;
    } else if (weighs && left >= 1 && is_word(call[i], "aggregate")) {
      const std::string_view how = call[++i];
      if (is_word(how, "sum"))
        query.aggregate = Aggregate::Sum;
      else if (is_word(how, "min"))
        query.aggregate = Aggregate::Min;
      else if (is_word(how, "max"))
        query.aggregate = Aggregate::Max;
      else
        return call.syntax_error(), false;
    } else if (answer == Answer::Members && is_word(call[i], "withscores")) {
      query.with_scores = true;
    } else if (answer == Answer::Count && left >= 1 && is_word(call[i], "limit")) {
      constexpr std::string_view kNegative = "ERR LIMIT can't be negative";
      const auto limit = call.integer(call[++i], kNegative);
      if (!limit) return false;
      if (*limit < 0) return call.reply.error(kNegative), false;
      query.most = *limit == 0 ? SIZE_MAX : static_cast<std::size_t>(*limit);
    } else {
      return call.syntax_error(), false;
    }
  }
  return true;
}

/// `numkeys key …` at word `at`, then options. nullopt, and the error is said, when something is wrong.
std::optional<Query> take_query(Call& call, std::size_t at, Algebra algebra, Answer answer) {
  const auto count = call.integer(call[at]);
  if (!count) return std::nullopt;
  if (*count < 1) {
    call.reply.error(
        fmt::format("ERR at least 1 input key is needed for '{}' command", find_command(call[0])->name));
    return std::nullopt;
  }
  if (static_cast<std::size_t>(*count) > call.size() - at - 1) return call.syntax_error(), std::nullopt;
  Query query;
  const auto keys = static_cast<std::size_t>(*count);
  if (!take_sources(call, at + 1, keys, query)) return std::nullopt;
  if (!take_options(call, at + 1 + keys, algebra, answer, query)) return std::nullopt;
  return query;
}

using Scores = std::unordered_map<std::string, double>;

Scores union_of(Call& call, const Query& query) {
  Scores scores;
  for (std::size_t i = 0; i < query.sources.size(); ++i)
    each_of(call, query.sources[i], [&](std::string_view member, double score) {
      const double weighted = zero_if_nan(score * query.weights[i]);
      const auto [found, added] = scores.emplace(member, weighted);
      if (!added) found->second = combine(query.aggregate, found->second, weighted);
    });
  return scores;
}

/// As Redis does it, down to infinity times nothing: from the smallest source to the largest, with the
/// product of the first made a number and the others left to combine().
Scores intersection_of(Call& call, const Query& query) {
  std::vector<std::size_t> order(query.sources.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return call.keys.length(query.sources[i]); });
  Scores scores;
  each_of(call, query.sources[order[0]], [&](std::string_view member, double first) {
    if (scores.size() >= query.most) return;
    double total = zero_if_nan(first * query.weights[order[0]]);
    for (std::size_t i = 1; i < order.size(); ++i) {
      const auto score = score_in(call, query.sources[order[i]], member);
      if (!score) return;
      total = combine(query.aggregate, total, *score * query.weights[order[i]]);
    }
    scores.emplace(member, total);
  });
  return scores;
}

Scores difference_of(Call& call, const Query& query) {
  Scores scores;
  each_of(call, query.sources[0], [&](std::string_view member, double score) {
    for (std::size_t i = 1; i < query.sources.size(); ++i)
      if (score_in(call, query.sources[i], member)) return;
    scores.emplace(member, score);
  });
  return scores;
}

Scores scores_of(Call& call, Algebra algebra, const Query& query) {
  if (algebra == Algebra::Union) return union_of(call, query);
  if (algebra == Algebra::Intersection) return intersection_of(call, query);
  return difference_of(call, query);
}

void answer(Call& call, Algebra algebra) {
  const auto query = take_query(call, 1, algebra, Answer::Members);
  if (!query) return;
  const Scores scores = scores_of(call, algebra, *query);
  std::vector<std::pair<double, std::string_view>> ranked;
  for (const auto& [member, score] : scores) ranked.emplace_back(score, member);
  std::ranges::sort(ranked);
  const bool nested = query->with_scores && call.reply.resp3();
  call.reply.array(ranked.size() * (query->with_scores && !nested ? 2 : 1));
  for (const auto& [score, member] : ranked) {
    if (nested) call.reply.array(2);
    call.reply.bulk(member);
    if (query->with_scores) call.reply.number(score);
  }
}

void store(Call& call, Algebra algebra) {
  const auto query = take_query(call, 2, algebra, Answer::Stored);
  if (!query) return;
  const Scores scores = scores_of(call, algebra, *query);
  Slot target = call.keys.find(call[1]);
  if (target.found()) call.keys.remove(target);
  for (const auto& [member, score] : scores) call.keys.put_score(target, member, score);
  call.reply.integer(scores.size());
}

void zunion(Call& call) {
  answer(call, Algebra::Union);
}
void zinter(Call& call) {
  answer(call, Algebra::Intersection);
}
void zdiff(Call& call) {
  answer(call, Algebra::Difference);
}
void zunionstore(Call& call) {
  store(call, Algebra::Union);
}
void zinterstore(Call& call) {
  store(call, Algebra::Intersection);
}
void zdiffstore(Call& call) {
  store(call, Algebra::Difference);
}
void zintercard(Call& call) {
  const auto query = take_query(call, 1, Algebra::Intersection, Answer::Count);
  if (query) call.reply.integer(intersection_of(call, *query).size());
}

}  // namespace

std::span<const Command> sorted_set_algebra_commands() {
  static constexpr Command kRows[] = {
      {"zunion", -3, Does::Reads, {0, 0, 0}, zunion},
      {"zinter", -3, Does::Reads, {0, 0, 0}, zinter},
      {"zdiff", -3, Does::Reads, {0, 0, 0}, zdiff},
      {"zunionstore", -4, Does::Writes, {1, 1, 1}, zunionstore},
      {"zinterstore", -4, Does::Writes, {1, 1, 1}, zinterstore},
      {"zdiffstore", -4, Does::Writes, {1, 1, 1}, zdiffstore},
      {"zintercard", -3, Does::Reads, {0, 0, 0}, zintercard},
  };
  return kRows;
}

}  // namespace stoa::resp
