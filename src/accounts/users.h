#pragma once
#include "accounts/account_events.h"
#include "accounts/user.h"
#include "base/clock.h"
#include "base/function_ref.h"
#include "base/result.h"
#include "records/outbox.h"
#include "records/records.h"

#include <optional>
#include <string>

namespace stoa::accounts {

/// The accounts as documents. Each change is one record transaction with an event that carries it to the
/// keyspace, applied right after; what a crash leaves of that, settle() or the clockwork does. Safe from any
/// thread.
class Users {
 public:
  /// All three outlive it; the outbox knows listeners().
  Users(records::Records& records, records::Outbox& outbox, const Clock& clock)
      : records_(records), outbox_(outbox), clock_(clock) {}

  /// Conflict (`account.name_taken`) when somebody has or had the name.
  Result<User> add(const Shortcode&, Role, std::string password_hash);

  /// nullopt when there is none, or it is removed. One read along an index.
  Result<std::optional<User>> find(const Shortcode&);

  /// Conflict (`account.changed`) when the password is no longer `from`: somebody else was quicker.
  Result<User> change_password(const Shortcode&, const std::string& from, std::string to, OpenSessions);
  /// Conflict (`account.last_admin`) when nobody would be left to administer the house.
  Result<User> set_role(const Shortcode&, Role);
  /// Its sessions end, its hash goes, its name stays taken. Conflict as change_password() and set_role().
  Result<void> remove(const Shortcode&, const std::string& from);

  /// Makes the keyspace know this account as the document has it; costs one read when it does already.
  Result<void> settle(const User&);
  /// Writes the account to a keyspace that has lost it.
  Result<User> write_again(const Shortcode&);

 private:
  using Change = FunctionRef<Result<OpenSessions>(records::Tx&, User&)>;
  /// NotFound (`account.absent`).
  Result<User> change(const Shortcode&, Change);
  Result<std::optional<User>> change_once(const User& seen, Change);
  Result<void> post(records::Tx&, User&, OpenSessions);

  // Fixed at construction.
  records::Records& records_;
  records::Outbox& outbox_;
  const Clock& clock_;
};

}  // namespace stoa::accounts
