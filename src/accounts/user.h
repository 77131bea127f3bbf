#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "base/ids.h"

#include <optional>
#include <string>

namespace stoa::accounts {

enum class Role { Member, Admin };
EnumDescription describe(Described<Role>);

/// A removed account leaves its document behind: its name is what articles, pictures and orders know it by,
/// so nobody else may ever take it.
enum class State { Active, Removed };
EnumDescription describe(Described<State>);

/// A document of the collection `users`: the truth about an account. The hash `users:{shortcode}` is its copy
/// for whoever reads the keyspace.
struct User {
  UserId id;
  Shortcode shortcode;
  Role role = Role::Member;
  State state = State::Active;
  Time created_at{};
  std::optional<Time> removed_at = std::nullopt;
  /// As Passwords::hash gives it; empty once the account is removed.
  std::string password = {};
  /// The newest event that carries this document to the keyspace. Another one is posted only when it has been
  /// applied, so that an old one never overwrites a newer one's work.
  std::optional<ObjectId> last_event = std::nullopt;
};
StructDescription describe(Described<User>);

/// What a session knows about who has it.
struct Identity {
  Shortcode name;
  UserId id;
  Role role = Role::Member;

  bool operator==(const Identity&) const = default;
};

}  // namespace stoa::accounts
