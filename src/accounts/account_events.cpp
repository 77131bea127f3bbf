#include "accounts/account_events.h"

#include "accounts/passwords.h"
#include "accounts/session_keys.h"
#include "base/fields.h"
#include "keyspace/keys.h"

#include <array>

namespace stoa::accounts {
namespace keys = keyspace::keys;

EnumDescription describe(Described<OpenSessions>) {
  return names({{"stay", OpenSessions::Stay}, {"end", OpenSessions::End}});
}

StructDescription describe(Described<AccountChange>) {
  return fields("AccountChange", field("shortcode", &AccountChange::shortcode),
                field("id", &AccountChange::id), field("password", &AccountChange::password),
                field("role", &AccountChange::role), field("sessions", &AccountChange::sessions));
}

namespace {

Result<void> end_sessions(keyspace::Tx& tx, const Shortcode& name) {
  const auto sessions =
      STOA_TRY(tx.zrange(keyspace::keys::user_sessions(name), 0, -1, keyspace::Order::Ascending));
  for (const auto& session : sessions)
    if (const auto token = Token::parse(session.member); token.ok()) erase_token(tx, *token);
  tx.del(keyspace::keys::user_sessions(name));
  return {};
}

void write_account(keyspace::Tx& tx, const AccountChange& change) {
  const std::array<keyspace::Field, 3> account{
      {{"ObjectId", change.id.hex()}, {"Password", *change.password}, {"Salt", salt_of(*change.password)}}};
  tx.hset(keys::user(change.shortcode), account);
  if (change.role == Role::Admin)
    tx.set(keys::user_admin(change.shortcode), "1");
  else
    tx.del(keys::user_admin(change.shortcode));
}

Result<void> apply(keyspace::Tx& tx, records::Reader&, const records::Event& event) {
  const auto change = STOA_TRY(event.told<AccountChange>());
  if (change.sessions == OpenSessions::End) STOA_TRY(end_sessions(tx, change.shortcode));
  if (change.password) {
    write_account(tx, change);
  } else {
    tx.del(keys::user(change.shortcode));
    tx.del(keys::user_admin(change.shortcode));
  }
  return {};
}

}  // namespace

std::map<std::string, records::Outbox::Listener, std::less<>> listeners() {
  return {{std::string(kAccountChanged), apply}};
}

}  // namespace stoa::accounts
