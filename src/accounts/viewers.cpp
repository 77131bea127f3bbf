#include "accounts/viewers.h"

namespace stoa::accounts {

Result<http::Viewer> Viewers::find(const Token& token) {
  auto who = STOA_TRY(sessions_.touch(token));
  http::Viewer viewer{.token = token};
  if (!who) return viewer;
  viewer.role = who->role == Role::Admin ? http::Role::Admin : http::Role::Member;
  viewer.id = who->id;
  viewer.name = std::move(who->name);
  return viewer;
}

}  // namespace stoa::accounts
