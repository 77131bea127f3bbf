#pragma once
#include "base/result.h"
#include "feed/pages_front.h"

#include <optional>
#include <string>
#include <string_view>

namespace stoa::feed {

/// What a rule refused, as a form says it: beside which field, and in the visitor's language.
struct Complaint {
  std::string_view field;
  std::string text;
};

/// nullopt for what no field can be blamed for.
std::optional<Complaint> complaint_of(const http::Pages&, http::Language, const Error&);

/// That there is no such group. A name that is too long to be one is not repeated.
std::string no_such_group(const http::Pages&, http::Language, std::string_view name);

/// The page for somebody who may not post, with until when and why; nullopt for everybody else. One read.
Result<std::optional<Response>> page_if_banned(Call&, const Front&);

}  // namespace stoa::feed
