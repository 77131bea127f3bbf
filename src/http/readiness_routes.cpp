#include "http/readiness_routes.h"

#include "http/problem.h"

namespace stoa::http {
namespace {

Response alive(Call&) {
  return {.body = "ok\n"};
}

Response ready(const Readiness& readiness, Call& call) {
  std::string trouble;
  for (const EngineState& engine : readiness.states())
    if (engine.trouble) trouble += (trouble.empty() ? "" : "; ") + engine.port + ": " + engine.trouble->code;
  if (trouble.empty()) return {.body = "ok\n"};
  return problem(503, "http.not_ready", trouble, call.request.id);
}

}  // namespace

std::vector<Route> readiness_routes(const Readiness& readiness) {
  return {{.path = "/livez", .kind = Kind::Plumbing, .summary = "The process runs", .handler = alive},
          {.path = "/readyz",
           .kind = Kind::Plumbing,
           .summary = "Every engine serves",
           .handler = [&readiness](Call& call) { return ready(readiness, call); }}};
}

}  // namespace stoa::http
