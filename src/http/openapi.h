#pragma once
#include "http/route.h"

#include <span>
#include <string>
#include <string_view>

namespace stoa::http {

/// The OpenAPI 3.1 document of all routes of Kind::Api, in the order of the tables. std::logic_error when two
/// different structs have one name, or a route of the API has no summary.
std::string openapi_document(std::span<const Route>, std::string_view version);

}  // namespace stoa::http
