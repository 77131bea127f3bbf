#pragma once
#include <cstddef>
#include <cstdint>

namespace stoa::keyspace::embedded {

/// A hash table of block addresses, each with 20 bits of its hash beside it (blocks are 16-byte aligned and
/// lie below 2^48, so both fit in 64 bits). Slots stand in the order of those bits, which makes growing a
/// single pass that touches no block, sizes free of powers of two, and a walk in hash order that survives
/// growing.
class Segment {
 public:
  using Tag = std::uint32_t;
  static constexpr int kTagBits = 20;

  Segment() = default;
  Segment(Segment&& other) noexcept;
  Segment& operator=(Segment&&) = delete;
  ~Segment();

  std::size_t count() const { return count_; }
  std::size_t size() const { return size_; }
  /// The block in a slot, or null.
  void* block(std::size_t slot) const { return reinterpret_cast<void*>((slots_[slot] & kBlockMask) << 4); }
  Tag tag(std::size_t slot) const { return static_cast<Tag>(slots_[slot] >> kBlockBits); }

  /// The slot of the block with this tag for which `is_it(block)`, or kNone.
  template <class IsIt>
  std::size_t find(Tag tag, IsIt&& is_it) const {
    if (size_ == 0) return kNone;
    for (std::size_t slot = home(tag); slot < size_ && slots_[slot] != 0; ++slot) {
      const Tag here = this->tag(slot);
      if (here > tag) return kNone;
      if (here == tag && is_it(block(slot))) return slot;
    }
    return kNone;
  }
  void prefetch(Tag tag) const {
    if (size_ != 0) __builtin_prefetch(slots_ + home(tag));
  }
  /// The first filled slot whose tag is at least this, or size().
  std::size_t first_from(Tag) const;

  void insert(Tag, void* block);
  void replace(std::size_t slot, void* block);
  void erase(std::size_t slot);

  static constexpr std::size_t kNone = SIZE_MAX;

 private:
  using Slot = std::uint64_t;
  static constexpr int kBlockBits = 44;
  static constexpr Slot kBlockMask = (Slot{1} << kBlockBits) - 1;

  static Slot make_slot(Tag tag, const void* block) {
    return (Slot{tag} << kBlockBits) | (reinterpret_cast<std::uintptr_t>(block) >> 4);
  }
  /// Tags spread over all but the last few slots, which take what runs over.
  std::size_t home(Tag tag) const {
    const std::uint64_t span = size_ - size_ / 16;
    return static_cast<std::size_t>((tag * span) >> kTagBits);
  }
  bool try_insert(Slot);
  void resize(std::size_t size);

  Slot* slots_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace stoa::keyspace::embedded
