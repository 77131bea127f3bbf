#include "http/call.h"

#include "http/ascii.h"
#include "http/form.h"

#include <stdexcept>

namespace stoa::http {
namespace {

constexpr std::string_view kFormType = "application/x-www-form-urlencoded";

}  // namespace

std::string_view Call::form_body() const {
  if (multipart_) return multipart_fields_;
  if (request.body.empty()) return {};
  std::string_view type = request.header("content-type").value_or("");
  return equal_ignoring_case(trimmed(cut(type, ';')), kFormType) ? request.body : std::string_view();
}

Result<void> Call::open_form() {
  if (request.body.empty() && !request.upload) return {};
  if (Multipart::is_one(request)) {
    multipart_ = STOA_TRY(Multipart::read(request));
    multipart_fields_ = multipart_->fields();
    return {};
  }
  if (is_well_formed_form(form_body())) return {};
  return Error{Error::Kind::Invalid, "http.form",
               "the form must be percent-encoded UTF-8; look at each % in it"};
}

std::optional<std::string> Call::query(std::string_view name) const {
  return find_field(request.query, name);
}

std::optional<std::string> Call::form(std::string_view name) const {
  return find_field(form_body(), name);
}

std::vector<std::string> Call::form_names() const {
  return field_names(form_body());
}

std::vector<std::string> Call::form_all(std::string_view name) const {
  return find_fields(form_body(), name);
}

std::optional<std::string_view> Call::cookie(std::string_view name) const {
  return find_cookie(request, name);
}

void Call::set_cookie(Cookie cookie) {
  cookies_to_set.push_back(std::move(cookie));
}

std::string Call::csrf() {
  if (csrf_tokens == nullptr)
    throw std::logic_error("this call was not made by a site, which has the tokens");
  if (viewer.token) return csrf_tokens->token(viewer.token->text());
  if (const auto seed = cookie(kCsrfCookie); seed && !seed->empty()) return csrf_tokens->token(*seed);
  for (const Cookie& made : cookies_to_set)
    if (made.name == kCsrfCookie) return csrf_tokens->token(made.value);
  set_cookie({std::string(kCsrfCookie), Token::make().text()});
  return csrf_tokens->token(cookies_to_set.back().value);
}

Result<void> Call::read_text(const Schema& schema, void* value, std::string_view text, std::string_view code,
                             std::string_view name) {
  auto read = read_form_value(schema, value, text);
  if (read.ok()) return read;
  return Error{Error::Kind::Invalid, std::string(code), std::string(name) + ": " + read.error().message};
}

Result<void> Call::read_form(const Schema& schema, void* value) const {
  return http::read_form(schema, value, form_body());
}

}  // namespace stoa::http
