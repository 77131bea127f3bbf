#include "store/batch_memtable.h"

#include "store/sorted_runs.h"

#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

namespace stoa::store {
namespace {

using KeyComparator = rocksdb::MemTableRep::KeyComparator;

class BatchMemtable final : public rocksdb::MemTableRep {
 public:
  BatchMemtable(const KeyComparator& compare, rocksdb::Allocator* allocator)
      : MemTableRep(allocator), compare_(compare), runs_(compare) {}

  void Insert(rocksdb::KeyHandle handle) override { runs_.insert(static_cast<const char*>(handle)); }
  bool Contains(const char* key) const override {
    auto walk = runs_.walk();
    walk.seek(compare_.decode_key(key));
    return walk.valid() && compare_(walk.entry(), key) == 0;
  }
  std::size_t ApproximateMemoryUsage() override { return runs_.bytes(); }

  Iterator* GetIterator(rocksdb::Arena* arena) override;
  /// RocksDB's look-up of one key asks for this one without an arena, uses it on this thread until it has its
  /// answer, and never destroys it.
  Iterator* GetDynamicPrefixIterator(rocksdb::Arena* arena) override;

 private:
  class WalkIterator;
  struct Place;
  /// What a thread has used and may use again; only that thread may, as an iterator that it destroys is in
  /// the place until its destructor is over.
  struct OfThread {
    std::unique_ptr<WalkIterator> lookup;
    std::vector<Place*> free;
  };

  Place* free_place();
  void give_back(Place*);

  const KeyComparator& compare_;
  SortedRuns runs_;

  std::mutex mutex_;  // guards all below
  std::deque<Place> places_;
  std::unordered_map<std::thread::id, OfThread> threads_;
};

class BatchMemtable::WalkIterator final : public rocksdb::MemTableRep::Iterator {
 public:
  WalkIterator(BatchMemtable& table, Place* place)
      : table_(table), place_(place), walk_(table.runs_.walk()) {}
  ~WalkIterator() override {
    if (place_) table_.give_back(place_);
  }

  void renew() { walk_ = table_.runs_.walk(); }

  bool Valid() const override { return walk_.valid(); }
  const char* key() const override { return walk_.entry(); }
  void Next() override { walk_.next(); }
  void Prev() override { walk_.previous(); }
  void Seek(const rocksdb::Slice& key, const char*) override { walk_.seek(key); }
  void SeekForPrev(const rocksdb::Slice& key, const char*) override {
    walk_.seek(key);
    if (!walk_.valid() || table_.compare_(walk_.entry(), key) != 0) walk_.previous();
  }
  void SeekToFirst() override { walk_.seek_to_first(); }
  void SeekToLast() override {
    walk_.seek_to_end();
    walk_.previous();
  }

 private:
  BatchMemtable& table_;
  Place* const place_;
  SortedRuns::Walk walk_;
};

/// Room for an iterator that RocksDB destroys without freeing it: it expects that of its arena, which is not
/// ours to use.
struct BatchMemtable::Place {
  alignas(WalkIterator) std::byte bytes[sizeof(WalkIterator)];
};

rocksdb::MemTableRep::Iterator* BatchMemtable::GetIterator(rocksdb::Arena* arena) {
  if (arena == nullptr) return new WalkIterator(*this, nullptr);
  Place* place = free_place();
  return new (place->bytes) WalkIterator(*this, place);
}

rocksdb::MemTableRep::Iterator* BatchMemtable::GetDynamicPrefixIterator(rocksdb::Arena* arena) {
  if (arena != nullptr) return GetIterator(arena);
  std::unique_lock lock(mutex_);
  auto& lookup = threads_[std::this_thread::get_id()].lookup;
  lock.unlock();
  if (lookup) {
    lookup->renew();
  } else {
    lookup = std::make_unique<WalkIterator>(*this, nullptr);
  }
  return lookup.get();
}

BatchMemtable::Place* BatchMemtable::free_place() {
  const std::lock_guard guard(mutex_);
  auto& free = threads_[std::this_thread::get_id()].free;
  if (free.empty()) return &places_.emplace_back();
  Place* place = free.back();
  free.pop_back();
  return place;
}

void BatchMemtable::give_back(Place* place) {
  const std::lock_guard guard(mutex_);
  threads_[std::this_thread::get_id()].free.push_back(place);
}

}  // namespace

rocksdb::MemTableRep* BatchMemtables::CreateMemTableRep(const KeyComparator& compare,
                                                        rocksdb::Allocator* allocator,
                                                        const rocksdb::SliceTransform*, rocksdb::Logger*) {
  return new BatchMemtable(compare, allocator);
}

}  // namespace stoa::store
