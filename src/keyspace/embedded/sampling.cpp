#include "keyspace/embedded/sampling.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_set>

namespace stoa::keyspace::embedded {
namespace {

/// Numbers seen so far; a quarter full at most, so that a probe nearly always ends at once.
class Seen {
 public:
  explicit Seen(std::size_t count) : slots_(std::bit_ceil(count * 4 + 1), kEmpty) {}
  /// False when it was there.
  bool add(std::size_t number) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = (number * 0x9e3779b97f4a7c15u >> 17) & mask;; at = (at + 1) & mask) {
      if (slots_[at] == number) return false;
      if (slots_[at] != kEmpty) continue;
      slots_[at] = number;
      return true;
    }
  }

 private:
  static constexpr std::size_t kEmpty = SIZE_MAX;
  std::vector<std::size_t> slots_;
};

}  // namespace

std::vector<std::size_t> sample_below(std::size_t bound, std::size_t count, Random& random) {
  std::vector<std::size_t> out;
  if (count > bound / 3) {
    out.resize(bound);
    std::iota(out.begin(), out.end(), std::size_t{0});
    for (std::size_t i = 0; i < count; ++i) std::swap(out[i], out[i + random.below(bound - i)]);
    out.resize(count);
    return out;
  }
  out.reserve(count);
  Seen seen(count);
  while (out.size() < count) {
    const std::size_t number = random.below(bound);
    if (seen.add(number)) out.push_back(number);
  }
  return out;
}

std::vector<std::string> sample(const SortedSet& sorted, std::size_t count, Random& random) {
  const auto ranks = sample_below(sorted.size(), std::min(count, sorted.size()), random);
  std::vector<Ranked> chosen(ranks.size());
  sorted.order().select(ranks, chosen);
  std::vector<std::string> out;
  out.reserve(chosen.size());
  for (const Ranked& entry : chosen) out.emplace_back(entry.member()->name());
  return out;
}

std::vector<std::string> sample(const MemberTable& set, std::size_t count, Random& random) {
  std::vector<std::string> out;
  out.reserve(std::min(count, set.size()));
  if (count > set.size() / 3) {
    std::vector<const Member*> all;
    all.reserve(set.size());
    set.for_each([&](Member& member) { all.push_back(&member); });
    for (const std::size_t i : sample_below(all.size(), std::min(count, all.size()), random))
      out.emplace_back(all[i]->name());
    return out;
  }
  std::unordered_set<const Member*> seen;
  while (out.size() < count) {
    const Member& member = set.any(random);
    if (seen.insert(&member).second) out.emplace_back(member.name());
  }
  return out;
}

}  // namespace stoa::keyspace::embedded
