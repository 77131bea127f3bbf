#pragma once
#include "base/schema.h"

#include <string>
#include <vector>

namespace stoa {

/// Names the type that a description is of. Next to a struct or enum, in its namespace, stands
///     StructDescription describe(Described<CartItem>);
/// and in its .cpp, with "base/fields.h",
///     return fields("CartItem", field("quantity", &CartItem::quantity).range(1, 999).help("…"), …);
/// An enum's is `EnumDescription describe(Described<CartStatus>)`, and returns names({{"active",
/// CartStatus::Active}, …}). The one description serves the API's JSON, the documents' BSON and the OpenAPI
/// schema.
template <class T>
struct Described {};

struct StructDescription {
  std::string name;
  std::vector<Member> members;
};

struct EnumDescription {
  std::vector<EnumName> names;
};

}  // namespace stoa
