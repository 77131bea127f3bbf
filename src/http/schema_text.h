#pragma once
#include "base/schema.h"

#include <string>
#include <vector>

namespace stoa::http {

/// "string", "array of CartItem".
std::string type_text(const Schema&);
/// "1 … 999", "length 3 … 30, of a-z0-9_"; empty when there are none.
std::string rules_text(const Schema&, const Constraints&);
/// A value of that type as JSON, over several lines, that keeps to simple rules.
std::string example_json(const Schema&);
/// The structs that a value of that type shows, the outermost first, each once.
std::vector<const Schema*> structs_of(const Schema&);

}  // namespace stoa::http
