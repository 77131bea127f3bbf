#include "cli/user.h"

#include "accounts/account_events.h"
#include "accounts/user_command.h"

#include <fmt/format.h>

#include <sstream>

namespace stoa::cli {
namespace {

Result<accounts::NewUser> read_request(const std::string& request) {
  std::istringstream words(request);
  std::string action, name, role;
  words >> action >> name >> role;
  if (action != "add")
    return Error{Error::Kind::Invalid, "user.action",
                 fmt::format("`stoa user` cannot '{}'; it can `stoa user add NAME`", action)};
  return accounts::NewUser{.name = name,
                           .role = role == "admin" ? accounts::Role::Admin : accounts::Role::Member};
}

Result<ExitCode> add(accounts::Accounts& accounts, const accounts::NewUser& user, Audience& audience) {
  const auto added = STOA_TRY(accounts::add_user(accounts, user));
  audience.line(fmt::format("{} {} can log in with this password, which is kept nowhere:",
                            user.role == accounts::Role::Admin ? "The admin" : "The member",
                            added.user.shortcode.text()));
  audience.line(added.made_up_password.value_or(""));
  return ExitCode::Done;
}

}  // namespace

Result<ExitCode> add_user(Premises& premises, const std::string& request, Audience& audience) {
  const auto user = STOA_TRY(read_request(request));
  if (premises.accounts) return add(*premises.accounts, user, audience);
  records::Outbox outbox(premises.engines.records(), premises.engines.keyspace(), Clock::system(),
                         accounts::listeners());
  const auto accounts = STOA_TRY(accounts::Accounts::open(
      premises.engines.keyspace(), premises.engines.records(), outbox, Clock::system()));
  return add(*accounts, user, audience);
}

}  // namespace stoa::cli
