#include "http/response.h"

#include "http/ascii.h"

#include <boost/beast/http/status.hpp>

#include <ostream>

namespace stoa::http {

std::uint64_t Response::body_size() const {
  if (const auto* own = std::get_if<std::string>(&body)) return own->size();
  if (const auto* file = std::get_if<FilePart>(&body)) return file->length;
  const auto& shared = std::get<std::shared_ptr<const std::string>>(body);
  return shared ? shared->size() : 0;
}

const std::string* Response::header(std::string_view name) const {
  for (const Header& each : headers)
    if (equal_ignoring_case(each.name, name)) return &each.value;
  return nullptr;
}

std::string_view reason(int status) {
  namespace beast = boost::beast::http;
  const auto known = beast::int_to_status(static_cast<unsigned>(status));
  if (known == beast::status::unknown) return {};
  const auto name = beast::obsolete_reason(known);
  return {name.data(), name.size()};
}

}  // namespace stoa::http
