#pragma once
#include "base/described.h"
#include "base/result.h"
#include "http/response.h"

namespace stoa::http {

/// RFC 9457. `code` is stable and machine readable, `detail` is for people.
struct Problem {
  std::string type = "about:blank";
  std::string title;
  int status;
  std::string code;
  std::string detail;
};
StructDescription describe(Described<Problem>);

/// Where kinds of failure become statuses of HTTP.
int status_of(Error::Kind);

Response problem(int status, std::string code, std::string detail);
Response problem(const Error&);

}  // namespace stoa::http
