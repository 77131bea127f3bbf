#include "accounts/session_cleaner.h"

#include "accounts/session_keys.h"
#include "keyspace/keys.h"

#include <algorithm>
#include <optional>
#include <string>

namespace stoa::accounts {
namespace keys = keyspace::keys;
using keyspace::Tx;

namespace {
constexpr std::size_t kAtOnce = 100;
}  // namespace

struct SessionCleaner::Old {
  std::string token;
  double used;
  std::optional<std::string> name;

  void erase(Tx& tx) const {
    if (const auto parsed = Token::parse(token); parsed.ok()) erase_token(tx, *parsed);
    // Other programs may have put something there that is no token.
    tx.zrem(keys::recent(), token);
    if (!name) return;
    if (const auto user = Shortcode::parse(*name); user.ok())
      tx.zrem(keyspace::keys::user_sessions(*user), token);
  }
};

Result<bool> SessionCleaner::has_work() {
  return STOA_TRY(keyspace_.read().zcard(keys::recent())) > limit_;
}

Result<std::vector<SessionCleaner::Old>> SessionCleaner::oldest() {
  keyspace::Reader& read = keyspace_.read();
  const std::size_t tokens = STOA_TRY(read.zcard(keys::recent()));
  if (tokens <= limit_) return std::vector<Old>();
  const auto last = static_cast<std::int64_t>(std::min(kAtOnce, tokens - limit_)) - 1;
  const auto found = STOA_TRY(read.zrange(keys::recent(), 0, last, keyspace::Order::Ascending));
  std::vector<std::string> names;
  for (const auto& session : found) names.push_back(session.member);
  auto holders = STOA_TRY(read.hget_many(keys::login(), names));
  std::vector<Old> old;
  for (std::size_t i = 0; i < found.size(); ++i)
    old.push_back({found[i].member, found[i].score, std::move(holders[i])});
  return old;
}

// On a Redis that serves many, `recent:` changes all the time, and a transaction that has read it may never
// get through. Then they go unread: who comes back in the very moment after standing last of millions is
// asked to log in again.
Result<std::size_t> SessionCleaner::remove_oldest() {
  const auto old = STOA_TRY(oldest());
  if (old.empty()) return std::size_t{0};
  auto removed = remove_unused(old);
  if (!removed.ok() && removed.error().code == "keyspace.contended") return remove_all(old);
  return removed;
}

Result<std::size_t> SessionCleaner::remove_unused(const std::vector<Old>& old) {
  std::vector<std::string> tokens;
  for (const Old& session : old) tokens.push_back(session.token);
  return keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<std::size_t> {
    const auto used = STOA_TRY(tx.zscore_many(keys::recent(), tokens));
    std::size_t removed = 0;
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (used[i] != old[i].used) continue;
      old[i].erase(tx);
      ++removed;
    }
    return removed;
  });
}

Result<std::size_t> SessionCleaner::remove_all(const std::vector<Old>& old) {
  return keyspace_.transact(Durability::Durable, [&](Tx& tx) -> Result<std::size_t> {
    for (const Old& session : old) session.erase(tx);
    return old.size();
  });
}

}  // namespace stoa::accounts
