#include "resp/command.h"
#include "resp/numbers.h"
#include "resp/samples.h"

#include <cmath>

namespace stoa::resp {
namespace {

using keyspace::Order;
using keyspace::Slot;
using keyspace::Type;
using keyspace::Visit;
using Does = Command::Does;

struct AddOptions {
  bool only_new = false, only_old = false, greater = false, less = false, counts_changes = false,
       adds = false;
  std::size_t first = 2;  // where the pairs begin
};

AddOptions take_add_options(Call& call) {
  AddOptions options;
  struct Row {
    std::string_view word;
    bool AddOptions::*flag;
  };
  constexpr Row kRows[] = {{"nx", &AddOptions::only_new},       {"xx", &AddOptions::only_old},
                           {"gt", &AddOptions::greater},        {"lt", &AddOptions::less},
                           {"ch", &AddOptions::counts_changes}, {"incr", &AddOptions::adds}};
  for (; options.first < call.size(); ++options.first) {
    const Row* found = nullptr;
    for (const Row& row : kRows)
      if (is_word(call[options.first], row.word)) found = &row;
    if (!found) break;
    options.*(found->flag) = true;
  }
  return options;
}

/// What is wrong with options that each are right, or nothing.
std::string_view conflict_in(const AddOptions& options) {
  if (options.only_new && options.only_old)
    return "ERR XX and NX options at the same time are not compatible";
  if ((options.greater && options.only_new) || (options.less && options.only_new) ||
      (options.greater && options.less))
    return "ERR GT, LT, and/or NX options at the same time are not compatible";
  return {};
}

/// The score that a member gets; nullopt when it keeps what it has.
std::optional<double> score_to_put(const AddOptions& options, std::optional<double> old, double score) {
  if (!old) return options.only_old ? std::nullopt : std::optional(score);
  if (options.only_new) return std::nullopt;
  if (options.adds) score += *old;
  if ((options.greater && score <= *old) || (options.less && score >= *old)) return std::nullopt;
  return score;
}

void add_to_one(Call& call, Slot& slot, const AddOptions& options, double by, std::string_view member) {
  const auto put = score_to_put(options, call.keys.score(slot, member), by);
  if (!put) return call.reply.null();
  if (std::isnan(*put)) return call.reply.error("ERR resulting score is not a number (NaN)");
  call.keys.put_score(slot, member, *put);
  call.reply.number(*put);
}

void zadd_with(Call& call, const AddOptions& options) {
  const std::size_t words = call.size() - options.first;
  if (words == 0 || words % 2 != 0) return call.syntax_error();
  if (const auto conflict = conflict_in(options); !conflict.empty()) return call.reply.error(conflict);
  if (options.adds && words > 2)
    return call.reply.error("ERR INCR option supports a single increment-element pair");
  double single = 0;
  std::vector<double> scores;
  if (words > 2) scores.reserve(words / 2);
  for (std::size_t i = options.first; i < call.size(); i += 2) {
    const auto score = parse_double(call[i]);
    if (!score) return call.reply.error("ERR value is not a valid float");
    words > 2 ? scores.push_back(*score) : void(single = *score);
  }
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::SortedSet)) return;
  if (options.adds) return add_to_one(call, slot, options, single, call[options.first + 1]);
  const bool plain = !options.only_new && !options.only_old && !options.greater && !options.less;
  std::size_t added = 0;
  std::size_t moved = 0;
  for (std::size_t i = 0; i < words / 2; ++i) {
    const std::string_view member = call[options.first + 2 * i + 1];
    std::optional<double> score = words > 2 ? scores[i] : single;
    if (!plain) score = score_to_put(options, call.keys.score(slot, member), *score);
    if (!score) continue;
    const auto placed = call.keys.put_score(slot, member, *score);
    added += placed == Visit::Placed::New;
    moved += placed == Visit::Placed::Moved;
  }
  call.reply.integer(added + (options.counts_changes ? moved : 0));
}

void zadd(Call& call) {
  zadd_with(call, take_add_options(call));
}

void zincrby(Call& call) {
  AddOptions options;
  options.adds = true;
  zadd_with(call, options);
}

void zscore(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (call.has_type(slot, Type::SortedSet)) call.reply.number(call.keys.score(slot, call[2]));
}

void zmscore(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::SortedSet)) return;
  call.reply.array(call.size() - 2);
  for (const std::string_view member : call.words.subspan(2))
    call.reply.number(call.keys.score(slot, member));
}

