#pragma once
#include "base/clock.h"
#include "base/guarded.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// How often one client may do something: `burst` times at once, and `calls` in each `per` in the long run.
struct BucketRule {
  std::string action;
  int calls = 0;
  std::chrono::seconds per{};
  int burst = 0;
};

/// Token buckets by action and client. Takes a fixed amount of memory: a bucket that is full again is
/// forgotten, and when too many are not, the fullest goes. Safe from any thread.
class Buckets {
 public:
  struct Taken {
    bool allowed = true;
    /// How many more could be taken now.
    int left = 0;
    /// Until one more, if refused; until the bucket is full, if allowed.
    Duration wait{};
  };

  /// `clients` is how many buckets are remembered, about. The clock outlives it. std::logic_error for a rule
  /// that lets nothing through or two for one action.
  Buckets(std::vector<BucketRule> rules, const Clock&, std::size_t clients = 1 << 16);

  /// std::logic_error when there is no rule for the action.
  const BucketRule& rule(std::string_view action) const;

  /// Takes one from `client`'s bucket for the action, unless it is empty. Costs one short lock and eight
  /// comparisons.
  Taken take(const BucketRule&, std::string_view client);
  /// Puts one back that was taken; nothing when the bucket has been forgotten meanwhile. Costs the same.
  void give_back(const BucketRule&, std::string_view client);

 private:
  static constexpr std::size_t kShards = 64;
  static constexpr std::size_t kWays = 8;

  /// `full_at` is all a bucket needs: the more there is missing, the later it is full. Zero: a free place.
  struct Bucket {
    std::uint64_t hash = 0;
    std::int64_t full_at = 0;
  };
  using Set = std::array<Bucket, kWays>;

  std::uint64_t hash_of(const BucketRule&, std::string_view client) const;
  static Bucket& place_of(Set&, std::uint64_t hash, std::int64_t now);

  // Fixed at construction.
  const std::map<std::string, BucketRule, std::less<>> rules_;
  const Clock& clock_;
  const std::uint64_t seed_;

  std::array<Guarded<std::vector<Set>>, kShards> shards_;
};

/// Whom a bucket is counted for: the address, and of an IPv6 address the /64, as a client has all of that.
std::string client_network(std::string_view address);

}  // namespace stoa::http
