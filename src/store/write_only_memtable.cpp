#include "store/write_only_memtable.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace stoa::store {
namespace {

using KeyComparator = rocksdb::MemTableRep::KeyComparator;

constexpr std::size_t kHead = 8;
constexpr std::size_t kTrailer = 8;  // the row's number and kind, behind the user's key
/// Runs up to this long are sorted by comparing whole keys.
constexpr std::ptrdiff_t kShort = 8;
/// In key order the entries lie all over the memtable, and each would be waited for.
constexpr std::ptrdiff_t kEntriesAhead = 8;

rocksdb::Slice user_key(const KeyComparator& compare, const char* entry) {
  const auto key = compare.decode_key(entry);
  return {key.data(), key.size() - kTrailer};
}

/// Eight bytes of a key as a number that sorts like them.
std::uint64_t head_of(const rocksdb::Slice& key, std::size_t depth) {
  std::uint64_t bytes = 0;
  if (key.size() > depth) std::memcpy(&bytes, key.data() + depth, std::min(kHead, key.size() - depth));
  static_assert(std::endian::native == std::endian::little);
  return __builtin_bswap64(bytes);
}

/// An entry of the memtable, and what its key begins with: taken while the entry is at hand, so that most of
/// the sorting touches no entry. Further down `second` has later bytes.
struct Item {
  std::uint64_t first, second;
  const char* entry;
};
using Items = std::vector<Item>;

/// Sorts by user key, and equal keys by number, newest first, as the comparator does.
class Sorter {
 public:
  explicit Sorter(const KeyComparator& compare) : compare_(compare) {}

  /// Items as they were inserted, the last one first: rows are numbered in that order, so that the versions of
  /// one row stand as they should from the beginning, and what sorts by heads leaves them so.
  void sort(Items& items) const {
    std::stable_sort(items.begin(), items.end(), [](const Item& left, const Item& right) {
      return left.first != right.first ? left.first < right.first : left.second < right.second;
    });
    sort_within(items.begin(), items.end(), 2 * kHead);
  }

 private:
  using At = Items::iterator;

  /// All of [begin, end) share the first `depth` bytes of their user keys and have at least as many.
  void sort_below(At begin, At end, std::size_t depth) const {
    if (end - begin <= kShort) return sort_by_whole_keys(begin, end);
    bool differ = false;
    for (At item = begin; item != end; ++item) {
      item->second = head_of(user_key(compare_, item->entry), depth);
      differ |= item->second != begin->second;
    }
    if (differ)
      std::stable_sort(begin, end,
                       [](const Item& left, const Item& right) { return left.second < right.second; });
    sort_within(begin, end, depth + kHead);
  }

  /// They stand in the order of their first `depth` bytes; each run that has the same ones is sorted.
  void sort_within(At begin, At end, std::size_t depth) const {
    while (begin != end) {
      At differs = begin;
      do {
        if (end - differs > kEntriesAhead) __builtin_prefetch(differs[kEntriesAhead].entry);
        ++differs;
      } while (differs != end && differs->first == begin->first && differs->second == begin->second);
      if (differs - begin > 1 && !are_versions_in_order(begin, differs))
        sort_equal_heads(begin, differs, depth);
      begin = differs;
    }
  }

  void sort_equal_heads(At begin, At end, std::size_t depth) const {
    // A key that ends within these bytes looks like one that goes on with zeros.
    const bool all_go_on = std::all_of(
        begin, end, [&](const Item& item) { return user_key(compare_, item.entry).size() > depth; });
    all_go_on ? sort_below(begin, end, depth) : sort_by_whole_keys(begin, end);
  }

  /// Of one row, the newest first.
  bool are_versions_in_order(At begin, At end) const {
    const auto key = user_key(compare_, begin->entry);
    std::uint64_t newer = number(key);
    return std::all_of(begin + 1, end, [&](const Item& item) {
      const auto other = user_key(compare_, item.entry);
      return other == key && number(other) < std::exchange(newer, number(other));
    });
  }

  static std::uint64_t number(const rocksdb::Slice& key) {
    std::uint64_t number;
    static_assert(sizeof number == kTrailer);
    std::memcpy(&number, key.data() + key.size(), kTrailer);
    return number;
  }

  void sort_by_whole_keys(At begin, At end) const {
    std::sort(begin, end,
              [&](const Item& left, const Item& right) { return compare_(left.entry, right.entry) < 0; });
  }

  const KeyComparator& compare_;
};

/// Over items that are sorted and change no more.
class SortedIterator final : public rocksdb::MemTableRep::Iterator {
 public:
  SortedIterator(std::shared_ptr<const Items> items, const KeyComparator& compare)
      : items_(std::move(items)), compare_(compare), at_(items_->size()) {}

