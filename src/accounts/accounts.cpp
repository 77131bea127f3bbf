#include "accounts/accounts.h"

#include "accounts/credential_rules.h"

#include <algorithm>
#include <iterator>

namespace stoa::accounts {
namespace {

Error wrong_credentials() {
  return {Error::Kind::Forbidden, "account.credentials",
          "the name or the password is wrong; look at both and try again"};
}

}  // namespace

Accounts::Accounts(keyspace::Keyspace& keyspace, records::Records& records, records::Outbox& outbox,
                   const Clock& clock, const AccountsOptions& options, std::unique_ptr<Passwords> passwords)
    : options_(options),
      clock_(clock),
      passwords_(std::move(passwords)),
      users_(records, outbox, clock),
      sessions_(keyspace, clock),
      cleaner_(keyspace, options.session_limit) {}

Result<std::unique_ptr<Accounts>> Accounts::open(keyspace::Keyspace& keyspace, records::Records& records,
                                                 records::Outbox& outbox, const Clock& clock,
                                                 const AccountsOptions& options) {
  auto passwords = STOA_TRY(Passwords::make(options.cost));
  return std::unique_ptr<Accounts>(
      new Accounts(keyspace, records, outbox, clock, options, std::move(passwords)));
}

Result<User> Accounts::add(const Shortcode& name, std::string_view password, Role role) {
  STOA_TRY(check_password(name, password));
  return users_.add(name, role, STOA_TRY(passwords_->hash(password)));
}

Result<User> Accounts::recognise(const std::optional<Shortcode>& name, std::string_view password) {
  auto user = name ? STOA_TRY(users_.find(*name)) : std::optional<User>();
  const auto kept = user ? std::optional(user->password) : std::nullopt;
  if (!STOA_TRY(passwords_->matches(kept, password))) return wrong_credentials();
  return *std::move(user);
}

// Somebody who changes the password at this moment has a hash of today's too, so their being first is no
// harm.
Result<User> Accounts::with_todays_hash(User user, std::string_view password) {
  if (!passwords_->is_outdated(user.password)) return user;
  auto changed = users_.change_password(user.shortcode, user.password, STOA_TRY(passwords_->hash(password)),
                                        OpenSessions::Stay);
  if (!changed.ok() && changed.error().code == "account.changed") return user;
  return changed;
}

// A crash may have kept the newest change from the keyspace, and a Redis may have lost what it had.
Result<User> Accounts::known_to_the_keyspace(User user) {
  STOA_TRY(users_.settle(user));
  if (STOA_TRY(sessions_.knows(user.shortcode))) return user;
  return users_.write_again(user.shortcode);
}

Result<Admitted> Accounts::log_in(std::string_view typed_name, std::string_view password,
                                  const std::optional<Token>& old) {
  const auto name = read_name(typed_name);
  User user = STOA_TRY(recognise(name.ok() ? std::optional(*name) : std::nullopt, password));
  return admit(STOA_TRY(with_todays_hash(std::move(user), password)), old);
}

// What is viewed between reading the list and the change of tokens is missing from it, and nothing else.
Result<Admitted> Accounts::admit(const User& recognised, const std::optional<Token>& old) {
  return admit(recognised, old, old ? STOA_TRY(sessions_.viewed(*old)) : std::vector<std::string>());
}

Result<Admitted> Accounts::admit(const User& recognised, const std::optional<Token>& old,
                                 const std::vector<std::string>& viewed) {
  const User user = STOA_TRY(known_to_the_keyspace(recognised));
  // Written again, it may have been changed since it was recognised.
  if (user.password != recognised.password) return wrong_credentials();
  const Token fresh = Token::make();
  // The cleaner knows the token before anything hangs on it.
  STOA_TRY(sessions_.open(fresh));
  const SessionLoggedIn session{old, fresh, user.id, user.shortcode};
  std::vector<LogInNotice> notices;
  for (const LogInListener& listener : log_in_listeners_)
    std::ranges::move(STOA_TRY(listener(session)), std::back_inserter(notices));
  if (auto started = sessions_.start(fresh, old, user, viewed); !started.ok()) {
    if (started.error().code == "account.changed") return wrong_credentials();
    return std::move(started).error();
  }
  for (const LogInListener& listener : start_listeners_)
    std::ranges::move(STOA_TRY(listener(session)), std::back_inserter(notices));
  return Admitted{fresh, user, std::move(notices)};
}

Result<Token> Accounts::log_out(const Token& token) {
  STOA_TRY(sessions_.end(token));
  return sessions_.open();
}

Result<Token> Accounts::log_out_everywhere(const Shortcode& name) {
  STOA_TRY(sessions_.end_all(name));
  return sessions_.open();
}

// The change ends every session in the keyspace, this one too, so that a crash leaves none open; what it has
// viewed is read before that.
Result<Admitted> Accounts::change_password(const Shortcode& name, std::string_view current,
                                           std::string_view fresh, const std::optional<Token>& session) {
  const User user = STOA_TRY(recognise(name, current));
  STOA_TRY(check_password(name, fresh));
  const std::string hash = STOA_TRY(passwords_->hash(fresh));
  const auto viewed = session ? STOA_TRY(sessions_.viewed(*session)) : std::vector<std::string>();
  const auto changed = users_.change_password(name, user.password, hash, OpenSessions::End);
  if (!changed.ok() && changed.error().code == "account.changed") return wrong_credentials();
  if (!changed.ok()) return changed.error();
  return admit(*changed, session, viewed);
}

Result<void> Accounts::remove(const Shortcode& name, std::string_view password) {
  const User user = STOA_TRY(recognise(name, password));
  return users_.remove(name, user.password);
}

}  // namespace stoa::accounts
