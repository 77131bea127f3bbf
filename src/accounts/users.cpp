#include "accounts/users.h"

#include "records/collections.h"
#include "records/typed.h"

namespace stoa::accounts {
namespace {
using records::collections::users;

constexpr int kMostAttempts = 8;

Result<std::optional<User>> find_in(records::Reader& reader, const Shortcode& name) {
  auto page = STOA_TRY(
      records::find<User>(reader, users(), {.index = "shortcode", .equal = {name.text()}, .limit = 1}));
  if (page.documents.empty() || page.documents.front().state == State::Removed) return std::optional<User>();
  return std::optional<User>(std::move(page.documents.front()));
}

Error absent() {
  return {Error::Kind::NotFound, "account.absent", "there is no such account"};
}

Error changed_meanwhile() {
  return {Error::Kind::Conflict, "account.changed",
          "the account was changed at the same moment; look at it again"};
}

Result<void> check_not_last_admin(records::Tx& tx) {
  const auto admins = STOA_TRY(tx.count(users(), {.index = "role", .equal = {std::string("admin")}}, 2));
  if (admins > 1) return {};
  return Error{Error::Kind::Conflict, "account.last_admin",
               "this is the only administrator; make another one first"};
}

}  // namespace

Result<User> Users::add(const Shortcode& name, Role role, std::string password_hash) {
  const Time now = clock_.now();
  const User fresh{.id = UserId::make(now),
                   .shortcode = name,
                   .role = role,
                   .created_at = now,
                   .password = std::move(password_hash)};
  auto added = records_.transact([&](records::Tx& tx) -> Result<User> {
    User user = fresh;
    STOA_TRY(post(tx, user, OpenSessions::Stay));
    STOA_TRY(records::insert(tx, users(), user));
    return user;
  });
  if (!added.ok() && added.error().code == "records.unique")
    return Error{Error::Kind::Conflict, "account.name_taken",
                 "name: somebody has this name, or had it; choose another"};
  // The account is made. A keyspace that is away hears of it by the clockwork, or at the first log in.
  if (added.ok()) (void)settle(*added);
  return added;
}

Result<std::optional<User>> Users::find(const Shortcode& name) {
  return find_in(records_.read(), name);
}

Result<void> Users::settle(const User& user) {
  return user.last_event ? outbox_.apply(*user.last_event) : Result<void>();
}

Result<void> Users::post(records::Tx& tx, User& user, OpenSessions sessions) {
  AccountChange change{.shortcode = user.shortcode, .id = user.id, .role = user.role, .sessions = sessions};
  if (user.state == State::Active) change.password = user.password;
  user.last_event = STOA_TRY(outbox_.post(tx, kAccountChanged, change));
  return {};
}

// Events of one account must reach the keyspace in their order. The outbox promises none, so the last one is
// applied before the next is posted, and if another came in between, all is done again.
Result<User> Users::change(const Shortcode& name, Change change) {
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const auto seen = STOA_TRY(find(name));
    if (!seen) return absent();
    STOA_TRY(settle(*seen));
    if (auto changed = STOA_TRY(change_once(*seen, change))) {
      STOA_TRY(settle(*changed));
      return *std::move(changed);
    }
  }
  return changed_meanwhile();
}

Result<std::optional<User>> Users::change_once(const User& seen, Change change) {
  return records_.transact([&](records::Tx& tx) -> Result<std::optional<User>> {
    auto user = STOA_TRY(find_in(tx, seen.shortcode));
    if (!user) return absent();
    if (user->last_event != seen.last_event) return std::optional<User>();
    const OpenSessions sessions = STOA_TRY(change(tx, *user));
    STOA_TRY(post(tx, *user, sessions));
    STOA_TRY(records::replace(tx, users(), *user));
    return user;
  });
}

Result<User> Users::change_password(const Shortcode& name, const std::string& from, std::string to,
                                    OpenSessions sessions) {
  return change(name, [&](records::Tx&, User& user) -> Result<OpenSessions> {
    if (user.password != from) return changed_meanwhile();
    user.password = to;
    return sessions;
  });
}

Result<User> Users::set_role(const Shortcode& name, Role role) {
  return change(name, [&](records::Tx& tx, User& user) -> Result<OpenSessions> {
    if (user.role == Role::Admin && role != Role::Admin) STOA_TRY(check_not_last_admin(tx));
    user.role = role;
    return OpenSessions::Stay;
  });
}

Result<void> Users::remove(const Shortcode& name, const std::string& from) {
  auto removed = change(name, [&](records::Tx& tx, User& user) -> Result<OpenSessions> {
    if (user.password != from) return changed_meanwhile();
    if (user.role == Role::Admin) STOA_TRY(check_not_last_admin(tx));
    user.state = State::Removed;
    user.role = Role::Member;
    user.removed_at = clock_.now();
    user.password.clear();
    return OpenSessions::End;
  });
  if (!removed.ok()) return std::move(removed).error();
  return {};
}

Result<User> Users::write_again(const Shortcode& name) {
  return change(name, [](records::Tx&, User&) -> Result<OpenSessions> { return OpenSessions::Stay; });
}

}  // namespace stoa::accounts
