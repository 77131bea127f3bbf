#pragma once
#include "keyspace/embedded/packed.h"
#include "keyspace/embedded/rank_tree.h"
#include "keyspace/embedded/table.h"

#include <optional>
#include <span>
#include <string_view>

namespace stoa::keyspace::embedded {

/// Members by name and by order.
class SortedSet {
 public:
  std::size_t size() const { return members_.size(); }
  ScoredMember* find(std::string_view name, std::uint64_t hash) const { return members_.find(name, hash); }
  std::optional<double> score(std::string_view name) const;
  /// How many stand before the member.
  std::optional<std::size_t> rank(std::string_view name) const;

  /// For a name that is not there yet. NaN is the caller's to refuse, here and below.
  void add(std::string_view name, std::uint64_t hash, double score);
  void move(ScoredMember&, double score);
  /// Adds or moves.
  void put(std::string_view name, double score);
  /// Nothing when it is not there.
  void erase(std::string_view name);

  const RankTree& order() const { return order_; }
  const Table<ScoredMember>& members() const { return members_; }

  /// Takes members from a reader that gives them in any order, each once, much quicker than one by one;
  /// `finish_load()` follows before anything else.
  void load(std::string_view name, double score) { members_.insert(ScoredMember::make(name, score)); }
  void finish_load();

  /// Multiplies every score, as Redis does: what is not a number becomes 0.
  void scale(double factor);

 private:
  void rebuild_order();

  Table<ScoredMember> members_;
  RankTree order_;
};

}  // namespace stoa::keyspace::embedded
