#include "keyspace/embedded/rank_tree.h"

#include "keyspace/embedded/blocks.h"
#include "keyspace/embedded/ranked_search.h"

#include <algorithm>
#include <cstring>

namespace stoa::keyspace::embedded {
namespace {

// Chosen so that a node with its header fills a 1,024-byte block.
constexpr std::uint16_t kLeafEntries = 62;
constexpr std::uint16_t kChildren = 31;
// Two neighbours that fit into one node of this many are merged; a little below full, so that an insert right
// after does not split them again.
constexpr std::size_t kLeafMerge = 56;
constexpr std::size_t kInnerMerge = 28;

template <class T>
void insert_at(T* items, std::size_t count, std::size_t at, const T& item) {
  std::memmove(items + at + 1, items + at, (count - at) * sizeof(T));
  items[at] = item;
}

template <class T>
void erase_at(T* items, std::size_t count, std::size_t at) {
  std::memmove(items + at, items + at + 1, (count - at - 1) * sizeof(T));
}

Sought sought_by(const Ranked& entry) {
  return {entry.score, entry.member()->name(), entry.head()};
}

}  // namespace

struct RankTree::Node {
  std::uint16_t count = 0;
  std::uint16_t capacity = 0;
};

struct RankTree::Leaf : Node {
  Leaf* previous = nullptr;
  Leaf* next = nullptr;

  /// `capacity` of them, right behind.
  Ranked* entries() { return reinterpret_cast<Ranked*>(this + 1); }
  const Ranked* entries() const { return reinterpret_cast<const Ranked*>(this + 1); }

  static std::size_t bytes(std::uint16_t capacity) { return sizeof(Leaf) + capacity * sizeof(Ranked); }
  static Leaf* make(std::uint16_t capacity) {
    auto* leaf = static_cast<Leaf*>(allocate_block(bytes(capacity)));
    leaf->count = 0;
    leaf->capacity = capacity;
    leaf->previous = leaf->next = nullptr;
    return leaf;
  }
  std::size_t first_not_before(const Sought& sought) const {
    return embedded::first_not_before(entries(), count, sought);
  }
  /// An entry that is there; needs no names.
  std::size_t index_of(const Ranked& entry) const {
    prefetch(entries(), count);
    std::size_t at = first_score_not_below(entries(), count, entry.score);
    while (entries()[at].member() != entry.member()) ++at;
    return at;
  }
};

struct RankTree::Inner : Node {
  Ranked mins[kChildren];
  std::size_t sizes[kChildren];
  Node* children[kChildren];

  static Inner* make() {
    auto* inner = static_cast<Inner*>(allocate_block(sizeof(Inner)));
    inner->count = 0;
    inner->capacity = kChildren;
    return inner;
  }
  void add(std::size_t at, const Ranked& min, std::size_t size, Node* child) {
    insert_at(mins, count, at, min);
    insert_at(sizes, count, at, size);
    insert_at(children, count, at, child);
    ++count;
  }
  void remove(std::size_t at) {
    erase_at(mins, count, at);
    erase_at(sizes, count, at);
    erase_at(children, count, at);
    --count;
  }
  void append(const Inner& other, std::size_t from) {
    const std::size_t moved = other.count - from;
    std::memcpy(mins + count, other.mins + from, moved * sizeof(Ranked));
    std::memcpy(sizes + count, other.sizes + from, moved * sizeof(std::size_t));
    std::memcpy(children + count, other.children + from, moved * sizeof(Node*));
    count = static_cast<std::uint16_t>(count + moved);
  }
  std::size_t total() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += sizes[i];
    return sum;
  }
  /// The child that holds, or would hold, an entry.
  std::size_t child_of(const Ranked& entry) const {
    const std::size_t at = first_not_before(mins, count, sought_by(entry));
    if (at < count && mins[at].member() == entry.member()) return at;
    return at == 0 ? 0 : at - 1;
  }
};

