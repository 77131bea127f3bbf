#pragma once
#include "accounts/accounts.h"
#include "base/settings.h"
#include "cli/audience.h"
#include "cli/engines.h"
#include "cli/exit_code.h"
#include "clockwork/clockwork.h"
#include "feed/feed.h"
#include "shop/shop.h"

#include <span>
#include <string>
#include <string_view>

namespace stoa::cli {

/// Where an errand is done: in the process that has the engines open. `clockwork` is null unless a server
/// runs there, and `accounts`, `shop` and `feed` too.
struct Premises {
  const Settings& settings;
  Engines& engines;
  clockwork::Clockwork* clockwork = nullptr;
  accounts::Accounts* accounts = nullptr;
  shop::Shop* shop = nullptr;
  feed::Feed* feed = nullptr;

  bool live() const { return clockwork != nullptr; }
};

/// Something that is asked of open engines, by the process that opened them or through the control door of a
/// running server. What it gives is the asking program's exit code.
struct Errand {
  std::string_view name;
  Result<ExitCode> (*perform)(Premises&, const std::string& argument, Audience&);
};

std::span<const Errand> errands();

/// NotFound (`control.unknown`) when there is no errand of that name.
Result<ExitCode> perform_errand(std::string_view name, const std::string& argument, Premises&, Audience&);

}  // namespace stoa::cli
