#pragma once
#include "base/result.h"
#include "keyspace/keyspace.h"

#include <cstddef>
#include <vector>

namespace stoa::accounts {

inline constexpr std::size_t kSessionLimit = 10'000'000;

/// Keeps `recent:` from growing without end. Safe from any thread.
class SessionCleaner {
 public:
  /// The keyspace outlives it.
  SessionCleaner(keyspace::Keyspace& keyspace, std::size_t limit) : keyspace_(keyspace), limit_(limit) {}

  /// Removes what is over the limit, those that were not used for longest first, at most 100; gives how many.
  /// A session that is used at the same moment stays, to be looked at again.
  Result<std::size_t> remove_oldest();

  /// Whether there are more tokens than the limit.
  Result<bool> has_work();

 private:
  struct Old;
  Result<std::vector<Old>> oldest();
  Result<std::size_t> remove_unused(const std::vector<Old>&);
  Result<std::size_t> remove_all(const std::vector<Old>&);

  // Fixed at construction.
  keyspace::Keyspace& keyspace_;
  const std::size_t limit_;
};

}  // namespace stoa::accounts
