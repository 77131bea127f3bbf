#include "feed/group_ranking.h"

#include "keyspace/keys.h"

namespace stoa::feed {
namespace keys = keyspace::keys;

Result<std::vector<keyspace::Scored>> GroupRanking::range(const GroupName& group, std::int64_t start,
                                                          std::int64_t stop) {
  const auto key = keys::score(group.text());
  const auto look = [&] { return keyspace_.read().zrange(key, start, stop, keyspace::Order::Descending); };
  if (auto found = STOA_TRY(look()); !found.empty()) return found;
  // Found nothing since it ends before `start`, or since it was made after that look.
  if (!STOA_TRY(keyspace_.read().exists(key))) STOA_TRY(make_once(group));
  return look();
}

Result<void> GroupRanking::make_once(const GroupName& group) {
  const auto own = std::make_shared<Flight>();
  {
    auto flights = flights_.lock();
    if (const auto found = flights->find(group.text()); found != flights->end()) {
      const std::shared_ptr<Flight> other = found->second;
      flights.wait(landed_, [&](const Flights&) { return other->outcome.has_value(); });
      return *other->outcome;
    }
    flights->emplace(group.text(), own);
  }
  try {
    auto outcome = make(group);
    land(group, *own, outcome);
    return outcome;
  } catch (...) {
    land(group, *own,
         Error{Error::Kind::Unavailable, "group.ranking", "the group cannot be ranked now; try again"});
    throw;
  }
}

Result<void> GroupRanking::make(const GroupName& group) {
  const auto key = keys::score(group.text());
  // Another may have made it between this one's look and its turn.
  if (STOA_TRY(keyspace_.read().exists(key))) return {};
  ++made_;
  const Time expires = std::chrono::floor<std::chrono::milliseconds>(clock_.now()) + kGroupRankingKept;
  return keyspace_.intersect_into(key, keys::group(group.text()), keys::score(), expires);
}

void GroupRanking::land(const GroupName& group, Flight& flight, Result<void> outcome) {
  {
    const auto flights = flights_.lock();
    flight.outcome = std::move(outcome);
    flights->erase(group.text());
  }
  landed_.notify_all();
}

}  // namespace stoa::feed
