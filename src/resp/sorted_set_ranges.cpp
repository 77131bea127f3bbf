#include "resp/command.h"

#include <cmath>
#include <cstdlib>
#include <string>

namespace stoa::resp {
namespace {

using keyspace::NameRange;
using keyspace::Order;
using keyspace::Ranks;
using keyspace::ScoreRange;
using keyspace::Slot;
using keyspace::Type;
using Does = Command::Does;

enum class By { Rank, Score, Name };

bool read_score_end(std::string_view word, double& score, ScoreRange::End& end) {
  const bool excluded = word.starts_with('(');
  const std::string text(word.substr(excluded ? 1 : 0));
  char* rest = nullptr;
  score = std::strtod(text.c_str(), &rest);
  end = excluded ? ScoreRange::End::Excluded : ScoreRange::End::Included;
  return *rest == '\0' && !std::isnan(score);
}

/// nullopt, and the error is said, when the words are no range.
std::optional<ScoreRange> score_range(Call& call, std::string_view min, std::string_view max) {
  ScoreRange range{};
  if (read_score_end(min, range.min, range.min_end) && read_score_end(max, range.max, range.max_end))
    return range;
  call.reply.error("ERR min or max is not a float");
  return std::nullopt;
}

/// What a word says of an end of a range by name: everything, nothing at all, or from a name on.
struct NameEnd {
  enum class Kind { Lowest, Highest, Name } kind;
  std::string_view name;
  NameRange::End end = NameRange::End::Open;
};

std::optional<NameEnd> read_name_end(std::string_view word) {
  if (word == "-") return NameEnd{NameEnd::Kind::Lowest, {}};
  if (word == "+") return NameEnd{NameEnd::Kind::Highest, {}};
  if (word.starts_with('(')) return NameEnd{NameEnd::Kind::Name, word.substr(1), NameRange::End::Excluded};
  if (word.starts_with('[')) return NameEnd{NameEnd::Kind::Name, word.substr(1), NameRange::End::Included};
  return std::nullopt;
}

/// The ranks of a range by name; a minimum of `+` or a maximum of `-` leaves none.
std::optional<Ranks> ranks_by_name(Call& call, const Slot& slot, std::string_view min_word,
                                   std::string_view max_word) {
  const auto min = read_name_end(min_word);
  const auto max = read_name_end(max_word);
  if (!min || !max) {
    call.reply.error("ERR min or max not valid string range item");
    return std::nullopt;
  }
  if (min->kind == NameEnd::Kind::Highest || max->kind == NameEnd::Kind::Lowest) return Ranks{};
  return call.keys.ranks_of(slot, NameRange{min->name, max->name, min->end, max->end});
}

/// What is between two words, as `by` reads them. nullopt, and the error is said, when they are wrong.
std::optional<Ranks> ranks_between(Call& call, const Slot& slot, By by, std::string_view min,
                                   std::string_view max) {
  if (by == By::Name) return ranks_by_name(call, slot, min, max);
  if (by == By::Score) {
    const auto range = score_range(call, min, max);
    if (!range) return std::nullopt;
    return slot.found() ? call.keys.ranks_of(slot, *range) : Ranks{};
  }
  const auto start = call.integer(min);
  if (!start) return std::nullopt;
  const auto stop = call.integer(max);
  if (!stop) return std::nullopt;
  return keyspace::ranks_between(*start, *stop, call.keys.length(slot));
}

/// A key of another type reads as a missing one, so that wrong words are told of first.
Slot sorted_set_or_nothing(Slot slot) {
  if (slot.found() && slot.type != Type::SortedSet) slot.object = nullptr;
  return slot;
}

struct RangeOptions {
  std::optional<By> by;
  std::optional<Order> order;
  bool with_scores = false;
  std::int64_t offset = 0;
  std::int64_t count = -1;
};

/// Reads the words from `first` on. False, and the error is said, when they are wrong.
bool take_range_options(Call& call, std::size_t first, bool stores, RangeOptions& options) {
  const bool any_order = !options.order, any_by = !options.by;
  for (std::size_t i = first; i < call.size(); ++i) {
    const std::string_view word = call[i];
    if (!stores && is_word(word, "withscores")) {
      options.with_scores = true;
    } else if (is_word(word, "limit") && call.size() - i > 2) {
      const auto offset = call.integer(call[i + 1]);
      if (!offset) return false;
      const auto count = call.integer(call[i + 2]);
      if (!count) return false;
      options.offset = *offset;
      options.count = *count;
      i += 2;
    } else if (any_order && is_word(word, "rev")) {
      options.order = Order::Descending;
    } else if (any_by && is_word(word, "bylex")) {
      options.by = By::Name;
    } else if (any_by && is_word(word, "byscore")) {
      options.by = By::Score;
    } else {
      call.syntax_error();
      return false;
    }
  }
  const By by = options.by.value_or(By::Rank);
  if (options.count != -1 && by == By::Rank) {
    call.reply.error("ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
    return false;
  }
  if (options.with_scores && by == By::Name) {
    call.reply.error("ERR syntax error, WITHSCORES not supported in combination with BYLEX");
    return false;
  }
  return true;
}

Ranks limited(Ranks ranks, const RangeOptions& options, Order order) {
  if (options.offset < 0) return {};
  const std::size_t skipped = std::min(static_cast<std::size_t>(options.offset), ranks.size());
  const std::size_t left = ranks.size() - skipped;
  const std::size_t count =
      options.count < 0 ? left : std::min(static_cast<std::size_t>(options.count), left);
  if (order == Order::Ascending) return {ranks.first + skipped, ranks.first + skipped + count};
  return {ranks.end - skipped - count, ranks.end - skipped};
}

/// The ranks that a command's words from `first` (minimum, maximum, options) ask for.
std::optional<Ranks> asked_ranks(Call& call, const Slot& slot, std::size_t first,
                                 const RangeOptions& options) {
  const By by = options.by.value_or(By::Rank);
  const Order order = options.order.value_or(Order::Ascending);
  const bool swapped = order == Order::Descending && by != By::Rank;
  auto ranks = ranks_between(call, sorted_set_or_nothing(slot), by, call[first + (swapped ? 1 : 0)],
                             call[first + (swapped ? 0 : 1)]);
  if (!ranks || !call.has_type(slot, Type::SortedSet)) return std::nullopt;
  if (by == By::Rank && order == Order::Descending && slot.found())
    ranks = from_the_end(*ranks, call.keys.length(slot));
  return by == By::Rank ? *ranks : limited(*ranks, options, order);
}

void range(Call& call, RangeOptions options) {
  if (!take_range_options(call, 4, false, options)) return;
  const Slot slot = call.keys.find(call[1]);
  const auto ranks = asked_ranks(call, slot, 2, options);
  if (!ranks) return;
  const bool nested = options.with_scores && call.reply.resp3();
  call.reply.array(ranks->size() * (options.with_scores && !nested ? 2 : 1));
  call.keys.each_ranked(slot, *ranks, options.order.value_or(Order::Ascending),
                        [&](std::string_view member, double score) {
                          if (nested) call.reply.array(2);
                          call.reply.bulk(member);
                          if (options.with_scores) call.reply.number(score);
                        });
}

void zrange(Call& call) {
  range(call, {});
}
void zrevrange(Call& call) {
  range(call, {.by = By::Rank, .order = Order::Descending});
}
void zrangebyscore(Call& call) {
  range(call, {.by = By::Score, .order = Order::Ascending});
}
void zrevrangebyscore(Call& call) {
  range(call, {.by = By::Score, .order = Order::Descending});
}
void zrangebylex(Call& call) {
  range(call, {.by = By::Name, .order = Order::Ascending});
}
void zrevrangebylex(Call& call) {
  range(call, {.by = By::Name, .order = Order::Descending});
}

void zrangestore(Call& call) {
  RangeOptions options;
  if (!take_range_options(call, 5, true, options)) return;
  const Slot slot = call.keys.find(call[2]);
  const auto ranks = asked_ranks(call, slot, 3, options);
  if (!ranks) return;
  std::vector<keyspace::Scored> chosen;
  call.keys.each_ranked(slot, *ranks, Order::Ascending, [&](std::string_view member, double score) {
    chosen.push_back({std::string(member), score});
  });
  Slot target = call.keys.find(call[1]);
  if (target.found()) call.keys.remove(target);
  for (const keyspace::Scored& scored : chosen) call.keys.put_score(target, scored.member, scored.score);
  call.reply.integer(chosen.size());
}

void count(Call& call, By by) {
  const Slot slot = call.keys.find(call[1]);
  const auto ranks = ranks_between(call, sorted_set_or_nothing(slot), by, call[2], call[3]);
  if (ranks && call.has_type(slot, Type::SortedSet)) call.reply.integer(ranks->size());
}
void zcount(Call& call) {
  count(call, By::Score);
}
void zlexcount(Call& call) {
  count(call, By::Name);
}

void remove(Call& call, By by) {
  Slot slot = call.keys.find(call[1]);
  const auto ranks = ranks_between(call, sorted_set_or_nothing(slot), by, call[2], call[3]);
  if (!ranks || !call.has_type(slot, Type::SortedSet)) return;
  call.keys.remove_ranks(slot, *ranks);
  call.reply.integer(ranks->size());
}
void zremrangebyrank(Call& call) {
  remove(call, By::Rank);
}
void zremrangebyscore(Call& call) {
  remove(call, By::Score);
}
void zremrangebylex(Call& call) {
  remove(call, By::Name);
}

}  // namespace

std::span<const Command> sorted_set_range_commands() {
  static constexpr Command kRows[] = {
      {"zrange", -4, Does::Reads, {1, 1, 1}, zrange},
      {"zrevrange", -4, Does::Reads, {1, 1, 1}, zrevrange},
      {"zrangebyscore", -4, Does::Reads, {1, 1, 1}, zrangebyscore},
      {"zrevrangebyscore", -4, Does::Reads, {1, 1, 1}, zrevrangebyscore},
      {"zrangebylex", -4, Does::Reads, {1, 1, 1}, zrangebylex},
      {"zrevrangebylex", -4, Does::Reads, {1, 1, 1}, zrevrangebylex},
      {"zrangestore", -5, Does::Writes, {1, 2, 1}, zrangestore},
      {"zcount", 4, Does::Reads, {1, 1, 1}, zcount},
      {"zlexcount", 4, Does::Reads, {1, 1, 1}, zlexcount},
      {"zremrangebyrank", 4, Does::Writes, {1, 1, 1}, zremrangebyrank},
      {"zremrangebyscore", 4, Does::Writes, {1, 1, 1}, zremrangebyscore},
      {"zremrangebylex", 4, Does::Writes, {1, 1, 1}, zremrangebylex},
  };
  return kRows;
}

}  // namespace stoa::resp
