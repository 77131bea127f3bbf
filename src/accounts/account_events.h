#pragma once
#include "accounts/user.h"
#include "base/described.h"
#include "records/outbox.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::accounts {

/// What a change of an account does to its sessions.
enum class OpenSessions { Stay, End };
EnumDescription describe(Described<OpenSessions>);

inline constexpr std::string_view kAccountChanged = "account.changed";

/// An account as it is after a change; the payload of `account.changed`.
struct AccountChange {
  Shortcode shortcode;
  UserId id;
  /// Absent: the account is removed.
  std::optional<std::string> password = std::nullopt;
  Role role = Role::Member;
  OpenSessions sessions = OpenSessions::Stay;
};
StructDescription describe(Described<AccountChange>);

/// For the outbox's table: writes `users:{sc}` and `users:{sc}:admin`, and ends sessions, in one transaction.
std::map<std::string, records::Outbox::Listener, std::less<>> listeners();

}  // namespace stoa::accounts
