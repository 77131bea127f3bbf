#pragma once
#include "accounts/user.h"
#include "base/clock.h"
#include "base/result.h"
#include "keyspace/keyspace.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stoa::accounts {

/// Sessions as the keyspace holds them: `recent:` has every token with the time of its last request, `login:`
/// those of the logged in. Safe from any thread.
class Sessions {
 public:
  /// Both outlive it.
  Sessions(keyspace::Keyspace& keyspace, const Clock& clock) : keyspace_(keyspace), clock_(clock) {}

  /// Notes in `recent:` that the token was used now, and gives who has it; nullopt for a guest. One relaxed
  /// transaction for a guest, two more reads for others.
  Result<std::optional<Identity>> touch(const Token&);

  /// A guest's new session.
  Result<Token> open();
  /// As open(), with a token that was drawn before.
  Result<void> open(const Token&);

  /// What the token has viewed, newest first.
  Result<std::vector<std::string>> viewed(const Token&);

  /// `fresh` is `user`'s from now on, with `viewed` as what it has viewed. `old`, if there is one, is over.
  /// The user's oldest session ends when there are too many. Conflict (`account.changed`) when the keyspace
  /// has another password for the user than `user` has: then the one who logs in knows an old one.
  Result<void> start(const Token& fresh, const std::optional<Token>& old, const User& user,
                     const std::vector<std::string>& viewed);

  /// Everything the token stood for goes.
  Result<void> end(const Token&);
  /// All sessions of a user; gives how many there were.
  Result<std::size_t> end_all(const Shortcode&);

  /// How many sessions the user has.
  Result<std::size_t> count(const Shortcode&);
  /// Whether the keyspace has the user's hash.
  Result<bool> knows(const Shortcode&);

  /// A session as others may see it.
  struct Seen {
    /// The token's first eight characters: enough to tell two apart, too little to use it.
    std::string beginning;
    /// Absent for a guest.
    std::optional<Shortcode> name;
    Time last;
  };
  /// Last used first.
  Result<std::vector<Seen>> newest(std::size_t count);

  struct Figures {
    std::size_t tokens = 0;
    std::size_t logged_in = 0;
    /// When the session that was not used for longest was used; absent when there is none.
    std::optional<Time> oldest = std::nullopt;
  };
  Result<Figures> figures();

 private:
  Result<std::optional<Identity>> identity_of(const std::string& name);

  // Fixed at construction.
  keyspace::Keyspace& keyspace_;
  const Clock& clock_;
};

}  // namespace stoa::accounts
