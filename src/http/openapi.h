#pragma once
#include "http/route.h"

#include <span>
#include <string>
#include <string_view>

namespace stoa::http {

/// The OpenAPI 3.1 document of all routes of Kind::Api, in the order of the tables. std::logic_error when two
/// different structs have one name, or a route of the API has no summary.
std::string openapi_document(std::span<const Route>, std::string_view version);

/// A pattern as the standard writes it: `/api/products/{product}` of `/api/products/{product:id}`.
std::string standard_path(std::string_view pattern);

/// The group that an endpoint stands in: `products` of `/api/products/{product}`.
std::string tag_of(std::string_view path);

}  // namespace stoa::http
