#pragma once
#include "accounts/accounts.h"
#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace stoa::accounts {

/// `stoa user add NAME [--admin]`.
struct NewUser {
  std::string name;
  Role role = Role::Member;
  /// Absent: one is made up.
  std::optional<std::string> password = std::nullopt;
};

struct AddedUser {
  User user;
  /// Only when it was made up: it is shown once and kept nowhere.
  std::optional<std::string> made_up_password = std::nullopt;
};

/// Invalid (`account.name`, `account.password_…`), Conflict (`account.name_taken`). Names that visitors may
/// not choose are allowed here.
Result<AddedUser> add_user(Accounts&, const NewUser&);

/// Four groups of five letters and digits that are not mistaken for one another; 98 bits of chance.
std::string make_up_password();

}  // namespace stoa::accounts
