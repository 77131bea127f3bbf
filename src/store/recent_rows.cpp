#include "store/recent_rows.h"

#include "store/key_head.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace stoa::store {
namespace {

/// Rows of one index of the records have these bytes in common.
constexpr std::size_t kBeginning = 5;
constexpr std::size_t kArenaBytes = 8 << 20;
constexpr std::size_t kChunkBytes = 256 << 10;
/// A run is merged with the one before it unless that is longer by more than this.
constexpr std::size_t kRatio = 4;

std::string_view beginning_of(std::string_view key) {
  return key.substr(0, kBeginning);
}

}  // namespace

/// Memory that was used, to be used again: fresh memory costs more than all that is written to it. Safe from
/// any thread, as the last who walks among rows gives their memory back.
class RecentRows::Spare {
 public:
  Chunk take() {
    const std::lock_guard guard(mutex_);
    if (chunks_.empty()) return std::make_unique_for_overwrite<std::byte[]>(kChunkBytes);
    Chunk chunk = std::move(chunks_.back());
    chunks_.pop_back();
    return chunk;
  }
  void give_back(std::vector<Chunk>& chunks) {
    const std::lock_guard guard(mutex_);
    for (Chunk& chunk : chunks)
      if (chunks_.size() < kMost) chunks_.push_back(std::move(chunk));
  }

 private:
  static constexpr std::size_t kMost = (64 << 20) / kChunkBytes;

  std::mutex mutex_;
  std::vector<Chunk> chunks_;  // guarded by the mutex
};

