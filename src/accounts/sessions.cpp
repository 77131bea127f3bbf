#include "accounts/sessions.h"

#include "accounts/session_keys.h"
#include "base/refused_writes.h"
#include "keyspace/keys.h"

namespace stoa::accounts {
namespace keys = keyspace::keys;
namespace {
using keyspace::Order;
using keyspace::Tx;

void forget(Tx& tx, const Shortcode& name, const std::string& token) {
  tx.zrem(keyspace::keys::user_sessions(name), token);
}

/// Of a name that `login:` holds; other programs may have written there.
void forget(Tx& tx, const std::optional<std::string>& name, const std::string& token) {
  if (!name) return;
  if (const auto parsed = Shortcode::parse(*name); parsed.ok()) forget(tx, *parsed, token);
}

}  // namespace

Result<std::optional<Identity>> Sessions::touch(const Token& token) {
  const double now = to_unix_seconds(clock_.now());
  auto name = keyspace_.transact(Durability::Relaxed, [&](Tx& tx) -> Result<std::optional<std::string>> {
    auto holder = STOA_TRY(tx.hget(keys::login(), token.text()));
    tx.zadd_greater(keys::recent(), token.text(), now);
    return holder;
  });
  // Whoever has a session can look around while the disk is full.
  if (!name.ok() && only_writes_are_refused(name.error()))
    name = keyspace_.read().hget(keys::login(), token.text());
  if (!name.ok()) return std::move(name).error();
  return *name ? identity_of(**name) : Result<std::optional<Identity>>(std::nullopt);
}

// Whoever has no hash has no account: a token that outlived it is a guest's.
Result<std::optional<Identity>> Sessions::identity_of(const std::string& name) {
  auto parsed = Shortcode::parse(name);
  if (!parsed.ok()) return std::optional<Identity>();
  const auto id = STOA_TRY(keyspace_.read().hget(keys::user(*parsed), "ObjectId"));
  if (!id) return std::optional<Identity>();
  const auto read = UserId::parse(*id);
  if (!read.ok())
    return Error{Error::Kind::Corrupt, "account.id",
                 "users:" + name + " has an ObjectId that is none; `stoa doctor` tells more"};
  const auto admin = STOA_TRY(keyspace_.read().get(keys::user_admin(*parsed)));
  return std::optional(Identity{*std::move(parsed), *read, admin == "1" ? Role::Admin : Role::Member});
}

Result<Token> Sessions::open() {
  Token token = Token::make();
  STOA_TRY(open(token));
  return token;
}

Result<void> Sessions::open(const Token& token) {
  return keyspace_.transact(Durability::Relaxed, [&](Tx& tx) -> Result<void> {
    tx.zadd_greater(keys::recent(), token.text(), to_unix_seconds(clock_.now()));
    return {};
  });
}

Result<std::vector<std::string>> Sessions::viewed(const Token& token) {
  return keyspace_.read().lrange(keys::viewed(token), 0, -1);
}

// The transaction reads the user's keys only, so whose the old token was is read before it; that never
// changes.
Result<void> Sessions::start(const Token& fresh, const std::optional<Token>& old, const User& user,
                             const std::vector<std::string>& viewed) {
  const auto holder = old ? STOA_TRY(keyspace_.read().hget(keys::login(), old->text())) : std::nullopt;
  const double now = to_unix_seconds(clock_.now());
  return keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    if (STOA_TRY(tx.hget(keys::user(user.shortcode), "Password")) != user.password)
      return Error{Error::Kind::Conflict, "account.changed", "the password has just been changed"};
    const auto sessions =
        STOA_TRY(tx.zrange(keyspace::keys::user_sessions(user.shortcode), 0, -1, Order::Ascending));
    for (std::size_t i = 0; i + kMostSessions <= sessions.size(); ++i) {
      if (const auto token = Token::parse(sessions[i].member); token.ok()) erase_token(tx, *token);
      forget(tx, user.shortcode, sessions[i].member);
    }
    if (old) {
      erase_token(tx, *old);
      forget(tx, holder, old->text());
    }
    tx.hset(keys::login(), fresh.text(), user.shortcode.text());
    tx.zadd_greater(keys::recent(), fresh.text(), now);
    tx.zadd(keyspace::keys::user_sessions(user.shortcode), fresh.text(), now);
    for (const std::string& item : viewed) tx.rpush(keys::viewed(fresh), item);
    return {};
  });
}

Result<void> Sessions::end(const Token& token) {
  return keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<void> {
    const auto name = STOA_TRY(tx.hget(keys::login(), token.text()));
    erase_token(tx, token);
    forget(tx, name, token.text());
    return {};
  });
}

Result<std::size_t> Sessions::end_all(const Shortcode& name) {
  return keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<std::size_t> {
    const auto sessions = STOA_TRY(tx.zrange(keyspace::keys::user_sessions(name), 0, -1, Order::Ascending));
    for (const auto& session : sessions)
      if (const auto token = Token::parse(session.member); token.ok()) erase_token(tx, *token);
    tx.del(keyspace::keys::user_sessions(name));
    return sessions.size();
  });
}

Result<std::size_t> Sessions::count(const Shortcode& name) {
  return keyspace_.read().zcard(keyspace::keys::user_sessions(name));
}

Result<bool> Sessions::knows(const Shortcode& name) {
  return keyspace_.read().exists(keys::user(name));
}

Result<std::vector<Sessions::Seen>> Sessions::newest(std::size_t count) {
  std::vector<Seen> list;
  if (count == 0) return list;
  const auto last = static_cast<std::int64_t>(count) - 1;
  const auto recent = STOA_TRY(keyspace_.read().zrange(keys::recent(), 0, last, Order::Descending));
  std::vector<std::string> tokens;
  for (const auto& session : recent) tokens.push_back(session.member);
  const auto names = STOA_TRY(keyspace_.read().hget_many(keys::login(), tokens));
  for (std::size_t i = 0; i < recent.size(); ++i) {
    const auto name = names[i] ? Shortcode::parse(*names[i]) : Result<Shortcode>(Shortcode());
    list.push_back({tokens[i].substr(0, 8), names[i] && name.ok() ? std::optional(*name) : std::nullopt,
                    Time(Duration(static_cast<std::int64_t>(recent[i].score * 1e6)))});
  }
  return list;
}

Result<Sessions::Figures> Sessions::figures() {
  keyspace::Reader& read = keyspace_.read();
  Figures figures;
  figures.tokens = STOA_TRY(read.zcard(keys::recent()));
  figures.logged_in = STOA_TRY(read.hlen(keys::login()));
  const auto oldest = STOA_TRY(read.zrange(keys::recent(), 0, 0, Order::Ascending));
  if (!oldest.empty()) figures.oldest = Time(Duration(static_cast<std::int64_t>(oldest.front().score * 1e6)));
  return figures;
}

}  // namespace stoa::accounts
