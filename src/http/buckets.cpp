#include "http/buckets.h"

#include <arpa/inet.h>
#include <sodium.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <stdexcept>

namespace stoa::http {
namespace {

std::map<std::string, BucketRule, std::less<>> by_action(std::vector<BucketRule> rules) {
  std::map<std::string, BucketRule, std::less<>> table;
  for (BucketRule& rule : rules) {
    if (rule.calls < 1 || rule.burst < 1 || rule.per < std::chrono::seconds(1))
      throw std::logic_error("the bucket '" + rule.action + "' lets nothing through");
    std::string action = rule.action;
    if (!table.emplace(action, std::move(rule)).second)
      throw std::logic_error("the bucket '" + action + "' has two rules");
  }
  return table;
}

/// Drawn, so that nobody can choose addresses that fall into one set.
std::uint64_t random_seed() {
  std::uint64_t seed;
  randombytes_buf(&seed, sizeof seed);
  return seed;
}

std::int64_t microseconds(Time time) {
  return time.time_since_epoch().count();
}

/// Until one more comes, in microseconds.
std::int64_t each_of(const BucketRule& rule) {
  return std::max<std::int64_t>(1, Duration(rule.per).count() / rule.calls);
}

}  // namespace

Buckets::Buckets(std::vector<BucketRule> rules, const Clock& clock, std::size_t clients)
    : rules_(by_action(std::move(rules))), clock_(clock), seed_(random_seed()) {
  const std::size_t sets = std::max<std::size_t>(1, clients / (kShards * kWays));
  for (auto& shard : shards_) shard.lock()->resize(sets);
}

const BucketRule& Buckets::rule(std::string_view action) const {
  const auto found = rules_.find(action);
  if (found == rules_.end()) throw std::logic_error("there is no bucket '" + std::string(action) + "'");
  return found->second;
}

std::uint64_t Buckets::hash_of(const BucketRule& rule, std::string_view client) const {
  const auto salt = XXH3_64bits_withSeed(rule.action.data(), rule.action.size(), seed_);
  return XXH3_64bits_withSeed(client.data(), client.size(), salt);
}

Buckets::Bucket& Buckets::place_of(Set& set, std::uint64_t hash, std::int64_t now) {
  Bucket* oldest = &set.front();
  for (Bucket& bucket : set) {
    if (bucket.hash == hash) return bucket;
    if (bucket.full_at < oldest->full_at) oldest = &bucket;
  }
  *oldest = {hash, now};
  return *oldest;
}

Buckets::Taken Buckets::take(const BucketRule& rule, std::string_view client) {
  const std::uint64_t hash = hash_of(rule, client);
  const std::int64_t now = microseconds(clock_.now());
  const std::int64_t each = each_of(rule);
  const std::int64_t deepest = each * rule.burst;

  auto sets = shards_[hash % kShards].lock();
  Bucket& bucket = place_of((*sets)[hash / kShards % sets->size()], hash, now);
  const std::int64_t full_at = std::max(bucket.full_at, now) + each;
  const std::int64_t missing = full_at - now;
  if (missing > deepest) return {false, 0, Duration(missing - deepest)};
  bucket.full_at = full_at;
  return {true, static_cast<int>((deepest - missing) / each), Duration(missing)};
}

void Buckets::give_back(const BucketRule& rule, std::string_view client) {
  const std::uint64_t hash = hash_of(rule, client);
  auto sets = shards_[hash % kShards].lock();
  for (Bucket& bucket : (*sets)[hash / kShards % sets->size()])
    if (bucket.hash == hash) bucket.full_at -= each_of(rule);
}

std::string client_network(std::string_view address) {
  in6_addr parsed{};
  const std::string text(address);
  if (address.find(':') == address.npos || inet_pton(AF_INET6, text.c_str(), &parsed) != 1) return text;
  if (IN6_IS_ADDR_V4MAPPED(&parsed)) return text;
  std::fill(std::begin(parsed.s6_addr) + 8, std::end(parsed.s6_addr), std::uint8_t{0});
  char network[INET6_ADDRSTRLEN];
  inet_ntop(AF_INET6, &parsed, network, sizeof network);
  return std::string(network) + "/64";
}

}  // namespace stoa::http