/// What a full node gave away: a new right neighbour, or nothing.
struct RankTree::Split {
  Node* right = nullptr;
  std::size_t size = 0;
  Ranked min{};
};

const Ranked& RankTree::Position::operator*() const {
  return leaf_->entries()[index_];
}

void RankTree::Position::next() {
  if (++index_ < leaf_->count) return;
  leaf_ = leaf_->next;
  index_ = 0;
}

void RankTree::Position::previous() {
  if (index_-- > 0) return;
  leaf_ = leaf_->previous;
  index_ = leaf_ ? leaf_->count - 1u : 0;
}

RankTree::~RankTree() {
  clear();
}

void RankTree::clear() {
  if (root_) free_below(root_, height_);
  root_ = nullptr;
  height_ = 0;
  size_ = 0;
}

void RankTree::free_below(Node* node, int height) {
  if (height > 0) {
    auto* inner = static_cast<Inner*>(node);
    for (std::size_t i = 0; i < inner->count; ++i) free_below(inner->children[i], height - 1);
  }
  free(node, height);
}

void RankTree::free(Node* node, int height) {
  free_block(node, height > 0 ? sizeof(Inner) : Leaf::bytes(node->capacity));
}

/// A root leaf starts small: most sorted sets have few members.
RankTree::Leaf* RankTree::widen_root(Leaf* leaf) {
  const auto capacity = static_cast<std::uint16_t>(std::min<int>(kLeafEntries, leaf->capacity * 2));
  Leaf* wider = Leaf::make(capacity);
  wider->count = leaf->count;
  std::memcpy(wider->entries(), leaf->entries(), leaf->count * sizeof(Ranked));
  free(leaf, 0);
  root_ = wider;
  return wider;
}

void RankTree::insert(const Ranked& entry) {
  if (!root_) root_ = Leaf::make(4);
  const Split split = insert_below(root_, height_, entry, true);
  ++size_;
  if (!split.right) return;
  auto* root = Inner::make();
  const Ranked min =
      height_ == 0 ? static_cast<Leaf*>(root_)->entries()[0] : static_cast<Inner*>(root_)->mins[0];
  root->add(0, min, size_ - split.size, root_);
  root->add(1, split.min, split.size, split.right);
  root_ = root;
  ++height_;
}

RankTree::Split RankTree::insert_below(Node* node, int height, const Ranked& entry, bool rightmost) {
  if (height == 0) return insert_into_leaf(static_cast<Leaf*>(node), entry, rightmost);
  auto* inner = static_cast<Inner*>(node);
  const std::size_t at = inner->child_of(entry);
  if (before(entry, inner->mins[at])) inner->mins[at] = entry;
  const Split split =
      insert_below(inner->children[at], height - 1, entry, rightmost && at + 1 == inner->count);
  inner->sizes[at] += 1 - split.size;
  if (!split.right) return {};
  if (inner->count < kChildren) {
    inner->add(at + 1, split.min, split.size, split.right);
    return {};
  }
  return split_inner(inner, at + 1, split, rightmost);
}

RankTree::Split RankTree::insert_into_leaf(Leaf* leaf, const Ranked& entry, bool rightmost) {
  if (leaf->count == leaf->capacity && leaf->capacity < kLeafEntries) leaf = widen_root(leaf);
  const std::size_t at = leaf->first_not_before(sought_by(entry));
  if (leaf->count < leaf->capacity) {
    insert_at(leaf->entries(), leaf->count++, at, entry);
    return {};
  }
  // Growing at the end, as moments do, leaves full leaves behind; elsewhere halves have room on both sides.
  const std::size_t keep = rightmost && at == leaf->count ? leaf->count : leaf->count / 2;
  Leaf* right = Leaf::make(kLeafEntries);
  right->count = static_cast<std::uint16_t>(leaf->count - keep);
  std::memcpy(right->entries(), leaf->entries() + keep, right->count * sizeof(Ranked));
  leaf->count = static_cast<std::uint16_t>(keep);
  right->next = leaf->next;
  right->previous = leaf;
  if (leaf->next) leaf->next->previous = right;
  leaf->next = right;
  Leaf* target = at < keep || (at == keep && right->count > 0) ? leaf : right;
  insert_at(target->entries(), target->count++, target == leaf ? at : at - keep, entry);
  return {right, right->count, right->entries()[0]};
}

