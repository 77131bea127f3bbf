#include "accounts/account_form.h"

#include <algorithm>
#include <array>

namespace stoa::accounts {
namespace {

/// What forms can say, and with which status.
struct Saying {
  std::string_view code, key;
  int status;
};
constexpr auto kSayings = std::to_array<Saying>({
    {"account.name", "account.wrong_name", 422},
    {"account.name_reserved", "account.wrong_reserved", 422},
    {"account.name_taken", "account.wrong_taken", 422},
    {"account.password_short", "account.wrong_short", 422},
    {"account.password_long", "account.wrong_long", 422},
    {"account.password_common", "account.wrong_common", 422},
    {"account.credentials", "account.wrong_credentials", 422},
    {"account.own_password", "account.wrong_password", 422},
    {"account.last_admin", "account.wrong_last_admin", 422},
    {"account.changed", "account.wrong_moment", 409},
    {"account.too_many", "account.wrong_many", 429},
    {"accounts.busy", "account.wrong_busy", 503},
});

/// Long enough for every name; what is longer is not worth showing again.
constexpr std::size_t kMostShown = 100;

}  // namespace

AccountForm& AccountForm::text(std::string_view name, std::string_view label, std::string_view help,
                               std::string_view autocomplete) {
  std::string typed = call_.form(name).value_or("");
  if (typed.size() > kMostShown) typed.clear();
  rows_.push_back({name, label, help, "text", autocomplete, std::move(typed)});
  return *this;
}

AccountForm& AccountForm::password(std::string_view name, std::string_view label, std::string_view help,
                                   std::string_view autocomplete) {
  rows_.push_back({name, label, help, "password", autocomplete, {}});
  return *this;
}

Result<void> AccountForm::complain(std::string_view field, const Error& error) {
  const auto saying = std::ranges::find(kSayings, error.code, &Saying::code);
  if (saying == kSayings.end()) return error;
  errors_.push_back({field, pages_.say(call_.language, saying->key)});
  if (status_ == 200) status_ = saying->status;
  return {};
}

std::optional<std::string> AccountForm::error_of(std::string_view field) const {
  const auto found = std::ranges::find(errors_, field, &Complaint::field);
  return found == errors_.end() ? std::nullopt : std::optional(found->text);
}

http::Fields AccountForm::fields() const {
  http::List rows, errors;
  for (const Row& row : rows_)
    rows.push_back({{"name", row.name},
                    {"label", pages_.say(call_.language, row.label)},
                    {"help", row.help.empty() ? std::string() : pages_.say(call_.language, row.help)},
                    {"type", row.type},
                    {"autocomplete", row.autocomplete},
                    {"lines", false},
                    {"value", row.value},
                    {"error", http::Value(error_of(row.name))}});
  for (const Complaint& complaint : errors_)
    errors.push_back({{"field", complaint.field}, {"text", complaint.text}});
  return {{"fields", std::move(rows)},
          {"any_errors", has_errors()},
          {"errors", std::move(errors)},
          {"csrf", call_.csrf()}};
}

}  // namespace stoa::accounts
