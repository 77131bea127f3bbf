#pragma once
#include "accounts/sessions.h"
#include "base/result.h"
#include "http/call.h"

namespace stoa::accounts {

/// The asker has this token from now on, with the next request and within this one.
void give_token(http::Call&, const Token&);

/// The asker's token. One who has none gets a guest's session and its cookie: for requests that change
/// something only, so that crawlers do not fill `recent:`.
Result<Token> ensure_session(http::Call&, Sessions&);

}  // namespace stoa::accounts
