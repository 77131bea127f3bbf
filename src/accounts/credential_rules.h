#pragma once
#include "base/ids.h"
#include "base/result.h"

#include <string_view>

namespace stoa::accounts {

inline constexpr std::size_t kShortestPassword = 8;
inline constexpr std::size_t kLongestPassword = 256;

/// A name as people type it: blanks around it and capital letters, which phones like to begin with, do not
/// count. Invalid (`account.name`) when no name comes of it.
Result<Shortcode> read_name(std::string_view typed);

/// Invalid (`account.name_reserved`) for a name that would pass for the house's own. An operator may give it.
Result<void> check_free_to_choose(const Shortcode&);

/// Length counts and nothing is prescribed; only what everybody tries first is refused. Invalid
/// (`account.password_short`, `account.password_long`, `account.password_common`, `account.password_utf8`).
Result<void> check_password(const Shortcode& name, std::string_view password);

}  // namespace stoa::accounts