  bool Valid() const override { return at_ < items_->size(); }
  const char* key() const override { return (*items_)[at_].entry; }
  void Next() override {
    ++at_;
    if (at_ + kEntriesAhead < items_->size()) __builtin_prefetch((*items_)[at_ + kEntriesAhead].entry);
  }
  void Prev() override { at_ = at_ == 0 ? items_->size() : at_ - 1; }
  void Seek(const rocksdb::Slice& key, const char*) override {
    at_ = static_cast<std::size_t>(first_not_below(key) - items_->begin());
  }
  void SeekForPrev(const rocksdb::Slice& key, const char* entry) override {
    Seek(key, entry);
    if (!Valid() || compare_((*items_)[at_].entry, key) > 0) at_ == 0 ? SeekPastEnd() : void(--at_);
  }
  void SeekToFirst() override { at_ = 0; }
  void SeekToLast() override { at_ = items_->empty() ? 0 : items_->size() - 1; }

 private:
  void SeekPastEnd() { at_ = items_->size(); }
  Items::const_iterator first_not_below(const rocksdb::Slice& key) const {
    return std::partition_point(items_->begin(), items_->end(),
                                [&](const Item& item) { return compare_(item.entry, key) < 0; });
  }

  const std::shared_ptr<const Items> items_;
  const KeyComparator& compare_;
  std::size_t at_;
};

class WriteOnlyMemtable final : public rocksdb::MemTableRep {
 public:
  WriteOnlyMemtable(const KeyComparator& compare, rocksdb::Allocator* allocator)
      : MemTableRep(allocator), compare_(compare) {}

  /// By one thread at a time; others may read meanwhile.
  void Insert(rocksdb::KeyHandle handle) override {
    const std::size_t before = inserted_.load(std::memory_order_relaxed);
    if (before % kChunk == 0) add_chunk();
    const auto* entry = static_cast<const char*>(handle);
    const auto key = user_key(compare_, entry);
    (*last_)[before % kChunk] = {head_of(key, 0), head_of(key, kHead), entry};
    inserted_.store(before + 1, std::memory_order_release);
  }
  bool Contains(const char* key) const override {
    const Items items = inserted();
    return std::any_of(items.begin(), items.end(),
                       [&](const Item& item) { return compare_(item.entry, key) == 0; });
  }
  std::size_t ApproximateMemoryUsage() override {
    return (inserted_.load(std::memory_order_relaxed) / kChunk + 1) * sizeof(Chunk);
  }

  Iterator* GetIterator(rocksdb::Arena* arena) override {
    if (arena == nullptr) return new SortedIterator(sorted(), compare_);
    // The caller destroys it and expects its memory to be of the arena, which is not ours to use: it stays
    // here.
    const std::lock_guard guard(mutex_);
    places_.emplace_back();
    return new (&places_.back()) SortedIterator(sorted_now(), compare_);
  }

  /// RocksDB's lookup of one key asks for this one, and destroys it never.
  Iterator* GetDynamicPrefixIterator(rocksdb::Arena* arena) override {
    if (arena != nullptr) return GetIterator(arena);
    const std::lock_guard guard(mutex_);
    return lookups_.emplace_back(std::make_unique<SortedIterator>(sorted_now(), compare_)).get();
  }

 private:
  struct Place {
    alignas(SortedIterator) std::byte bytes[sizeof(SortedIterator)];
  };

  static constexpr std::size_t kChunk = 4096;
  using Chunk = std::array<Item, kChunk>;

  void add_chunk() {
    auto chunk = std::make_unique_for_overwrite<Chunk>();
    last_ = chunk.get();
    const std::lock_guard guard(mutex_);
    chunks_.push_back(std::move(chunk));
  }
  Items inserted() const {
    const std::lock_guard guard(mutex_);
    return inserted_now();
  }
  /// The last one first.
  Items inserted_now() const {
    Items items(inserted_.load(std::memory_order_acquire));
    auto end = items.rbegin();
    for (std::size_t at = 0; at < items.size(); at += kChunk)
      end = std::copy_n(chunks_[at / kChunk]->begin(), std::min(kChunk, items.size() - at), end);
    return items;
  }

  std::shared_ptr<const Items> sorted() {
    const std::lock_guard guard(mutex_);
    return sorted_now();
  }
  std::shared_ptr<const Items> sorted_now() {
    if (!sorted_ || sorted_->size() != inserted_.load(std::memory_order_acquire)) {
      auto items = std::make_shared<Items>(inserted_now());
      Sorter(compare_).sort(*items);
      sorted_ = std::move(items);
    }
    return sorted_;
  }

  const KeyComparator& compare_;
  // By the thread that inserts; what it has counted does not change.
  Chunk* last_ = nullptr;
  std::atomic<std::size_t> inserted_{0};

  mutable std::mutex mutex_;  // guards all below
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::shared_ptr<const Items> sorted_;
  std::deque<Place> places_;
  std::vector<std::unique_ptr<SortedIterator>> lookups_;
};

}  // namespace

rocksdb::MemTableRep* WriteOnlyMemtables::CreateMemTableRep(const KeyComparator& compare,
                                                            rocksdb::Allocator* allocator,
                                                            const rocksdb::SliceTransform*,
                                                            rocksdb::Logger*) {
  return new WriteOnlyMemtable(compare, allocator);
}

}  // namespace stoa::store
