#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "records/records.h"

#include <cstdint>
#include <string_view>

namespace stoa::records {

/// Changes to a document's bytes where they stand, without taking it apart. `document` has passed
/// check_document; on failure it is as it was. Numbers in a path name the elements of an array.

/// As Tx::increment_if: the number keeps its type; an int32 that grows out of its range becomes an int64.
/// NotFound (`records.number`) when there is no number; Conflict (`records.floor`) when the sum is below
/// `floor`; Invalid (`records.not_whole`) for a broken number, (`records.overflow`) for a sum that its type
/// cannot hold.
Result<std::int64_t> increment_number(Document& document, std::string_view path, std::int64_t delta,
                                      std::int64_t floor);

/// Sets the field to a moment, as MongoDB's $set: whatever was there goes, and what is missing is made.
/// Invalid (`records.path`) when the path leads through something that is no document.
Result<void> set_moment(Document& document, std::string_view path, Time);

}  // namespace stoa::records
