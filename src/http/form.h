#pragma once
#include "base/result.h"
#include "base/schema.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

// Fields as queries and forms have them: application/x-www-form-urlencoded. Nothing is decoded before it is
// asked for.

/// Whether every name and value decodes to UTF-8 without NUL.
bool is_well_formed_form(std::string_view encoded);

/// The first value of that name; nullopt when there is none or it does not decode.
std::optional<std::string> find_field(std::string_view encoded, std::string_view name);
/// In order, also those that come again; names that do not decode are left out.
std::vector<std::string> field_names(std::string_view encoded);
std::vector<std::string> find_fields(std::string_view encoded, std::string_view name);

/// A form's fields into the struct at `value`, by the struct's own description and with its errors. A field
/// left empty is absent; a check box that is not there is false; other fields of the form are passed over.
/// std::logic_error for a struct with a struct or map in it: a form has no such thing.
Result<void> read_form(const Schema&, void* value, std::string_view encoded);

/// One value from its text, as a form or query has it. The Error says what it should be, not where it stands.
Result<void> read_form_value(const Schema&, void* value, std::string_view text);

}  // namespace stoa::http
