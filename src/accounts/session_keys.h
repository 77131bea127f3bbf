#pragma once
#include "base/ids.h"
#include "keyspace/key.h"
#include "keyspace/keyspace.h"

namespace stoa::accounts {

/// Of `users:{sc}:sessions`, which lies with `users:{sc}`, so that one transaction may read both.
inline constexpr std::size_t kMostSessions = 50;

/// Everything a token stands for goes together: `viewed:{token}`, `cart:{token}`, its field of `login:` and
/// its place in `recent:`. The user's list of sessions is left to the caller, who knows the user.
void erase_token(keyspace::Tx&, const Token&);

}  // namespace stoa::accounts
