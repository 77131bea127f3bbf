#pragma once
#include "keyspace/embedded/name_heads.h"
#include "keyspace/embedded/packed.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace stoa::keyspace::embedded {

/// What a sorted set keeps in order: by score, then by the bytes of the name. The head of the name stands in
/// what no address uses, so that names, which lie elsewhere, are looked at only where heads are equal.
class Ranked {
 public:
  Ranked() = default;
  Ranked(double the_score, const ScoredMember* member, NameHeads::Head head)
      : score(the_score), head_(head), address_(reinterpret_cast<std::uintptr_t>(member)) {
    assert(this->member() == member && "an address of more than 48 bits");
  }

  const ScoredMember* member() const {
    return reinterpret_cast<const ScoredMember*>(static_cast<std::uintptr_t>(address_));
  }
  NameHeads::Head head() const { return static_cast<NameHeads::Head>(head_); }

  double score = 0;

 private:
  std::uint64_t head_ : 16 = 0;
  std::uint64_t address_ : 48 = 0;
};
static_assert(sizeof(Ranked) == 16);

/// A B+tree with the size of each subtree beside its child, so that rank, selection by rank and sampling take
/// a few steps. Separators are the exact minimum of their child. Does not own the members.
class RankTree {
 private:
  struct Node;
  struct Leaf;
  struct Inner;

 public:
  /// A place in the order; invalid past either end.
  class Position {
   public:
    bool valid() const { return leaf_ != nullptr; }
    const Ranked& operator*() const;
    const Ranked* operator->() const { return &**this; }
    void next();
    void previous();

   private:
    friend RankTree;
    const Leaf* leaf_ = nullptr;
    std::size_t index_ = 0;
  };

  RankTree() = default;
  RankTree(const RankTree&) = delete;
  RankTree& operator=(const RankTree&) = delete;
  ~RankTree();

  std::size_t size() const { return size_; }

  /// As it would stand in this tree.
  Ranked entry(double score, const ScoredMember* member) const {
    return {score, member, heads_.of(member->name())};
  }
  /// Must not be there yet.
  void insert(const Ranked&);
  /// Must be there, with this very score.
  void erase(const Ranked&);
  void clear();
  /// While it is empty: names like these are told apart quickest.
  void expect_names_like(std::span<const std::string_view> names) { heads_ = NameHeads(names); }

  /// How many stand before (score, name).
  std::size_t rank(double score, std::string_view name) const;
  enum class Side { Before, Behind };
  /// How many have a lower score (Before) or one not higher (Behind).
  std::size_t rank_of_score(double score, Side) const;

  /// A search that only asks memory for what it will need, one wait a step, so that several can go side by
  /// side. Gone stale when the tree changes.
  class Approach {
   public:
    enum class To : std::uint8_t { Entry, Gap };
    Approach() = default;
    /// `to` an entry that is there, which is found without its neighbours' names, or to where it would stand.
    Approach(const RankTree& tree, To to, double score, std::string_view name)
        : node_(tree.root_), height_(tree.height_), to_(to), head_(tree.heads_.of(name)), score_(score) {}
    /// False once everything was asked for.
    bool step(std::string_view name);

   private:
    enum class At : std::uint8_t { Scores, Names };
    const Node* node_ = nullptr;
    int height_ = 0;
    To to_ = To::Entry;
    At at_ = At::Scores;
    NameHeads::Head head_ = 0;
    double score_ = 0;
  };

  /// `rank` below size().
  Position at(std::size_t rank) const;
  /// Writes at(rank) for each rank; the descents overlap their waits for memory.
  void select(std::span<const std::size_t> ranks, std::span<Ranked> out) const;

 private:
  struct Split;

  Split insert_below(Node*, int height, const Ranked&, bool rightmost);
  Split insert_into_leaf(Leaf*, const Ranked&, bool rightmost);
  Split split_inner(Inner*, std::size_t at, const Split&, bool rightmost);
  void erase_below(Node*, int height, const Ranked&);
  static void mend_child(Inner*, std::size_t at, int child_height);
  static void merge_children(Inner*, std::size_t left, int child_height);
  static void drop_child(Inner*, std::size_t at, int child_height);
  static void free_below(Node*, int height);
  static void free(Node*, int height);
  Leaf* widen_root(Leaf*);

  NameHeads heads_;
  Node* root_ = nullptr;
  int height_ = 0;  // 0: the root is a leaf
  std::size_t size_ = 0;
};

}  // namespace stoa::keyspace::embedded
