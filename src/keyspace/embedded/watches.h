#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>

namespace stoa::keyspace::embedded {

/// Versions of the names that somebody watches, by hash. Costs a comparison a transaction while nobody does.
/// Guarded by the keyspace's lock, exclusive.
class Watches {
 public:
  using Version = std::uint64_t;

  /// Counts: as many forget()s belong to a name.
  Version watch(std::uint64_t hash) {
    Entry& entry = entries_[hash];
    ++entry.watchers;
    return entry.version;
  }
  void forget(std::uint64_t hash) {
    const auto found = entries_.find(hash);
    if (found != entries_.end() && --found->second.watchers == 0) entries_.erase(found);
  }
  /// Only for a name that is being watched.
  Version version(std::uint64_t hash) const { return entries_.at(hash).version; }

  void changed(std::span<const std::uint64_t> hashes) {
    if (entries_.empty()) return;
    for (const std::uint64_t hash : hashes)
      if (const auto found = entries_.find(hash); found != entries_.end()) ++found->second.version;
  }

 private:
  struct Entry {
    Version version = 0;
    std::size_t watchers = 0;
  };
  std::unordered_map<std::uint64_t, Entry> entries_;
};

}  // namespace stoa::keyspace::embedded
