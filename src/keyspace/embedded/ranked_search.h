#pragma once
#include "keyspace/embedded/rank_tree.h"

#include <cstddef>
#include <string_view>

/// Searches among the ranked entries of one node, in the order of a sorted set. All inline: a descent through
/// the tree is made of little else.
namespace stoa::keyspace::embedded {

/// What a search looks for.
struct Sought {
  double score;
  std::string_view name;
  NameHeads::Head head;
};

inline bool before(const Ranked& a, const Ranked& b) {
  if (a.score != b.score) return a.score < b.score;
  if (a.head() != b.head()) return a.head() < b.head();
  return a.member() != b.member() && a.member()->name() < b.member()->name();
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
  for (std::size_t i = 1; i < 8; ++i) __builtin_prefetch(entries[count * i / 8].member());
}

/// The first of entries with one score and head whose name is not before this one. The names lie elsewhere, a
/// wait for memory each: asking for those that the next three steps may look at makes that one wait.
inline std::size_t first_name_not_before(const Ranked* entries, std::size_t count, std::string_view name) {
  std::size_t low = 0;
  for (int step = 0; count > 0; ++step) {
    if (step % 3 == 0) prefetch_names(entries + low, count);
    const std::size_t half = count / 2;
    if (entries[low + half].member()->name() < name) {
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

/// Neighbours among the entries of a node.
struct Run {
  std::size_t first, count;
};

/// Those that only their names can tell from what is sought; where there are none, the place for it.
inline Run look_alikes(const Ranked* entries, std::size_t count, double score, NameHeads::Head head) {
  const std::size_t first = partition(count, [&](std::size_t i) {
    return entries[i].score < score || (entries[i].score == score && entries[i].head() < head);
  });
  const auto alike = [&](std::size_t i) {
    return entries[first + i].score == score && entries[first + i].head() == head;
  };
  if (first == count || !alike(0)) return {first, 0};
  return {first, partition(count - first, alike)};
}

inline std::size_t first_not_before(const Ranked* entries, std::size_t count, const Sought& sought) {
  prefetch(entries, count);
  const Run alike = look_alikes(entries, count, sought.score, sought.head);
  return alike.first + first_name_not_before(entries + alike.first, alike.count, sought.name);
}

}  // namespace stoa::keyspace::embedded
