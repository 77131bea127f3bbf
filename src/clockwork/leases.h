#pragma once
#include "base/clock.h"
#include "base/guarded.h"
#include "keyspace/keyspace.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace stoa::clockwork {

/// Whether other processes can work on the same keyspace. Alone: whoever the record names is dead.
enum class Sharing { Alone, Shared };

struct LeaseOptions {
  /// Names this process; no two that live at the same time have the same.
  std::string node;
  Sharing sharing = Sharing::Alone;
  /// A holder that has not renewed for this long is taken for dead.
  Duration term = std::chrono::seconds(15);
};

/// The record `clockwork:{job}` of each job that one node runs at a time: who holds it, the number of the
/// run, a beat that the holder counts up while it runs, and when the job is due next. Nobody's wall clock
/// decides who is dead: a contender takes over after it has watched the same beat for a whole term on its own
/// steady clock, and a holder that could not renew for a term counts from before it last asked, so it knows
/// first. Safe from any thread.
class Leases {
 public:
  /// The keyspace and the clocks outlive it.
  Leases(keyspace::Keyspace&, const Clock& wall, const Clock& steady, LeaseOptions);

  struct Taken {
    std::uint64_t fence;
    /// On the steady clock.
    Time until;
  };
  /// Another run was not so long ago.
  struct NotDue {
    Duration wait;
  };
  struct Held {
    std::string holder;
  };
  using Answer = std::variant<Taken, NotDue, Held>;
  enum class Ask { WhenDue, Now };

  /// `longest_wait` bounds what a record from a node with a wrong clock can make this one wait.
  Result<Answer> take(std::string_view job, Ask, Duration longest_wait);

  /// Gives the new end of the lease; Conflict (`clockwork.lease_lost`) when another node has it.
  Result<Time> renew(std::string_view job, std::uint64_t fence);

  /// Lets the next one in once `pause` is over. Conflict as renew(); then nothing has changed.
  Result<void> release(std::string_view job, std::uint64_t fence, Duration pause);

  const LeaseOptions& options() const { return options_; }

 private:
  /// The newest beat that was seen of another holder, and when it was first seen.
  struct Sighting {
    std::uint64_t fence = 0;
    std::uint64_t beat = 0;
    Time since{};
  };
  struct Record;

  bool takes_for_dead(std::string_view job, const Record&);

  // Fixed at construction.
  keyspace::Keyspace& keyspace_;
  const Clock& wall_;
  const Clock& steady_;
  const LeaseOptions options_;

  Guarded<std::map<std::string, Sighting, std::less<>>> sightings_;
};

/// `host/pid/random`: for LeaseOptions::node.
std::string make_node_name();

}  // namespace stoa::clockwork
