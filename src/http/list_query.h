#pragma once
#include "base/result.h"
#include "http/route.h"

#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

/// `limit` of a list's query, 1 to 100, and 25 when it is left out. Invalid (`request.query`).
Result<std::size_t> page_limit(const Call&);
/// `cursor` of a list's query; empty for the first page.
std::string page_cursor(const Call&);
/// The page's own address with another cursor, or none; its other queries stay.
std::string with_cursor(const Call&, std::string_view cursor);
/// The two, for the document, after `others`.
std::vector<QueryParameter> page_queries(std::vector<QueryParameter> others = {});

}  // namespace stoa::http
