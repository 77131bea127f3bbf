#include "accounts/attempts.h"

#include "accounts/credential_rules.h"

#include <fmt/format.h>

namespace stoa::accounts {

Result<void> Attempts::take(http::Call& call, std::string_view typed_name) {
  const auto name = read_name(typed_name);
  const auto taken = buckets_.take(rule_, name.ok() ? std::string_view(name->text()) : typed_name);
  if (taken.allowed) return {};
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(taken.wait).count();
  call.headers_to_add.push_back({"Retry-After", std::to_string(seconds)});
  return Error{Error::Kind::TooMany, "account.too_many",
               fmt::format("too many attempts for this account; try again in {} s", seconds)};
}

}  // namespace stoa::accounts
