#pragma once
#include "base/result.h"
#include "base/schema_of.h"
#include "http/call.h"
#include "http/page.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// One field of a form: its name is that of the described struct's field which it fills.
struct FormField {
  std::string_view name;
  /// Keys of translations; no help when empty.
  std::string_view label;
  std::string_view help = {};
  /// What stands in it before anybody has typed.
  std::string value = {};
  /// Something that is allowed in it whatever else is: it takes the place of what is wrong, so that the other
  /// fields are looked at too.
  std::string_view sample = "x";
  enum class Size { Line, Lines } size = Size::Line;
  std::string_view type = "text";
};

/// A form of a page: its fields with what was typed, and what is wrong with them, each said beside its field
/// in the visitor's language. The rules are those of the described struct that it is read into.
///     PageForm form(call, pages, {{"quantity", "stock.quantity"}});
///     const auto wanted = STOA_TRY(form.read<Quantity>());
///     if (!wanted) return pages.page(call, "…", form.fields(), {.status = form.status()});
class PageForm {
 public:
  PageForm(Call& call, const Pages& pages, std::vector<FormField> fields)
      : call_(call), pages_(pages), fields_(std::move(fields)) {}

  /// nullopt when something is wrong, which fields() then says. Invalid when that is nothing a field can be
  /// blamed for. What else the form has is the route's to refuse (Route::form).
  template <class T>
  Result<std::optional<T>> read() {
    T value{};
    if (!STOA_TRY(read(schema_of<T>(), &value))) return std::optional<T>();
    return std::optional<T>(std::move(value));
  }

  /// Says what is wrong with a field, in words of the visitor's language.
  void complain(std::string_view field, std::string text);

  bool has_errors() const { return !complaints_.empty(); }
  /// 200, or 422 when something is wrong.
  int status() const { return has_errors() ? 422 : 200; }
  /// `fields`, `errors`, `any_errors`, `csrf`, as parts/field.html, parts/errors.html and parts/csrf.html
  /// take them.
  Fields fields() const;

 private:
  struct Complaint {
    std::string field;
    std::string text;
  };
  Result<bool> read(const Schema&, void* value);
  /// Whether the error is one that stands beside a field.
  bool complain(const Schema&, const Error&);
  std::string typed(const FormField&) const;
  std::string encoded(const Schema&) const;
  const Complaint* complaint_of(std::string_view field) const;

  Call& call_;
  const Pages& pages_;
  const std::vector<FormField> fields_;
  std::vector<Complaint> complaints_;
};

}  // namespace stoa::http
