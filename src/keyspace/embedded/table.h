#pragma once
#include "keyspace/embedded/name_hash.h"
#include "keyspace/embedded/random.h"
#include "keyspace/embedded/segment.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace stoa::keyspace::embedded {

/// Entries by name; owns them. `Entry` is a heap block with name() and a static destroy(). Small tables are
/// one segment, large ones 256 that grow one by one, so that growing never holds everybody up.
template <class Entry>
class Table {
 public:
  Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  ~Table() {
    for_each([](Entry& entry) { Entry::destroy(&entry); });
  }

  std::size_t size() const { return count_; }

  Entry* find(std::string_view name) const { return find(name, name_hash(name)); }
  Entry* find(std::string_view name, std::uint64_t hash) const {
    const Place place = place_of(hash);
    const std::size_t slot = slot_of(place, name);
    return slot == Segment::kNone ? nullptr : entry_in(*place.segment, slot);
  }

  /// The two steps of finding, for whoever looks for many: asks memory for the slots of a hash; gives the
  /// first entry that may have it, its name not compared, or null.
  void prefetch(std::uint64_t hash) const {
    const Place place = place_of(hash);
    place.segment->prefetch(place.tag);
  }
  Entry* candidate(std::uint64_t hash) const {
    const Place place = place_of(hash);
    const std::size_t slot = place.segment->find(place.tag, [](void*) { return true; });
    return slot == Segment::kNone ? nullptr : entry_in(*place.segment, slot);
  }

  /// The name must not be there yet.
  void insert(Entry* entry) { insert(entry, name_hash(entry->name())); }
  void insert(Entry* entry, std::uint64_t hash) {
    if (!many_ && count_ >= kSplitAt) split();
    const Place place = place_of(hash);
    segment_at(place).insert(place.tag, entry);
    ++count_;
  }

  /// Puts `entry` where the one of the same name stands, and gives that to the caller.
  Entry* replace(Entry* entry, std::uint64_t hash) {
    const Place place = place_of(hash);
    const std::size_t slot = slot_of(place, entry->name());
    Entry* old = entry_in(*place.segment, slot);
    segment_at(place).replace(slot, entry);
    return old;
  }

  /// Removes an entry and gives it to the caller; null when there is none.
  Entry* take(std::string_view name) { return take(name, name_hash(name)); }
  Entry* take(std::string_view name, std::uint64_t hash) {
    const Place place = place_of(hash);
    const std::size_t slot = slot_of(place, name);
    if (slot == Segment::kNone) return nullptr;
    Entry* entry = entry_in(*place.segment, slot);
    segment_at(place).erase(slot);
    --count_;
    return entry;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < segments(); ++i) {
      const Segment& segment = this->segment(i);
      for (std::size_t slot = 0; slot < segment.size(); ++slot)
        if (Entry* entry = entry_in(segment, slot)) visit(*entry);
    }
  }

  /// Visits about `count` entries from `cursor` on (0 is the start) and gives where to go on, 0 at the end.
  /// Entries that stay are visited exactly once, however the table grows meanwhile.
  template <class Visit>
  std::uint64_t walk(std::uint64_t cursor, std::size_t count, Visit&& visit) const {
    std::size_t visited = 0;
    const int shift = many_ ? 0 : kSegmentBits;
    for (std::size_t i = many_ ? cursor >> Segment::kTagBits : 0; i < segments(); ++i) {
      const Segment& segment = this->segment(i);
      const std::uint64_t base = static_cast<std::uint64_t>(i) << Segment::kTagBits;
      const auto from = cursor > base ? static_cast<Segment::Tag>((cursor - base) >> shift) : 0;
      std::uint64_t last = UINT64_MAX;
      for (std::size_t slot = segment.first_from(from); slot < segment.size(); ++slot) {
        Entry* entry = entry_in(segment, slot);
        if (!entry) continue;
        const std::uint64_t tag = segment.tag(slot);
        if (visited >= count && tag != last) return base + (tag << shift);
        visit(*entry);
        last = tag;
        ++visited;
      }
    }
    return 0;
  }

  /// An entry, each as likely as any other. The table must not be empty.
  Entry& any(Random& random) const {
    std::size_t widest = 0;
    for (std::size_t i = 0; i < segments(); ++i) widest = std::max(widest, segment(i).size());
    for (;;) {
      const Segment& segment = this->segment(random.below(segments()));
      const std::size_t slot = random.below(widest);
      if (slot >= segment.size()) continue;
      if (Entry* entry = entry_in(segment, slot)) return *entry;
    }
  }

 private:
  static constexpr int kSegmentBits = 8;
  static constexpr std::size_t kSplitAt = 8192;
  using Segments = std::array<Segment, 1 << kSegmentBits>;

  struct Place {
    const Segment* segment;
    std::size_t index;
    Segment::Tag tag;
  };

  /// The top bits of the hash choose the segment, the next ones are the tag: one segment or many, the order
  /// of a walk is the hash's.
  Place place_of(std::uint64_t hash) const {
    const std::uint64_t top = hash >> (64 - kSegmentBits - Segment::kTagBits);
    if (!many_) return {&one_, 0, static_cast<Segment::Tag>(top >> kSegmentBits)};
    const std::size_t index = top >> Segment::kTagBits;
    return {&(*many_)[index], index, static_cast<Segment::Tag>(top & ((1u << Segment::kTagBits) - 1))};
  }
  std::size_t slot_of(const Place& place, std::string_view name) const {
    return place.segment->find(place.tag,
                               [&](void* block) { return static_cast<Entry*>(block)->name() == name; });
  }
  static Entry* entry_in(const Segment& segment, std::size_t slot) {
    return static_cast<Entry*>(segment.block(slot));
  }
  std::size_t segments() const { return many_ ? many_->size() : 1; }
  const Segment& segment(std::size_t i) const { return many_ ? (*many_)[i] : one_; }
  Segment& segment_at(const Place& place) { return many_ ? (*many_)[place.index] : one_; }

  void split() {
    auto many = std::make_unique<Segments>();
    const Segment whole = std::move(one_);
    many_ = std::move(many);
    for (std::size_t slot = 0; slot < whole.size(); ++slot) {
      Entry* entry = entry_in(whole, slot);
      if (!entry) continue;
      const Place place = place_of(name_hash(entry->name()));
      segment_at(place).insert(place.tag, entry);
    }
  }

  Segment one_;
  std::unique_ptr<Segments> many_;
  std::size_t count_ = 0;
};

}  // namespace stoa::keyspace::embedded
