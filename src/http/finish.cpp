#include "http/finish.h"

#include "http/ascii.h"
#include "http/compression.h"
#include "http/conditional.h"
#include "http/security_headers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stoa::http {
namespace {

/// Of a shared text; those below are its codings.
constexpr std::size_t kTagForm = SharedText::kForms - 1;

bool reads(Method method) {
  return method == Method::Get || method == Method::Head;
}

bool is_for_people(const Route& route) {
  return route.kind == Kind::Page || route.kind == Kind::Fragment;
}

/// What nobody else may see is not stored anywhere; what may change is asked for again.
std::string_view cache_control(const Call& call, const Route* route, const Response& answer) {
  if (route == nullptr || answer.status >= 400 || !reads(call.request.method)) return "no-store";
  const bool personal = call.viewer.role != Role::Guest || !call.cookies_to_set.empty();
  if (route->caching == Caching::Revalidate) return personal ? "private, no-cache" : "no-cache";
  return is_for_people(*route) && !personal ? "no-cache" : "no-store";
}

std::string* find(Response& answer, std::string_view name) {
  for (Header& header : answer.headers)
    if (equal_ignoring_case(header.name, name)) return &header.value;
  return nullptr;
}

/// What else than its address decides what a request is answered with.
std::string_view what_decides(const Route* route, bool encodable) {
  const bool for_people = route != nullptr && is_for_people(*route);
  if (for_people && encodable) return "Cookie, Accept-Language, Accept-Encoding";
  if (for_people) return "Cookie, Accept-Language";
  return encodable ? "Accept-Encoding" : "";
}

void vary_by(Response& answer, std::string_view what) {
  if (what.empty()) return;
  if (std::string* vary = find(answer, "Vary"))
    vary->append(", ").append(what);
  else
    answer.headers.push_back({"Vary", std::string(what)});
}

std::string tag_of(const Response& answer) {
  if (const auto* shared = std::get_if<std::shared_ptr<const SharedText>>(&answer.body))
    return (*shared)->form(kTagForm, [](std::string_view text) { return content_tag(text); });
  const std::string_view text = text_of(answer.body);
  return answer.seams ? content_tag(answer.seams->digest(text)) : content_tag(text);
}

void tag(const Route* route, Response& answer) {
  if (route == nullptr || route->caching != Caching::Revalidate) return;
  if (std::holds_alternative<FilePart>(answer.body) || answer.header("ETag") != nullptr) return;
  answer.headers.push_back({"ETag", tag_of(answer)});
}

void make_not_modified(Response& answer) {
  answer.status = 304;
  answer.content_type.clear();
  answer.body = std::string();
  answer.seams.reset();
}

Coding coding_for(const Call& call, const Response& answer) {
  return preferred_coding(call.request.header("accept-encoding").value_or(""), favourite_coding(answer));
}

void choose_form(const Call& call, Response& answer, Coding coding) {
  if (std::string* etag = find(answer, "ETag"); etag != nullptr && answer.status == 200) {
    const auto has = call.request.header("if-none-match");
    const bool fresh = reads(call.request.method) && has && names_content(*has, *etag);
    *etag = tag_in_coding(std::move(*etag), coding);
    if (fresh) return make_not_modified(answer);
  }
  encode(answer, coding);
}

}  // namespace

void finish(Call& call, const Route* route, Response& answer) {
  answer.headers.reserve(answer.headers.size() + 6 + call.cookies_to_set.size() + call.headers_to_add.size());
  for (const Cookie& cookie : call.cookies_to_set)
    answer.headers.push_back({"Set-Cookie", set_cookie_value(cookie, call.request.scheme)});
  std::ranges::move(call.headers_to_add, std::back_inserter(answer.headers));
  call.headers_to_add.clear();
  if (answer.header("Cache-Control") == nullptr)
    answer.headers.push_back({"Cache-Control", std::string(cache_control(call, route, answer))});
  const bool encodable = is_encodable(answer);
  vary_by(answer, what_decides(route, encodable));
  if (answer.status == 200 && reads(call.request.method)) tag(route, answer);
  choose_form(call, answer, encodable ? coding_for(call, answer) : Coding::Identity);
  if (!call.request.id.empty()) answer.headers.push_back({"X-Request-Id", std::string(call.request.id)});
  answer.fixed_headers = security_headers(call.request.scheme);
}

}  // namespace stoa::http
