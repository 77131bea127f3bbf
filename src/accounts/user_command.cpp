#include "accounts/user_command.h"

#include "accounts/credential_rules.h"

#include <sodium.h>

namespace stoa::accounts {
namespace {

constexpr std::string_view kLegible = "abcdefghjkmnpqrstuvwxyz23456789";
constexpr int kGroups = 4, kGroupLength = 5;

}  // namespace

std::string make_up_password() {
  std::string password;
  for (int i = 0; i < kGroups * kGroupLength; ++i) {
    if (i > 0 && i % kGroupLength == 0) password += '-';
    password += kLegible[randombytes_uniform(static_cast<std::uint32_t>(kLegible.size()))];
  }
  return password;
}

Result<AddedUser> add_user(Accounts& accounts, const NewUser& wanted) {
  const Shortcode name = STOA_TRY(read_name(wanted.name));
  if (wanted.password) return AddedUser{STOA_TRY(accounts.add(name, *wanted.password, wanted.role))};
  std::string password = make_up_password();
  User user = STOA_TRY(accounts.add(name, password, wanted.role));
  return AddedUser{std::move(user), std::move(password)};
}

}  // namespace stoa::accounts
