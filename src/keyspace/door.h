#pragma once
// The way into a keyspace for those who speak Redis's own commands: any key, any type, reads after writes.
// It knows no law of transactions; domain code uses keyspace.h.

#include "base/clock.h"
#include "base/durability.h"
#include "base/function_ref.h"
#include "base/result.h"
#include "keyspace/keyspace.h"
#include "keyspace/ranks.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace stoa::keyspace {

using Milliseconds = std::chrono::sys_time<std::chrono::milliseconds>;

/// A key within one visit, found once and then used without looking it up again. Operations keep it right:
/// what they create is in it, and it is empty when they took the last element away.
struct Slot {
  std::string_view name;
  std::uint64_t hash = 0;
  void* object = nullptr;  // the engine's own
  Type type = Type::String;

  bool found() const { return object != nullptr; }
};

/// Members by name among those of one score, as ZRANGEBYLEX takes them.
struct NameRange {
  enum class End { Open, Included, Excluded };
  std::string_view min, max;
  End min_end = End::Open;
  End max_end = End::Open;
};

/// What a key was when somebody began to watch it.
struct Watched {
  std::string name;
  std::uint64_t hash = 0;
  std::uint64_t version = 0;
  bool was_there = false;
};

/// A stay inside the keyspace with its lock held. Texts that come out are good until the next change. An
/// operation on a slot of another type, or one that changes something during a visit for reading, is a broken
/// invariant. Nothing is taken back: check first, then change.
class Visit {
 public:
  virtual ~Visit() = default;
  using VisitText = FunctionRef<void(std::string_view)>;
  using VisitPair = FunctionRef<void(std::string_view, std::string_view)>;
  using VisitScored = FunctionRef<void(std::string_view, double)>;

  /// The visit's one moment.
  virtual Time now() const = 0;

  // Keys.
  virtual Slot find(std::string_view name) = 0;
  virtual void remove(Slot&) = 0;
  virtual std::optional<Milliseconds> expiry(const Slot&) = 0;
  /// A moment that has passed removes the key.
  virtual void set_expiry(Slot&, std::optional<Milliseconds>) = 0;
  /// `to` becomes what `from` is, its expiry included; what was there is gone. `from` is empty then.
  virtual void rename(Slot& from, Slot& to) = 0;
  virtual void copy(const Slot& from, Slot& to) = 0;
  /// How many keys, those included whose time is over and that nobody has noticed yet.
  virtual std::size_t size() = 0;
  /// How many of them have a moment to go.
  virtual std::size_t expiring() = 0;
  /// As Keyspace::scan; a bounded piece. What is called for each says whether its name is shown.
  enum class Shown { No, Yes };
  virtual std::uint64_t walk(std::uint64_t cursor, std::size_t count,
                             FunctionRef<Shown(std::string_view name, Type)>) = 0;
  /// nullopt when there is none.
  virtual std::optional<std::string_view> any_name() = 0;
  /// How many elements; a string is one, a missing key none.
  virtual std::size_t length(const Slot&) = 0;

  // Strings.
  virtual std::string_view text(const Slot&) = 0;
  enum class Expiry { Cleared, Kept };
  /// Replaces what is there, whatever its type.
  virtual void set_text(Slot&, std::string_view, Expiry) = 0;

  // Hashes.
  virtual std::optional<std::string_view> field(const Slot&, std::string_view name) = 0;
  /// Whether it is new.
  virtual bool put_field(Slot&, std::string_view name, std::string_view value) = 0;
  virtual bool remove_field(Slot&, std::string_view name) = 0;
  virtual void each_field(const Slot&, VisitPair) = 0;
  virtual std::uint64_t walk_fields(const Slot&, std::uint64_t cursor, std::size_t count, VisitPair) = 0;
  virtual std::pair<std::string_view, std::string_view> any_field(const Slot&) = 0;

  // Sets.
  virtual bool has_member(const Slot&, std::string_view) = 0;
  virtual bool add_member(Slot&, std::string_view) = 0;
  virtual bool remove_member(Slot&, std::string_view) = 0;
  virtual void each_member(const Slot&, VisitText) = 0;
  virtual std::uint64_t walk_members(const Slot&, std::uint64_t cursor, std::size_t count, VisitText) = 0;
  virtual std::string_view any_member(const Slot&) = 0;

  // Sorted sets. A score is a number.
  virtual std::optional<double> score(const Slot&, std::string_view member) = 0;
  enum class Placed { New, Moved, Same };
  virtual Placed put_score(Slot&, std::string_view member, double) = 0;
  virtual bool remove_scored(Slot&, std::string_view member) = 0;
  virtual void remove_ranks(Slot&, Ranks) = 0;
  virtual std::optional<std::size_t> rank(const Slot&, std::string_view member) = 0;
  virtual Ranks ranks_of(const Slot&, const ScoreRange&) = 0;
  virtual Ranks ranks_of(const Slot&, const NameRange&) = 0;
  /// Descending starts at the last of the ranks.
  virtual void each_ranked(const Slot&, Ranks, Order, VisitScored) = 0;
  virtual std::uint64_t walk_scored(const Slot&, std::uint64_t cursor, std::size_t count, VisitScored) = 0;

  // Lists. An index is below the length.
  enum class End { Head, Tail };
  virtual void push(Slot&, End, std::string_view) = 0;
  virtual std::string_view element(const Slot&, std::size_t index) = 0;
  virtual void replace_element(Slot&, std::size_t index, std::string_view) = 0;
  /// Before the one at `index`; the length puts it at the end.
  virtual void insert_element(Slot&, std::size_t index, std::string_view) = 0;
  virtual void remove_element(Slot&, std::size_t index) = 0;
  /// Until it gives false.
  virtual void each_element(const Slot&, std::size_t first,
                            FunctionRef<bool(std::size_t index, std::string_view)>) = 0;

  // Watching; not during a visit for reading. Whoever watches a name says once that it does so no more.
  virtual Watched watch(std::string_view name) = 0;
  virtual void unwatch(const Watched&) = 0;
  /// False when anybody changed the key since, or its time has come. A transaction of domain code that wrote
  /// to the key without changing it counts as a change.
  virtual bool unchanged(const Watched&) = 0;
};

/// Safe from any thread.
class Door {
 public:
  virtual ~Door() = default;
  /// Watch sees and watches, and changes nothing.
  enum class Access { Read, Watch, Change };

  /// Runs `body` with the lock held, for Read beside other readers, else alone. All that it changes is one
  /// transaction: it survives a crash as a whole or not at all. Gives what has to be durable before an answer
  /// may show what was seen and done, 0 when nothing has to; always 0 with Relaxed. Unavailable, and `body`
  /// has not run, when Change is asked for and the disk takes no writes.
  virtual Result<Sequence> enter(Access, Durability, FunctionRef<void(Visit&)> body) = 0;
};

}  // namespace stoa::keyspace
