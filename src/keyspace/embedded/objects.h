#pragma once
#include "base/clock.h"
#include "keyspace/embedded/object.h"
#include "keyspace/embedded/table.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

namespace stoa::keyspace::embedded {

/// All keys, and when those go that do. Moments have milliseconds, as Redis keeps them.
class Objects {
 public:
  using Milliseconds = std::chrono::sys_time<std::chrono::milliseconds>;

  std::size_t size() const { return table_.size(); }

  /// The object, also when its time is over; or null.
  Object* find(std::string_view name) const { return table_.find(name); }
  Object* find(std::string_view name, std::uint64_t hash) const { return table_.find(name, hash); }
  /// The steps of finding, as Table has them.
  void prefetch(std::uint64_t hash) const { table_.prefetch(hash); }
  Object* candidate(std::uint64_t hash) const { return table_.candidate(hash); }
  bool expired(const Object&, Time now) const;
  /// Null when there is none or its time is over.
  Object* find_live(std::string_view name, Time now) const;

  Object& create(std::string_view name, Type);
  Object& create(std::string_view name, Type, std::uint64_t hash);
  /// Takes an object out, with its expiry, and gives both to the caller.
  std::optional<Milliseconds> detach(Object&);
  void attach(Object&, std::optional<Milliseconds> expiry);

  std::optional<Milliseconds> expiry(const Object&) const;
  void set_expiry(Object&, std::optional<Milliseconds>);
  /// How many have a moment when they go.
  std::size_t expiring() const { return expiries_.size(); }
  /// Each as likely as any other, also one whose time is over; undefined while there is none.
  Object& any(Random& random) const { return table_.any(random); }
  /// An object that may be over by now, or null while none is: its time was over unless it has been given more
  /// meanwhile. Then it asks for a look at its new moment by look_later().
  Object* next_due(Time now) const;
  void look_later(Object&);

  /// As Table::walk, live ones only.
  template <class Visit>
  std::uint64_t walk(std::uint64_t cursor, std::size_t count, Time now, Visit&& visit) const {
    return table_.walk(cursor, count, [&](Object& object) {
      if (!expired(object, now)) visit(object);
    });
  }

 private:
  /// Most moments are only ever put off, a cart's with every change: the place in `due_` stays where it was then,
  /// and is put off when its turn comes.
  struct Expiry {
    Milliseconds at;
    Milliseconds due;  // never behind `at`
  };

  Table<Object> table_;
  std::unordered_map<const Object*, Expiry> expiries_;
  std::set<std::pair<Milliseconds, Object*>> due_;
};

}  // namespace stoa::keyspace::embedded