/// Versions that are given back together.
struct RecentRows::Arena {
  explicit Arena(std::shared_ptr<Spare> from) : spare(std::move(from)) {}
  ~Arena() { spare->give_back(chunks); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  const std::shared_ptr<Spare> spare;
  std::vector<Chunk> chunks;
  std::vector<Chunk> large;  // each for one that is larger than a chunk
  std::byte* at = nullptr;
  std::size_t left = 0;
  std::size_t taken = 0;
  Sequence newest = 0;

  std::byte* take(std::size_t bytes) {
    constexpr std::size_t kAlignment = alignof(RowVersion);
    bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    taken += bytes;
    if (bytes > kChunkBytes)
      return large.emplace_back(std::make_unique_for_overwrite<std::byte[]>(bytes)).get();
    if (bytes > left) {
      left = kChunkBytes;
      at = chunks.emplace_back(spare->take()).get();
    }
    left -= bytes;
    return std::exchange(at, at + bytes);
  }
};

RecentRows::RecentRows()
    : spare_(std::make_shared<Spare>()),
      arenas_(std::make_shared<const Arenas>(Arenas{std::make_shared<Arena>(spare_)})) {}
RecentRows::~RecentRows() = default;

RecentRows::Group& RecentRows::group_of(std::string_view key) {
  const auto beginning = beginning_of(key);
  if (last_group_ != nullptr && last_beginning_ == beginning) return *last_group_;
  auto group = groups_.find(beginning);
  if (group == groups_.end()) {
    group = groups_.emplace(beginning, Group()).first;
    group->second.runs = std::make_shared<const Runs>();
  }
  last_beginning_ = group->first;
  last_group_ = &group->second;
  return *last_group_;
}

const RowVersion& RecentRows::enter(const Changes::Change& change, Sequence sequence, Durability durability,
                                    Sequence durable) {
  if (arenas_->back()->taken >= kArenaBytes) {
    auto more = std::make_shared<Arenas>(*arenas_);
    more->push_back(std::make_shared<Arena>(spare_));
    arenas_ = std::move(more);
  }
  Arena& arena = *arenas_->back();
  const RowVersion* version =
      make_version(change.key, change.value, sequence,
                   change.kind == Changes::Kind::Put || change.kind == Changes::Kind::PutBare,
                   [&](std::size_t bytes) { return arena.take(bytes); });
  arena.newest = sequence;
  Group& group = group_of(change.key);
  group.fresh.push_back(
      {key_head(change.key, kBeginning), key_head(change.key, kBeginning + kKeyHead), sequence, version});
  while (!group.unsynced.empty() && group.unsynced.front()->sequence <= durable) group.unsynced.pop_front();
  if (durability == Durability::Durable) group.unsynced.push_back(version);
  return *version;
}

int RecentRows::compare(const Item& left, const Item& right) {
  if (left.first != right.first) return left.first < right.first ? -1 : 1;
  if (left.second != right.second) return left.second < right.second ? -1 : 1;
  return left.version->key().compare(right.version->key());
}

/// What has come becomes a run, which is merged with those before it that are not much longer.
void RecentRows::order(Group& group) {
  if (group.fresh.empty()) return;
  std::ranges::stable_sort(group.fresh, before);
  auto run = std::make_shared<Run>();
  run->reserve(group.fresh.size());
  for (const Item& item : group.fresh)
    if (!run->empty() && compare(run->back(), item) == 0)
      run->back() = item;
    else
      run->push_back(item);
  group.fresh.clear();
  auto runs = std::make_shared<Runs>(*group.runs);
  std::shared_ptr<const Run> newest = std::move(run);
  for (; !runs->empty() && runs->back()->size() <= kRatio * newest->size(); runs->pop_back())
    newest = merged(*runs->back(), *newest);
  runs->push_back(std::move(newest));
  group.runs = std::move(runs);
}

std::shared_ptr<const RecentRows::Run> RecentRows::merged(const Run& older, const Run& newer) {
  auto both = std::make_shared<Run>();
  both->reserve(older.size() + newer.size());
  auto a = older.begin(), b = newer.begin();
  while (a != older.end() && b != newer.end()) {
    const int order = compare(*a, *b);
    both->push_back(order < 0 ? *a : *b);
    if (order <= 0) ++a;
    if (order >= 0) ++b;
  }
  both->insert(both->end(), a, older.end());
  both->insert(both->end(), b, newer.end());
  return both;
}

void RecentRows::settle(Sequence sequence) {
  for (auto& [beginning, group] : groups_) keep_above(group, sequence);
  auto left = std::make_shared<Arenas>();
  for (const auto& arena : *arenas_)
    if (arena->newest > sequence || arena == arenas_->back()) left->push_back(arena);
  if (left->back()->newest <= sequence) left->back() = std::make_shared<Arena>(spare_);
  arenas_ = std::move(left);
}

void RecentRows::keep_above(Group& group, Sequence sequence) {
  const auto gone = [sequence](const Item& item) { return item.sequence <= sequence; };
  std::erase_if(group.fresh, gone);
  if (group.fresh.empty()) group.fresh.shrink_to_fit();
  std::erase_if(group.unsynced,
                [sequence](const RowVersion* version) { return version->sequence <= sequence; });
  auto left = std::make_shared<Runs>();
  for (const auto& run : *group.runs) {
    auto some = std::make_shared<Run>();
    std::ranges::remove_copy_if(*run, std::back_inserter(*some), gone);
    if (!some->empty()) left->push_back(std::move(some));
  }
  group.runs = std::move(left);
}

/// A group before it has no rows from `from` on: its keys begin with less.
RecentRows::Groups::iterator RecentRows::first_group(std::string_view from) {
  return groups_.lower_bound(beginning_of(from));
}

RecentRows::Walk RecentRows::walk(std::string_view from, std::string_view to, Direction direction) {
  Walk walk(arenas_, direction);
  for (auto group = first_group(from); group != groups_.end() && group->first < to; ++group) {
    order(group->second);
    walk.add(group->second.runs, from, to);
  }
  walk.take_next();
  return walk;
}

Sequence RecentRows::unsynced(std::string_view from, std::string_view to, Sequence durable) {
  Sequence newest = 0;
  for (auto group = first_group(from); group != groups_.end() && group->first < to; ++group)
    for (const RowVersion* version : group->second.unsynced)
      if (version->sequence > durable && version->key() >= from && version->key() < to)
        newest = std::max(newest, version->sequence);
  return newest;
}

void RecentRows::Walk::add(const std::shared_ptr<const Runs>& runs, std::string_view from,
                           std::string_view to) {
  if (runs->empty()) return;
  const auto key = [](const Item& item) { return item.version->key(); };
  for (const auto& run : *runs) {
    const auto begin = std::ranges::lower_bound(*run, from, {}, key);
    const auto end = std::ranges::lower_bound(begin, run->end(), to, {}, key);
    if (begin != end) cursors_.push_back({std::to_address(begin), std::to_address(end)});
  }
  runs_.push_back(runs);
}

void RecentRows::Walk::next() {
  const auto key = current_->key();
  for (Cursor& cursor : cursors_)
    if (!cursor.empty() && cursor.here(direction_)->key() == key) cursor.step(direction_);
  take_next();
}

/// Of the versions of one row the newest.
void RecentRows::Walk::take_next() {
  current_ = nullptr;
  for (const Cursor& cursor : cursors_) {
    if (cursor.empty()) continue;
    const RowVersion* version = cursor.here(direction_);
    if (current_ == nullptr) {
      current_ = version;
      continue;
    }
    const int order = direction_ == Direction::Forward ? version->key().compare(current_->key())
                                                       : current_->key().compare(version->key());
    if (order < 0 || (order == 0 && version->sequence > current_->sequence)) current_ = version;
  }
}

}  // namespace stoa::store