RankTree::Split RankTree::split_inner(Inner* inner, std::size_t at, const Split& child, bool rightmost) {
  const std::size_t keep = rightmost && at == inner->count ? inner->count : inner->count / 2;
  auto* right = Inner::make();
  right->append(*inner, keep);
  inner->count = static_cast<std::uint16_t>(keep);
  Inner* target = at < keep || (at == keep && right->count > 0) ? inner : right;
  target->add(target == inner ? at : at - keep, child.min, child.size, child.right);
  return {right, right->total(), right->mins[0]};
}

void RankTree::erase(const Ranked& entry) {
  erase_below(root_, height_, entry);
  --size_;
  while (height_ > 0 && root_->count == 1) {
    Node* child = static_cast<Inner*>(root_)->children[0];
    free(root_, height_);
    root_ = child;
    --height_;
  }
  if (size_ == 0) clear();
}

void RankTree::erase_below(Node* node, int height, const Ranked& entry) {
  if (height == 0) {
    auto* leaf = static_cast<Leaf*>(node);
    erase_at(leaf->entries(), leaf->count, leaf->index_of(entry));
    --leaf->count;
    return;
  }
  auto* inner = static_cast<Inner*>(node);
  const std::size_t at = inner->child_of(entry);
  erase_below(inner->children[at], height - 1, entry);
  --inner->sizes[at];
  mend_child(inner, at, height - 1);
}

/// After an erase in a child: its minimum is exact again, and it goes when it is empty or fits in with a
/// neighbour.
void RankTree::mend_child(Inner* inner, std::size_t at, int child_height) {
  Node* child = inner->children[at];
  if (child->count == 0) return drop_child(inner, at, child_height);
  inner->mins[at] =
      child_height == 0 ? static_cast<Leaf*>(child)->entries()[0] : static_cast<Inner*>(child)->mins[0];
  const std::size_t fits = child_height == 0 ? kLeafMerge : kInnerMerge;
  // A leaf's size stands in its parent. A look at inner neighbours is two waits for memory, so a child that
  // has much left does without: they look at it when they have less.
  if (child_height > 0 && child->count > fits / 2) return;
  const auto fits_with = [&](std::size_t other) {
    const std::size_t count = child_height == 0 ? inner->sizes[other] : inner->children[other]->count;
    return child->count + count <= fits;
  };
  if (at + 1 < inner->count && fits_with(at + 1)) {
    merge_children(inner, at, child_height);
  } else if (at > 0 && fits_with(at - 1)) {
    merge_children(inner, at - 1, child_height);
  }
}

/// Moves everything of the child behind `left` into it.
void RankTree::merge_children(Inner* inner, std::size_t left, int child_height) {
  if (child_height == 0) {
    auto* into = static_cast<Leaf*>(inner->children[left]);
    auto* from = static_cast<Leaf*>(inner->children[left + 1]);
    std::memcpy(into->entries() + into->count, from->entries(), from->count * sizeof(Ranked));
    into->count = static_cast<std::uint16_t>(into->count + from->count);
  } else {
    static_cast<Inner*>(inner->children[left])->append(*static_cast<Inner*>(inner->children[left + 1]), 0);
  }
  inner->sizes[left] += inner->sizes[left + 1];
  drop_child(inner, left + 1, child_height);
}

