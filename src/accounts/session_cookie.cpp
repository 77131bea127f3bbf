#include "accounts/session_cookie.h"

namespace stoa::accounts {
namespace {
using namespace std::chrono_literals;

constexpr auto kCookieAge = 180 * 24h;

}  // namespace

void give_token(http::Call& call, const Token& token) {
  call.set_cookie({std::string(http::kSessionCookie), token.text(), kCookieAge});
  call.viewer.token = token;
}

Result<Token> ensure_session(http::Call& call, Sessions& sessions) {
  if (call.viewer.token) return *call.viewer.token;
  Token token = STOA_TRY(sessions.open());
  give_token(call, token);
  return token;
}

}  // namespace stoa::accounts
