#pragma once
#include "base/ids.h"
#include "base/result.h"

#include <optional>

namespace stoa::http {

enum class Role { Guest, Member, Admin };
enum class Language { English, Russian };

/// Who asks. A visitor whose request carried no token is a guest without one.
struct Viewer {
  Role role = Role::Guest;
  std::optional<Token> token = std::nullopt;
  /// Of a member or admin.
  std::optional<Shortcode> name = std::nullopt;
  std::optional<ObjectId> id = std::nullopt;
};

/// Knows sessions; the accounts implement it. Safe from any thread.
class Sessions {
 public:
  virtual ~Sessions() = default;
  /// Called once a request that carries a well-formed token; this is where the session is touched. A token
  /// that nobody has, or whose session is over, is a guest's.
  virtual Result<Viewer> find(const Token&) = 0;
};

}  // namespace stoa::http
