#pragma once
#include <string>
#include <string_view>

namespace stoa::shop {

/// A line as MongoDB's own tools write it, in the JSON that read_json takes: `{"$oid": "…"}` becomes the id's
/// text, `{"$date": …}` the moment's, and `{"$numberDecimal": "1.50"}`, as `$numberInt`, `$numberLong` and
/// `$numberDouble`, the number. All else, also what is malformed, stays as it is, for the reader to complain
/// about. One pass; a text without a dollar is given back at once.
std::string plain_json(std::string extended);

}  // namespace stoa::shop