void zcard(Call& call) {
  const Slot slot = call.keys.find(call[1]);
  if (call.has_type(slot, Type::SortedSet)) call.reply.integer(call.keys.length(slot));
}

void rank(Call& call, Order order) {
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::SortedSet)) return;
  const auto rank = call.keys.rank(slot, call[2]);
  if (!rank) return call.reply.null();
  call.reply.integer(order == Order::Ascending ? *rank : call.keys.length(slot) - 1 - *rank);
}
void zrank(Call& call) {
  rank(call, Order::Ascending);
}
void zrevrank(Call& call) {
  rank(call, Order::Descending);
}

void zrem(Call& call) {
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::SortedSet)) return;
  std::size_t removed = 0;
  for (const std::string_view member : call.words.subspan(2))
    removed += call.keys.remove_scored(slot, member);
  call.reply.integer(removed);
}

void pop(Call& call, Order order) {
  if (call.size() > 3) return call.syntax_error();
  std::optional<std::int64_t> count;
  if (call.size() == 3) {
    constexpr std::string_view kNotPositive = "ERR value is out of range, must be positive";
    count = call.integer(call[2], kNotPositive);
    if (!count) return;
    if (*count < 0) return call.reply.error(kNotPositive);
  }
  Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::SortedSet)) return;
  const std::size_t length = call.keys.length(slot);
  const std::size_t taken = std::min<std::size_t>(count ? static_cast<std::size_t>(*count) : 1, length);
  const bool nested = count && call.reply.resp3();
  call.reply.array(nested ? taken : taken * 2);
  const keyspace::Ranks ranks =
      order == Order::Ascending ? keyspace::Ranks{0, taken} : keyspace::Ranks{length - taken, length};
  call.keys.each_ranked(slot, ranks, order, [&](std::string_view member, double score) {
    if (nested) call.reply.array(2);
    call.reply.bulk(member);
    call.reply.number(score);
  });
  call.keys.remove_ranks(slot, ranks);
}
void zpopmin(Call& call) {
  pop(call, Order::Ascending);
}
void zpopmax(Call& call) {
  pop(call, Order::Descending);
}

void zrandmember(Call& call) {
  using Element = std::pair<std::string_view, double>;
  const auto wanted = take_sample_size(call, "withscores");
  if (!wanted) return;
  const Slot slot = call.keys.find(call[1]);
  if (!call.has_type(slot, Type::SortedSet)) return;
  const std::size_t length = call.keys.length(slot);
  const auto draw = [&] {
    Element element;
    const std::size_t rank = random_below(length);
    call.keys.each_ranked(slot, {rank, rank + 1}, Order::Ascending,
                          [&](std::string_view member, double score) {
                            element = {member, score};
                          });
    return element;
  };
  const auto all = [&](std::vector<Element>& into) {
    call.keys.each_ranked(slot, {0, length}, Order::Ascending, [&](std::string_view member, double score) {
      into.push_back({member, score});
    });
  };
  if (!wanted->many) return slot.found() ? call.reply.bulk(draw().first) : call.reply.null();
  const auto chosen = sample<Element>(*wanted, length, draw, all);
  call.reply.array(chosen.size() * (wanted->with_values && !call.reply.resp3() ? 2 : 1));
  for (const auto& [member, score] : chosen) {
    if (wanted->with_values && call.reply.resp3()) call.reply.array(2);
    call.reply.bulk(member);
    if (wanted->with_values) call.reply.number(score);
  }
}

}  // namespace

std::span<const Command> sorted_set_commands() {
  static constexpr Command kRows[] = {
      {"zadd", -4, Does::Writes, {1, 1, 1}, zadd},
      {"zincrby", 4, Does::Writes, {1, 1, 1}, zincrby},
      {"zscore", 3, Does::Reads, {1, 1, 1}, zscore},
      {"zmscore", -3, Does::Reads, {1, 1, 1}, zmscore},
      {"zcard", 2, Does::Reads, {1, 1, 1}, zcard},
      {"zrank", 3, Does::Reads, {1, 1, 1}, zrank},
      {"zrevrank", 3, Does::Reads, {1, 1, 1}, zrevrank},
      {"zrem", -3, Does::Writes, {1, 1, 1}, zrem},
      {"zpopmin", -2, Does::Writes, {1, 1, 1}, zpopmin},
      {"zpopmax", -2, Does::Writes, {1, 1, 1}, zpopmax},
      {"zrandmember", -2, Does::Reads, {1, 1, 1}, zrandmember},
  };
  return kRows;
}

}  // namespace stoa::resp
