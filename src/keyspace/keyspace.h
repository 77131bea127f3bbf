#pragma once
// keyspace/ is the port to Redis-shaped data. Two engines stand behind it, embedded/ and redis/, with one
// behaviour: every operation answers as the Redis command it is named after. Domain code includes this header
// and keys.h only: what it reads with is in reader.h, what it writes with in tx.h.

#include "base/durability.h"
#include "keyspace/reader.h"
#include "keyspace/tx.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace stoa::keyspace {

class Companion;
class Door;

/// A page of key names. A cursor of 0 starts a scan, and one of 0 that comes back ends it. As with Redis, a
/// key that is there from the first page to the last is given at least once; one that comes or goes meanwhile
/// may or may not be.
struct ScanPage {
  std::uint64_t cursor;
  std::vector<std::string> names;
};

/// All methods are safe from any thread.
class Keyspace {
 public:
  virtual ~Keyspace() = default;

  /// Reads outside any transaction; each call sees one moment.
  virtual Reader& read() = 0;

  /// Runs `body(Tx&)`, a function that gives a Result, all or nothing: an Error it gives, or an exception,
  /// changes nothing. May run it again on a conflict, so the body has no other effects. Conflict
  /// (`keyspace.contended`) when it kept colliding. With Durable, returns when the change is durable, or as
  /// DeferredDurability says.
  template <class Body>
  std::invoke_result_t<Body&, Tx&> transact(Durability durability, Body&& body) {
    using Outcome = std::invoke_result_t<Body&, Tx&>;
    std::optional<Outcome> outcome;
    const TransactionBody run_body = [&](Tx& tx) -> Result<void> {
      outcome.emplace(body(tx));
      if (!outcome->ok()) return outcome->error();
      return {};
    };
    STOA_TRY(run(durability, run_body));
    return *std::move(outcome);
  }

  /// Makes `into` the members that are both in `members` and in `scores`, with their scores, and lets it
  /// expire.
  virtual Result<void> intersect_into(const SortedSetKey& into, const SetKey& members,
                                      const SortedSetKey& scores, Time expires) = 0;
  /// Multiplies every score.
  virtual Result<void> scale(const SortedSetKey&, double factor) = 0;

  /// Names that match a glob as Redis's SCAN takes it, about `count` looked at a call.
  virtual Result<ScanPage> scan(std::uint64_t cursor, std::string_view pattern, std::size_t count) = 0;

  /// How many keys there are; some whose time has come may be among them still. Costs one round trip and no
  /// look at the keys.
  virtual Result<std::size_t> size() = 0;

  /// Unavailable, with what is wrong, when the engine cannot serve.
  virtual Result<void> ping() = 0;

  /// The way in for Redis's own commands (door.h), or null where the engine is a server that speaks them
  /// itself.
  virtual Door* door() { return nullptr; }

  /// How an engine on the same store commits together with this one (companion.h), or null where the keyspace
  /// is on another machine.
  virtual Companion* companion() { return nullptr; }

 protected:
  using TransactionBody = std::function<Result<void>(Tx&)>;
  virtual Result<void> run(Durability, const TransactionBody&) = 0;
};

}  // namespace stoa::keyspace
