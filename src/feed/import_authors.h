#pragma once
#include "accounts/accounts.h"
#include "base/ids.h"
#include "base/result.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

namespace stoa::feed {

/// Sees to it that whoever a file names has an account. For one thread.
class ImportAuthors {
 public:
  enum class Absent { Refuse, Add };
  /// Hears who was added, with the password that was made up and is kept nowhere.
  using Added = std::function<void(const Shortcode&, std::string_view password)>;

  /// The accounts outlive it.
  ImportAuthors(accounts::Accounts& accounts, Absent absent, Added added)
      : accounts_(accounts), absent_(absent), added_(std::move(added)) {}

  /// NotFound (`import.author`) when one has no account and none is to be added; then none was. An added one
  /// costs a password's hash, tens of milliseconds; one that was named before costs nothing.
  Result<void> require(std::span<const Shortcode>);

 private:
  Result<bool> is_known(const Shortcode&);

  accounts::Accounts& accounts_;
  const Absent absent_;
  const Added added_;
  std::unordered_set<std::string> known_;
};

}  // namespace stoa::feed