void RankTree::drop_child(Inner* inner, std::size_t at, int child_height) {
  Node* child = inner->children[at];
  if (child_height == 0) {
    auto* leaf = static_cast<Leaf*>(child);
    if (leaf->previous) leaf->previous->next = leaf->next;
    if (leaf->next) leaf->next->previous = leaf->previous;
  }
  inner->remove(at);
  free(child, child_height);
}

std::size_t RankTree::rank(double score, std::string_view name) const {
  if (!root_) return 0;
  const Sought wanted{score, name, heads_.of(name)};
  std::size_t rank = 0;
  const Node* node = root_;
  for (int height = height_; height > 0; --height) {
    const auto* inner = static_cast<const Inner*>(node);
    const std::size_t behind = first_not_before(inner->mins, inner->count, wanted);
    const std::size_t at = behind == 0 ? 0 : behind - 1;
    for (std::size_t i = 0; i < at; ++i) rank += inner->sizes[i];
    node = inner->children[at];
  }
  return rank + static_cast<const Leaf*>(node)->first_not_before(wanted);
}

std::size_t RankTree::rank_of_score(double score, Side side) const {
  if (!root_) return 0;
  const auto stands_before = [&](const Ranked& entry) {
    return side == Side::Before ? entry.score < score : entry.score <= score;
  };
  std::size_t rank = 0;
  const Node* node = root_;
  for (int height = height_; height > 0; --height) {
    const auto* inner = static_cast<const Inner*>(node);
    const std::size_t behind =
        partition(inner->count, [&](std::size_t i) { return stands_before(inner->mins[i]); });
    const std::size_t at = behind == 0 ? 0 : behind - 1;
    for (std::size_t i = 0; i < at; ++i) rank += inner->sizes[i];
    node = inner->children[at];
  }
  const auto* leaf = static_cast<const Leaf*>(node);
  return rank + partition(leaf->count, [&](std::size_t i) { return stands_before(leaf->entries()[i]); });
}

bool RankTree::Approach::step(std::string_view name) {
  if (!node_) return false;
  const bool leaf = height_ == 0;
  if (leaf && to_ == To::Entry) return false;
  const Ranked* entries =
      leaf ? static_cast<const Leaf*>(node_)->entries() : static_cast<const Inner*>(node_)->mins;
  if (at_ == At::Scores) {
    at_ = At::Names;
    const Run alike = look_alikes(entries, node_->count, score_, head_);
    if (alike.count > 0) {
      prefetch_names(entries + alike.first, alike.count);
      return true;
    }
  }
  if (leaf) return false;
  const std::size_t behind = first_not_before(entries, node_->count, {score_, name, head_});
  node_ = static_cast<const Inner*>(node_)->children[behind == 0 ? 0 : behind - 1];
  --height_;
  at_ = At::Scores;
  if (height_ == 0) {
    prefetch(static_cast<const Leaf*>(node_)->entries(), kLeafEntries);
  } else {
    prefetch_lines(node_, sizeof(Inner));
  }
  return true;
}

RankTree::Position RankTree::at(std::size_t rank) const {
  const Node* node = root_;
  for (int height = height_; height > 0; --height) {
    const auto* inner = static_cast<const Inner*>(node);
    std::size_t child = 0;
    while (rank >= inner->sizes[child]) rank -= inner->sizes[child++];
    node = inner->children[child];
  }
  Position position;
  position.leaf_ = static_cast<const Leaf*>(node);
  position.index_ = rank;
  return position;
}

void RankTree::select(std::span<const std::size_t> ranks, std::span<Ranked> out) const {
  constexpr std::size_t kAtOnce = 16;
  for (std::size_t start = 0; start < ranks.size(); start += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, ranks.size() - start);
    Position positions[kAtOnce];
    for (std::size_t i = 0; i < count; ++i) {
      positions[i] = at(ranks[start + i]);
      __builtin_prefetch(&*positions[i]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      out[start + i] = *positions[i];
      __builtin_prefetch(out[start + i].member());
    }
  }
}

}  // namespace stoa::keyspace::embedded
