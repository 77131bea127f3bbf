#include "http/problem.h"

#include "base/fields.h"
#include "base/json.h"
#include "base/refused_writes.h"

#include <array>
#include <utility>

namespace stoa::http {

StructDescription describe(Described<Problem>) {
  return fields(
      "Problem", field("type", &Problem::type).help("Always about:blank; `code` tells problems apart."),
      field("title", &Problem::title).help("The status in words."), field("status", &Problem::status),
      field("code", &Problem::code).help("Stable and machine readable."),
      field("detail", &Problem::detail).help("What went wrong and what to do, for people."),
      field("request_id", &Problem::request_id).help("As X-Request-Id says and the server's log has it."));
}

namespace {

constexpr auto kStatusOfCode = std::to_array<std::pair<std::string_view, int>>({
    {"idempotency.other_payload", 422},
    {"http.content_type", 415},
    {"http.unauthorized", 401},
});

}  // namespace

int status_of(const Error& error) {
  for (const auto& [code, status] : kStatusOfCode)
    if (error.code == code) return status;
  switch (error.kind) {
    case Error::Kind::NotFound:
      return 404;
    case Error::Kind::Invalid:
      return 400;
    case Error::Kind::Conflict:
      return 409;
    case Error::Kind::Forbidden:
      return 403;
    case Error::Kind::TooMany:
      return 429;
    case Error::Kind::Unavailable:
      return 503;
    case Error::Kind::Corrupt:
      return 500;
  }
  return 500;
}

std::string detail_for_all(const Error& error) {
  const auto is_of = [&](std::string_view engine) { return error.code.starts_with(engine); };
  if (error.kind == Error::Kind::Corrupt)
    return "something is broken on our side, and the log says what; nothing was changed";
  if (error.kind != Error::Kind::Unavailable || !(is_of("store.") || is_of("redis."))) return error.message;
  if (error.code == "redis.outcome_unknown")
    return "a change was sent and its answer is lost, so it may or may not have been made; look before "
           "trying again";
  if (error.code == kDiskSlow)
    return "the disk took too long; the change may or may not be kept; look before trying again";
  if (error.code == kDiskFull)
    return "the disk takes no changes now; look before trying again: what was under way may be done later";
  return "the storage does not answer now; try again in a moment";
}

Response problem(int status, std::string code, std::string detail, std::string_view request_id) {
  Problem problem{.title = std::string(reason(status)),
                  .status = status,
                  .code = std::move(code),
                  .detail = std::move(detail)};
  if (!request_id.empty()) problem.request_id = request_id;
  Response answer{.status = status, .content_type = std::string(kProblemType), .body = to_json(problem)};
  if (status == 503 || problem.code == "idempotency.in_flight")
    answer.headers.push_back({"Retry-After", "1"});
  if (status == 401) answer.headers.push_back({"WWW-Authenticate", "Bearer"});
  return answer;
}

Response problem(const Error& error, std::string_view request_id) {
  return problem(status_of(error), error.code, detail_for_all(error), request_id);
}

}  // namespace stoa::http
