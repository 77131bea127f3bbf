#pragma once
// accounts/ knows who people are: their accounts, passwords and sessions. The rules (users, sessions,
// passwords, the cleaner) know the two ports and nothing of requests; api.cpp, pages.cpp, viewers.* and
// session_cookie.* speak HTTP.

#include "accounts/passwords.h"
#include "accounts/session_cleaner.h"
#include "accounts/sessions.h"
#include "accounts/users.h"
#include "base/clock.h"
#include "base/result.h"
#include "keyspace/keyspace.h"
#include "records/outbox.h"
#include "records/records.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::accounts {

struct AccountsOptions {
  PasswordCost cost = {};
  /// The most tokens that `recent:` keeps.
  std::size_t session_limit = kSessionLimit;
};

/// A session passes from one token to another because its holder logged in.
struct SessionLoggedIn {
  /// The guest's, if there was one; or the holder's own, when the password was changed.
  std::optional<Token> old_token;
  Token new_token;
  UserId user;
  Shortcode name;
};

/// What a log in did that its holder should hear of.
struct LogInNotice {
  /// Stable; also the key of its words, which may say `{count}`.
  std::string code;
  /// What it is about, by id.
  std::vector<std::string> things;
};

/// Who is logged in now, and with which token.
struct Admitted {
  Token token;
  User user;
  std::vector<LogInNotice> notices = {};
};

/// What people do with their accounts. All that takes a password computes for tens of milliseconds: call it
/// on the pool. Safe from any thread once it serves.
class Accounts {
 public:
  /// The ports, the outbox (which knows listeners()) and the clock outlive it. Fails as Passwords::make.
  static Result<std::unique_ptr<Accounts>> open(keyspace::Keyspace&, records::Records&, records::Outbox&,
                                                const Clock&, const AccountsOptions& = {});

  /// Called with every log in, after the password was found right and before the new token counts: what it
  /// does (merging carts) must bear being done again, as a crash right after leaves the visitor a guest who
  /// logs in once more. An Error lets the log in fail. To be set before anything is served.
  using LogInListener = std::function<Result<std::vector<LogInNotice>>(const SessionLoggedIn&)>;
  void on_log_in(LogInListener listener) { log_in_listeners_.push_back(std::move(listener)); }
  /// Called when the new token counts and stands among the user's, and the old one no longer does: for what
  /// looks for sessions by their user, and for what came with the old token until this moment.
  void on_session_started(LogInListener listener) { start_listeners_.push_back(std::move(listener)); }

  /// Invalid as check_password(); Conflict as Users::add. Whether the name is free to choose is the caller's
  /// to ask: an operator may give any.
  Result<User> add(const Shortcode& name, std::string_view password, Role);

  /// Forbidden (`account.credentials`): no such user, or another password; nothing tells which, not even the
  /// time it takes. `typed_name` may be anything.
  Result<Admitted> log_in(std::string_view typed_name, std::string_view password,
                          const std::optional<Token>& old);
  /// Of somebody who has just made the account.
  Result<Admitted> admit(const User&, const std::optional<Token>& old);

  /// A guest's new token: what was the user's stays behind.
  Result<Token> log_out(const Token&);
  Result<Token> log_out_everywhere(const Shortcode&);

  /// All sessions end but this one, which goes on under a new token. Forbidden (`account.credentials`) when
  /// `current` is wrong; Invalid as check_password().
  Result<Admitted> change_password(const Shortcode&, std::string_view current, std::string_view fresh,
                                   const std::optional<Token>& session);
  /// Forbidden (`account.credentials`); Conflict (`account.last_admin`).
  Result<void> remove(const Shortcode&, std::string_view password);

  Users& users() { return users_; }
  Sessions& sessions() { return sessions_; }
  SessionCleaner& cleaner() { return cleaner_; }
  const Clock& clock() const { return clock_; }
  std::size_t session_limit() const { return options_.session_limit; }

 private:
  Accounts(keyspace::Keyspace&, records::Records&, records::Outbox&, const Clock&, const AccountsOptions&,
           std::unique_ptr<Passwords>);
  Result<Admitted> admit(const User&, const std::optional<Token>& old,
                         const std::vector<std::string>& viewed);
  /// The user whose password this is; Forbidden.
  Result<User> recognise(const std::optional<Shortcode>&, std::string_view password);
  Result<User> with_todays_hash(User, std::string_view password);
  Result<User> known_to_the_keyspace(User);

  // Fixed once it serves.
  const AccountsOptions options_;
  const Clock& clock_;
  const std::unique_ptr<Passwords> passwords_;
  Users users_;
  Sessions sessions_;
  SessionCleaner cleaner_;
  std::vector<LogInListener> log_in_listeners_;
  std::vector<LogInListener> start_listeners_;
};

}  // namespace stoa::accounts
