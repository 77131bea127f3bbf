#include "http/request.h"

#include "http/ascii.h"

namespace stoa::http {

std::optional<std::string_view> Request::header(std::string_view name) const {
  for (const HeaderView& each : headers)
    if (equal_ignoring_case(each.name, name)) return each.value;
  return std::nullopt;
}

std::string_view name_of(Method method) {
  switch (method) {
    case Method::Get:
      return "GET";
    case Method::Head:
      return "HEAD";
    case Method::Post:
      return "POST";
    case Method::Put:
      return "PUT";
    case Method::Patch:
      return "PATCH";
    case Method::Delete:
      return "DELETE";
    case Method::Options:
      return "OPTIONS";
  }
  return "";
}

}  // namespace stoa::http
