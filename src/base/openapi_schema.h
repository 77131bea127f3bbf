#pragma once
#include "base/schema.h"

#include <span>
#include <string>

namespace stoa {

/// The type as JSON Schema 2020-12, the dialect of OpenAPI 3.1. A struct is a `$ref` into components.
std::string openapi_schema(const Schema&);

/// One JSON object, struct name → its schema, of every struct that these reach; the content of
/// `components.schemas`. std::logic_error when two different structs have one name.
std::string openapi_components(std::span<const Schema* const>);

}  // namespace stoa
