#pragma once
#include "base/clock.h"
#include "base/guarded.h"
#include "base/result.h"
#include "feed/group_name.h"
#include "keyspace/keyspace.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stoa::feed {

inline constexpr std::chrono::seconds kGroupRankingKept{60};

/// `score:{group}`: a group's articles by score, made from `group:{group}` and `score:` when somebody asks
/// and it is not there. Safe from any thread.
class GroupRanking {
 public:
  /// Both outlive it.
  GroupRanking(keyspace::Keyspace& keyspace, const Clock& clock) : keyspace_(keyspace), clock_(clock) {}

  /// By rank, best first, as zrange(); up to kGroupRankingKept old. Of many in this process who find it
  /// missing one makes it, and the others wait.
  Result<std::vector<keyspace::Scored>> range(const GroupName&, std::int64_t start, std::int64_t stop);

  /// How often this process has made one.
  std::uint64_t made() const { return made_; }

 private:
  struct Flight {
    /// Set when it has landed.
    std::optional<Result<void>> outcome;
  };
  using Flights = std::map<std::string, std::shared_ptr<Flight>, std::less<>>;

  Result<void> make_once(const GroupName&);
  Result<void> make(const GroupName&);
  void land(const GroupName&, Flight&, Result<void>);

  // Fixed at construction.
  keyspace::Keyspace& keyspace_;
  const Clock& clock_;

  Guarded<Flights> flights_;
  std::condition_variable landed_;
  std::atomic<std::uint64_t> made_{0};
};

}  // namespace stoa::feed
