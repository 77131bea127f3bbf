#pragma once
#include "http/page_fields.h"
#include "http/rendering.h"
#include "http/translations.h"

#include <string>
#include <string_view>

namespace stoa::http {

/// Values as templates ask for them: `price`, `price.raw`, `when.ago`.
class ValueText {
 public:
  /// Both outlive it.
  ValueText(const Translations& translations, const Rendering& rendering)
      : translations_(translations), rendering_(rendering) {}

  /// Not escaped. Good until the next call, and while the value is.
  std::string_view operator()(const Value&, std::string_view view);

  /// Whether a section `{{#name}}` of the value is shown; null is no value.
  static bool is_shown(const Value*);
  /// Whether the one of its plural form is: `{{#name__few}}`.
  bool has_plural(const Value*, std::string_view form) const;

 private:
  class Writer;
  const Translations& translations_;
  const Rendering& rendering_;
  std::string room_;
};

}  // namespace stoa::http
