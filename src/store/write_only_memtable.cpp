#include "store/write_only_memtable.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace stoa::store {
namespace {

using KeyComparator = rocksdb::MemTableRep::KeyComparator;

/// An entry of the memtable, and eight bytes of its key as a number that sorts like them.
struct Item {
  std::uint64_t head;
  const char* entry;
};
using Items = std::vector<Item>;

constexpr std::size_t kHead = 8;
constexpr std::size_t kTrailer = 8;  // the row's number and kind, behind the user's key
/// Runs up to this long are sorted by comparing whole keys.
constexpr std::ptrdiff_t kShort = 8;

/// Sorts by user key, and equal keys by number, newest first, as the comparator does.
class Sorter {
 public:
  explicit Sorter(const KeyComparator& compare) : compare_(compare) {}

  /// All of [begin, end) share the first `depth` bytes of their user keys and have at least as many.
  void sort(Items::iterator begin, Items::iterator end, std::size_t depth) const {
    if (end - begin <= kShort) return sort_by_whole_keys(begin, end);
    for (auto item = begin; item != end; ++item) item->head = head(item->entry, depth);
    std::sort(begin, end, [](const Item& left, const Item& right) { return left.head < right.head; });
    while (begin != end) {
      const auto differs =
          std::find_if(begin + 1, end, [&](const Item& item) { return item.head != begin->head; });
      sort_equal_heads(begin, differs, depth + kHead);
      begin = differs;
    }
  }

 private:
  void sort_equal_heads(Items::iterator begin, Items::iterator end, std::size_t depth) const {
    if (end - begin < 2) return;
    // A key that ends within these bytes looks like one that goes on with zeros.
    const bool all_go_on =
        std::all_of(begin, end, [&](const Item& item) { return user_key(item.entry).size() > depth; });
    all_go_on ? sort(begin, end, depth) : sort_by_whole_keys(begin, end);
  }

  void sort_by_whole_keys(Items::iterator begin, Items::iterator end) const {
    std::sort(begin, end,
              [&](const Item& left, const Item& right) { return compare_(left.entry, right.entry) < 0; });
  }

  rocksdb::Slice user_key(const char* entry) const {
    const auto key = compare_.decode_key(entry);
    return {key.data(), key.size() - kTrailer};
  }

  std::uint64_t head(const char* entry, std::size_t depth) const {
    const auto key = user_key(entry);
    std::uint64_t bytes = 0;
    if (key.size() > depth) std::memcpy(&bytes, key.data() + depth, std::min(kHead, key.size() - depth));
    static_assert(std::endian::native == std::endian::little);
    return __builtin_bswap64(bytes);
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
    // In key order the entries lie all over the memtable.
    if (at_ + kAhead < items_->size()) __builtin_prefetch((*items_)[at_ + kAhead].entry);
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
  static constexpr std::size_t kAhead = 8;

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

  void Insert(rocksdb::KeyHandle handle) override {
    const std::lock_guard guard(mutex_);
    items_.push_back({0, static_cast<const char*>(handle)});
    sorted_.reset();
  }
  bool Contains(const char* key) const override {
    const std::lock_guard guard(mutex_);
    return std::any_of(items_.begin(), items_.end(),
                       [&](const Item& item) { return compare_(item.entry, key) == 0; });
  }
  std::size_t ApproximateMemoryUsage() override {
    const std::lock_guard guard(mutex_);
    return items_.capacity() * sizeof(Item);
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

  std::shared_ptr<const Items> sorted() {
    const std::lock_guard guard(mutex_);
    return sorted_now();
  }
  std::shared_ptr<const Items> sorted_now() {
    if (!sorted_) {
      auto items = std::make_shared<Items>(items_);
      Sorter(compare_).sort(items->begin(), items->end(), 0);
      sorted_ = std::move(items);
    }
    return sorted_;
  }

  const KeyComparator& compare_;
  mutable std::mutex mutex_;  // guards all below
  Items items_;
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
