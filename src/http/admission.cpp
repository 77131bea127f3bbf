#include "http/admission.h"

#include "http/ascii.h"
#include "http/cookies.h"
#include "http/idempotency.h"

#include <algorithm>

namespace stoa::http {
namespace {

/// Where the session's token stood.
enum class Source { None, Cookie, Bearer };

struct Credentials {
  std::optional<Token> token;
  Source source = Source::None;
};

std::optional<Token> parsed(std::string_view text) {
  auto token = Token::parse(text);
  return token.ok() ? std::optional(*std::move(token)) : std::nullopt;
}

bool is_for_people(Kind kind) {
  return kind == Kind::Page || kind == Kind::Fragment;
}

/// A program may send the token in Authorization; a browser never does so by itself, so that needs no CSRF
/// check.
Credentials credentials_of(const Request& request, Kind kind) {
  if (const auto header = request.header("authorization"); header && !is_for_people(kind)) {
    std::string_view token = *header;
    if (equal_ignoring_case(cut(token, ' '), "bearer")) return {parsed(trimmed(token)), Source::Bearer};
  }
  if (const auto cookie = find_cookie(request, kSessionCookie))
    if (auto token = parsed(*cookie)) return {std::move(token), Source::Cookie};
  return {};
}

bool changes_something(Method method) {
  return method != Method::Get && method != Method::Head && method != Method::Options;
}

Error unauthorized() {
  return {Error::Kind::Forbidden, "http.unauthorized", "this is for members; log in and try again"};
}

Error cross_site() {
  return {Error::Kind::Forbidden, "csrf.cross_site",
          "the request comes from another site's page; send it from this site's own"};
}

bool is_json(std::string_view content_type) {
  const std::string_view type = trimmed(cut(content_type, ';'));
  return equal_ignoring_case(type, "application/json") || type.ends_with("+json");
}

Result<void> check_content_type(const Request& request, const Route& route) {
  if (route.kind != Kind::Api || route.takes == nullptr) return {};
  const auto type = request.header("content-type");
  if (type ? is_json(*type) : request.body.empty()) return {};
  return Error{Error::Kind::Invalid, "http.content_type",
               "the body must be JSON; send Content-Type: application/json"};
}

bool is_named(std::string_view field, const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [field](const std::string& name) {
    if (!name.ends_with('*')) return field == name;
    return field.starts_with(std::string_view(name).substr(0, name.size() - 1));
  });
}

Result<void> check_fields(const Call& call, const Route& route) {
  if (!route.form) return {};
  for (const std::string& field : call.form_names())
    if (field != kCsrfField && field != kIdempotencyField && !is_named(field, *route.form))
      return Error{Error::Kind::Invalid, "request.unknown_field",
                   field + ": unknown field; go back, reload the page and send the form again"};
  return {};
}

}  // namespace

Result<void> Admission::check_role(const Viewer& viewer, const Route& route) {
  if (route.access == Access::Anyone) return {};
  if (viewer.role == Role::Guest) return unauthorized();
  if (route.access == Access::Admin && viewer.role != Role::Admin)
    return Error{Error::Kind::Forbidden, "http.forbidden", "this is for administrators"};
  return {};
}

Result<void> Admission::admit_head(const Request& head, const Route& route) {
  if (route.access == Access::Anyone || credentials_of(head, route.kind).token) return {};
  return unauthorized();
}

// Whether the process is alive must not depend on an engine, and a style sheet is the same for everybody.
bool Admission::asks_who(const Request& request, const Route& route) {
  if (route.kind != Kind::Plumbing || route.access != Access::Anyone) return true;
  return route.asks_who && route.asks_who(request);
}

bool Admission::has_session(const Request& request) {
  return credentials_of(request, Kind::Page).token.has_value();
}

void Admission::note_viewer(Call& call) const {
  const Credentials credentials = credentials_of(call.request, Kind::Page);
  if (sessions_ == nullptr || !credentials.token) return;
  if (auto viewer = sessions_->find(*credentials.token); viewer.ok()) call.viewer = *std::move(viewer);
}

Result<void> Admission::admit(Call& call, const Route& route) const {
  const Credentials credentials = credentials_of(call.request, route.kind);
  if (sessions_ != nullptr && credentials.token && asks_who(call.request, route))
    call.viewer = STOA_TRY(sessions_->find(*credentials.token));
  STOA_TRY(check_role(call.viewer, route));
  if (!changes_something(call.request.method)) return {};
  if (is_for_people(route.kind)) {
    STOA_TRY(check_form(call, route));
    return check_fields(call, route);
  }
  if (credentials.source == Source::Cookie) STOA_TRY(check_api(call));
  return check_content_type(call.request, route);
}

Result<void> Admission::check_form(const Call& call, const Route& route) const {
  const auto origin = Csrf::origin_of(call.request);
  if (origin == Csrf::Origin::Foreign) return cross_site();
  if (origin == Csrf::Origin::Own && route.proof == Proof::Origin) return {};
  if (carries_token(call, call.request.header(kCsrfHeader))) return {};
  const auto field = call.form(kCsrfField);
  if (field && carries_token(call, *field)) return {};
  return Error{Error::Kind::Forbidden, "csrf.token",
               "the form is out of date or was not ours; go back, reload the page and send it again"};
}

Result<void> Admission::check_api(const Call& call) const {
  const auto origin = Csrf::origin_of(call.request);
  if (origin == Csrf::Origin::Own || carries_token(call, call.request.header(kCsrfHeader))) return {};
  if (origin == Csrf::Origin::Foreign) return cross_site();
  return Error{
      Error::Kind::Forbidden, "csrf.token",
      "a request with the session's cookie that changes something needs the header Origin, Sec-Fetch-Site or "
      "X-CSRF-Token; programs send the token as Authorization: Bearer instead"};
}

bool Admission::carries_token(const Call& call, std::optional<std::string_view> token) const {
  if (!token) return false;
  if (call.viewer.token) return csrf_.accepts(call.viewer.token->text(), *token);
  const auto seed = call.cookie(kCsrfCookie);
  return seed && !seed->empty() && csrf_.accepts(*seed, *token);
}

}  // namespace stoa::http
