#include "http/problem.h"

#include "base/fields.h"
#include "base/json.h"

namespace stoa::http {

StructDescription describe(Described<Problem>) {
  return fields("Problem", field("type", &Problem::type), field("title", &Problem::title),
                field("status", &Problem::status), field("code", &Problem::code),
                field("detail", &Problem::detail));
}

int status_of(Error::Kind kind) {
  switch (kind) {
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

Response problem(int status, std::string code, std::string detail) {
  const Problem problem{.title = std::string(reason(status)),
                        .status = status,
                        .code = std::move(code),
                        .detail = std::move(detail)};
  return {status, "application/problem+json", to_json(problem)};
}

Response problem(const Error& error) {
  return problem(status_of(error.kind), error.code, error.message);
}

}  // namespace stoa::http
