#include "accounts/session_keys.h"

#include "keyspace/keys.h"

namespace stoa::accounts {
namespace keys = keyspace::keys;

void erase_token(keyspace::Tx& tx, const Token& token) {
  tx.del(keys::viewed(token));
  tx.del(keys::cart(token));
  tx.hdel(keys::login(), token.text());
  tx.zrem(keys::recent(), token.text());
}

}  // namespace stoa::accounts
