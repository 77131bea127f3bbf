#pragma once
#include "base/described.h"
#include "base/result.h"
#include "http/response.h"

#include <optional>
#include <string>
#include <string_view>

namespace stoa::http {

/// RFC 9457. `code` is stable and machine readable, `detail` is for people.
struct Problem {
  std::string type = "about:blank";
  std::string title;
  int status;
  std::string code;
  std::string detail;
  /// As X-Request-Id says and the log has it.
  std::optional<std::string> request_id = std::nullopt;
};
StructDescription describe(Described<Problem>);

inline constexpr std::string_view kProblemType = "application/problem+json";

/// Where failures become statuses of HTTP: by their kind, but for the few codes that have a status of their
/// own.
int status_of(const Error&);

/// What is said of a failure to whoever asked. The engines' own words name machines, directories and damaged
/// documents: those are for the log.
std::string detail_for_all(const Error&);

/// With 503 and with a key that is in flight comes a Retry-After.
Response problem(int status, std::string code, std::string detail, std::string_view request_id = {});
Response problem(const Error&, std::string_view request_id = {});

}  // namespace stoa::http
