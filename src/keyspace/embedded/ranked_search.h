#pragma once
#include "keyspace/embedded/rank_tree.h"

#include <cstddef>
#include <string_view>

/// Searches among the ranked entries of one node, in the order of a sorted set. All inline: a descent through
/// the tree is made of little else.
namespace stoa::keyspace::embedded {

inline bool before(const Ranked& a, const Ranked& b) {
  if (a.score != b.score) return a.score < b.score;
  return a.member != b.member && a.member->name() < b.member->name();
}

/// The first index in [0, count) for which `is_before` is false.
template <class IsBefore>
std::size_t partition(std::size_t count, IsBefore&& is_before) {
  std::size_t low = 0;
  while (count > 0) {
    const std::size_t half = count / 2;
    if (is_before(low + half)) {
      low += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return low;
}

/// A binary search waits for memory at each step; asked for at once, the whole node comes in one wait.
inline void prefetch_lines(const void* block, std::size_t size) {
  constexpr std::size_t kLine = 64;
  for (std::size_t i = 0; i < size; i += kLine) __builtin_prefetch(static_cast<const char*>(block) + i);
}
inline void prefetch(const Ranked* entries, std::size_t count) {
  prefetch_lines(entries, count * sizeof(Ranked));
}

/// The names that the first three steps of a search among these may look at.
inline void prefetch_names(const Ranked* entries, std::size_t count) {
  for (std::size_t i = 1; i < 8; ++i) __builtin_prefetch(entries[count * i / 8].member);
}

/// The first of entries with one score whose name is not before this one. The names lie elsewhere, a wait for
/// memory each: asking for those that the next three steps may look at makes that one wait.
inline std::size_t first_name_not_before(const Ranked* entries, std::size_t count, std::string_view name) {
  std::size_t low = 0;
  for (int step = 0; count > 0; ++step) {
    if (step % 3 == 0) prefetch_names(entries + low, count);
    const std::size_t half = count / 2;
    if (entries[low + half].member->name() < name) {
      low += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return low;
}

inline std::size_t first_score_not_below(const Ranked* entries, std::size_t count, double score) {
  return partition(count, [&](std::size_t i) { return entries[i].score < score; });
}

/// How many of the first entries have this score.
inline std::size_t equal_scores(const Ranked* entries, std::size_t count, double score) {
  if (count == 0 || entries[0].score != score) return 0;
  return partition(count, [&](std::size_t i) { return entries[i].score == score; });
}

inline std::size_t first_not_before(const Ranked* entries, std::size_t count, double score,
                                    std::string_view name) {
  prefetch(entries, count);
  const std::size_t low = first_score_not_below(entries, count, score);
  const std::size_t equal = equal_scores(entries + low, count - low, score);
  return low + first_name_not_before(entries + low, equal, name);
}

}  // namespace stoa::keyspace::embedded
