#include "keyspace/embedded/sorted_set.h"

#include "keyspace/embedded/ranked_search.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stoa::keyspace::embedded {
namespace {

constexpr std::size_t kSomeNames = 64;

/// Spread over all of them.
std::vector<std::string_view> some_names(const std::vector<Ranked>& all) {
  std::vector<std::string_view> names;
  const std::size_t many = std::min(kSomeNames, all.size());
  for (std::size_t i = 0; i < many; ++i) names.push_back(all[i * all.size() / many].member()->name());
  return names;
}

}  // namespace

std::optional<double> SortedSet::score(std::string_view name) const {
  const ScoredMember* member = members_.find(name);
  return member ? std::optional(member->score) : std::nullopt;
}

std::optional<std::size_t> SortedSet::rank(std::string_view name) const {
  const ScoredMember* member = members_.find(name);
  return member ? std::optional(order_.rank(member->score, name)) : std::nullopt;
}

void SortedSet::add(std::string_view name, std::uint64_t hash, double score) {
  ScoredMember* member = ScoredMember::make(name, score);
  members_.insert(member, hash);
  order_.insert(order_.entry(score, member));
}

void SortedSet::move(ScoredMember& member, double score) {
  if (member.score != score) {
    order_.erase(order_.entry(member.score, &member));
    order_.insert(order_.entry(score, &member));
  }
  member.score = score;
}

void SortedSet::put(std::string_view name, double score) {
  const std::uint64_t hash = name_hash(name);
  if (ScoredMember* member = find(name, hash)) return move(*member, score);
  add(name, hash, score);
}

void SortedSet::erase(std::string_view name) {
  ScoredMember* member = members_.take(name);
  if (!member) return;
  order_.erase(order_.entry(member->score, member));
  ScoredMember::destroy(member);
}

void SortedSet::finish_load() {
  if (order_.size() != members_.size()) rebuild_order();
}

void SortedSet::scale(double factor) {
  members_.for_each([&](ScoredMember& member) {
    member.score *= factor;
    if (std::isnan(member.score)) member.score = 0;
  });
  rebuild_order();
}

void SortedSet::rebuild_order() {
  std::vector<Ranked> all;
  all.reserve(members_.size());
  members_.for_each([&](ScoredMember& member) { all.emplace_back(0, &member, 0); });
  order_.clear();
  order_.expect_names_like(some_names(all));
  for (Ranked& entry : all) entry = order_.entry(entry.member()->score, entry.member());
  std::sort(all.begin(), all.end(), before);
  for (const Ranked& entry : all) order_.insert(entry);
}

}  // namespace stoa::keyspace::embedded
