#include "http/list_query.h"

#include "http/form.h"
#include "http/percent.h"

namespace stoa::http {
namespace {

constexpr std::int64_t kUsualLimit = 25;
constexpr std::int64_t kMostOnAPage = 100;

}  // namespace

Result<std::size_t> page_limit(const Call& call) {
  const auto limit = STOA_TRY(call.query<std::int64_t>("limit")).value_or(kUsualLimit);
  if (limit < 1 || limit > kMostOnAPage)
    return Error{Error::Kind::Invalid, "request.query", "limit: must be 1 to 100"};
  return static_cast<std::size_t>(limit);
}

std::string page_cursor(const Call& call) {
  return call.query("cursor").value_or("");
}

std::string with_cursor(const Call& call, std::string_view cursor) {
  std::string address(call.request.path);
  for (const std::string& name : field_names(call.request.query))
    if (const auto value = call.query(name); name != "cursor" && value && !value->empty())
      append_query(name, *value, address);
  if (!cursor.empty()) append_query("cursor", cursor, address);
  return address;
}

std::vector<QueryParameter> page_queries(std::vector<QueryParameter> others) {
  others.push_back(
      {"limit", "How many at most, 1 to 100; 25 when it is left out", &schema_of<std::int64_t>()});
  others.push_back({"cursor", "What the page before gave as `next`"});
  return others;
}

}  // namespace stoa::http
