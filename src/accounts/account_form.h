#pragma once
#include "base/result.h"
#include "http/call.h"
#include "http/page.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::accounts {

/// A form of the account pages while it is shown: its fields with what was typed, and what is wrong with it.
class AccountForm {
 public:
  AccountForm(http::Call& call, const http::Pages& pages) : call_(call), pages_(pages) {}

  /// Shown with what the request's form has for it. `label` and `help` are keys of translations.
  AccountForm& text(std::string_view name, std::string_view label, std::string_view help,
                    std::string_view autocomplete);
  /// Never shown with what was typed.
  AccountForm& password(std::string_view name, std::string_view label, std::string_view help,
                        std::string_view autocomplete);

  /// Says at `field` what went wrong; returns the Error when it is none that a form can show.
  Result<void> complain(std::string_view field, const Error&);

  bool has_errors() const { return !errors_.empty(); }
  /// 200, or what the first complaint asks for.
  int status() const { return status_; }
  /// `fields`, `errors`, `any_errors`, `csrf`, as parts/field.html, parts/errors.html and parts/csrf.html
  /// take them.
  http::Fields fields() const;

 private:
  struct Row {
    std::string_view name, label, help, type, autocomplete;
    std::string value;
  };
  struct Complaint {
    std::string_view field;
    std::string text;
  };
  std::optional<std::string> error_of(std::string_view field) const;

  http::Call& call_;
  const http::Pages& pages_;
  std::vector<Row> rows_;
  std::vector<Complaint> errors_;
  int status_ = 200;
};

}  // namespace stoa::accounts
