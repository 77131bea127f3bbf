#include "feed/import_authors.h"

#include "accounts/user_command.h"

#include <fmt/format.h>

#include <vector>

namespace stoa::feed {
namespace {
constexpr std::size_t kMostRemembered = 200'000;
}

Result<bool> ImportAuthors::is_known(const Shortcode& name) {
  if (known_.contains(name.text())) return true;
  if (!STOA_TRY(accounts_.users().find(name))) return false;
  if (known_.size() >= kMostRemembered) known_.clear();
  known_.insert(name.text());
  return true;
}

Result<void> ImportAuthors::require(std::span<const Shortcode> names) {
  std::vector<Shortcode> strangers;
  for (const Shortcode& name : names)
    if (!STOA_TRY(is_known(name))) strangers.push_back(name);
  if (strangers.empty()) return {};
  if (absent_ == Absent::Refuse)
    return Error{Error::Kind::NotFound, "import.author",
                 fmt::format("nobody is called '{0}' here; `stoa user add {0}`, or import with --add-authors",
                             strangers.front().text())};
  for (const Shortcode& name : strangers) {
    // A line may name somebody twice.
    if (STOA_TRY(is_known(name))) continue;
    const auto user = STOA_TRY(accounts::add_user(accounts_, {.name = name.text()}));
    if (added_) added_(name, user.made_up_password.value_or(""));
  }
  return {};
}

}  // namespace stoa::feed
