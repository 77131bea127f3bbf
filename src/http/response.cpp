#include "http/response.h"

#include "http/ascii.h"

#include <boost/beast/http/status.hpp>

#include <ostream>

namespace stoa::http {

std::string_view text_of(const Body& body) {
  if (const auto* own = std::get_if<std::string>(&body)) return *own;
  if (const auto* text = std::get_if<std::shared_ptr<const SharedText>>(&body)) return (*text)->text();
  const auto* shared = std::get_if<std::shared_ptr<const std::string>>(&body);
  return shared && *shared ? std::string_view(**shared) : std::string_view();
}

void make_whole(Response& response) {
  if (response.body_size() == text_of(response.body).size() || !response.seams) return;
  response.body = response.seams->whole_text(text_of(response.body));
  response.seams = response.seams->of_whole();
}

std::uint64_t Response::body_size() const {
  if (const auto* file = std::get_if<FilePart>(&body)) return file->length;
  const std::string_view text = text_of(body);
  return seams ? seams->whole_size(text) : text.size();
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
