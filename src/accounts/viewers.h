#pragma once
#include "accounts/sessions.h"
#include "http/viewer.h"

namespace stoa::accounts {

/// The accounts' sessions as the site asks for them.
class Viewers final : public http::Sessions {
 public:
  /// The sessions outlive it.
  explicit Viewers(accounts::Sessions& sessions) : sessions_(sessions) {}

  Result<http::Viewer> find(const Token&) override;

 private:
  accounts::Sessions& sessions_;
};

}  // namespace stoa::accounts
