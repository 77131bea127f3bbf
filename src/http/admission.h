#pragma once
#include "base/result.h"
#include "http/csrf.h"
#include "http/route.h"

#include <optional>

namespace stoa::http {

/// Who asks, whether they may, and whether it is their own doing. Safe from any thread.
class Admission {
 public:
  /// Null sessions: everybody is a guest. Both outlive it.
  Admission(Sessions* sessions, const Csrf& csrf) : sessions_(sessions), csrf_(csrf) {}

  /// Fills in the viewer. Forbidden (`http.unauthorized`, `http.forbidden`, `csrf.cross_site`, `csrf.token`),
  /// Invalid (`http.content_type`, `request.unknown_field`), or what the sessions fail with.
  Result<void> admit(Call&, const Route&) const;

  /// Fills in the viewer where nothing depends on it: whoever cannot be told stays a guest.
  void note_viewer(Call&) const;

  /// What can be said from the head alone: a guest is turned away before the body is read.
  static Result<void> admit_head(const Request&, const Route&);

  /// Whether a browser's session came with it.
  static bool has_session(const Request&);

  /// Whether the sessions have to say who sent the request's token.
  static bool asks_who(const Request&, const Route&);

  /// Of a viewer who is known.
  static Result<void> check_role(const Viewer&, const Route&);

 private:
  Result<void> check_form(const Call&, const Route&) const;
  Result<void> check_api(const Call&) const;
  bool carries_token(const Call&, std::optional<std::string_view> token) const;

  Sessions* const sessions_;
  const Csrf& csrf_;
};

}  // namespace stoa::http
