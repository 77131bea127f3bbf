#include "clockwork/leases.h"

#include "base/ids.h"
#include "keyspace/keys.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace stoa::clockwork {
namespace {

Error lease_lost(std::string_view job, std::string_view holder) {
  return {Error::Kind::Conflict, "clockwork.lease_lost",
          fmt::format("the job {} is now held by {}; this run ends", job,
                      holder.empty() ? "nobody" : std::string(holder))};
}

template <class Number>
Number number_of(const std::string& text) {
  Number number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

struct Leases::Record {
  std::string holder;
  std::uint64_t fence = 0;
  std::uint64_t beat = 0;
  /// On the wall clock, in microseconds; 0 when the job never ran.
  std::int64_t due = 0;

  static Record from(const std::vector<keyspace::Field>& fields) {
    Record record;
    for (const auto& [name, value] : fields) {
      if (name == "holder") record.holder = value;
      if (name == "fence") record.fence = number_of<std::uint64_t>(value);
      if (name == "beat") record.beat = number_of<std::uint64_t>(value);
      if (name == "due") record.due = number_of<std::int64_t>(value);
    }
    return record;
  }

  void write(keyspace::Tx& tx, const keyspace::HashKey& key) const {
    const std::array fields{
        keyspace::Field{"holder", holder}, keyspace::Field{"fence", std::to_string(fence)},
        keyspace::Field{"beat", std::to_string(beat)}, keyspace::Field{"due", std::to_string(due)}};
    tx.hset(key, fields);
  }
};

Leases::Leases(keyspace::Keyspace& keyspace, const Clock& wall, const Clock& steady, LeaseOptions options)
    : keyspace_(keyspace), wall_(wall), steady_(steady), options_(std::move(options)) {}

// Nobody is taken for dead at first sight.
bool Leases::takes_for_dead(std::string_view job, const Record& seen) {
  if (options_.sharing == Sharing::Alone) return true;
  const Time now = steady_.now();
  auto sightings = sightings_.lock();
  const auto [place, first_time] = sightings->try_emplace(std::string(job));
  Sighting& sighting = place->second;
  if (first_time || sighting.fence != seen.fence || sighting.beat != seen.beat)
    sighting = {seen.fence, seen.beat, now};
  return now - sighting.since >= options_.term;
}

Result<Leases::Answer> Leases::take(std::string_view job, Ask ask, Duration longest_wait) {
  const auto key = keyspace::keys::clockwork_job(job);
  const auto seen = Record::from(STOA_TRY(keyspace_.read().hgetall(key)));
  if (!seen.holder.empty() && !takes_for_dead(job, seen)) return Answer(Held{seen.holder});
  const Duration wait(seen.due - wall_.now().time_since_epoch().count());
  // A holder that died had begun, and so was due.
  if (ask == Ask::WhenDue && seen.holder.empty() && wait.count() > 0)
    return Answer(NotDue{std::min(wait, longest_wait)});
  const Time asked = steady_.now();
  return keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<Answer> {
    Record record = Record::from(STOA_TRY(tx.hgetall(key)));
    // Somebody was quicker.
    if (record.fence != seen.fence || record.beat != seen.beat || record.holder != seen.holder)
      return Answer(Held{record.holder});
    record.holder = options_.node;
    ++record.fence;
    record.beat = 0;
    record.write(tx, key);
    return Answer(Taken{record.fence, asked + options_.term});
  });
}

Result<Time> Leases::renew(std::string_view job, std::uint64_t fence) {
  const auto key = keyspace::keys::clockwork_job(job);
  const Time asked = steady_.now();
  return keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<Time> {
    Record record = Record::from(STOA_TRY(tx.hgetall(key)));
    if (record.holder != options_.node || record.fence != fence) return lease_lost(job, record.holder);
    ++record.beat;
    record.write(tx, key);
    return asked + options_.term;
  });
}

Result<void> Leases::release(std::string_view job, std::uint64_t fence, Duration pause) {
  const auto key = keyspace::keys::clockwork_job(job);
  const auto due = (wall_.now() + pause).time_since_epoch().count();
  return keyspace_.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    Record record = Record::from(STOA_TRY(tx.hgetall(key)));
    if (record.holder != options_.node || record.fence != fence) return lease_lost(job, record.holder);
    record.holder.clear();
    record.due = due;
    record.write(tx, key);
    return {};
  });
}

std::string make_node_name() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return fmt::format("{}/{}/{}", host.data(), ::getpid(), Token::make().text().substr(0, 8));
}

}  // namespace stoa::clockwork
