#pragma once
#include "base/clock.h"
#include "base/ids.h"

#include <cstdint>
#include <string>
#include <variant>

namespace stoa::records {

/// A scalar that can stand in an index or be a record's id. Compared as MongoDB does: null, then numbers
/// (whole and broken ones together), text by bytes, ids, booleans, moments (to the millisecond).
using Value = std::variant<std::monostate, std::int64_t, double, std::string, ObjectId, bool, Time>;

}  // namespace stoa::records
