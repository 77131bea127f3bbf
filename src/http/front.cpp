#include "http/front.h"

#include "http/problem.h"
#include "http/welcome.h"

#include <array>

namespace stoa::http {
namespace {

struct House {
  const Readiness& readiness;
  const std::string version;
};

Response welcome(const House& house) {
  return {200, "text/html; charset=utf-8", welcome_page(house.readiness.states(), house.version)};
}

Response stylesheet(const House&) {
  return {200, "text/css; charset=utf-8", std::string(welcome_stylesheet())};
}

Response alive(const House&) {
  return {.body = "ok\n"};
}

Response ready(const House& house) {
  std::string trouble;
  for (const EngineState& engine : house.readiness.states())
    if (engine.trouble)
      trouble += (trouble.empty() ? "" : "; ") + engine.port + ": " + engine.trouble->message;
  if (trouble.empty()) return {.body = "ok\n"};
  return problem(503, "http.not_ready", trouble);
}

struct Route {
  std::string_view path;
  Response (*answer)(const House&);
};

constexpr auto kRoutes = std::to_array<Route>({
    {"/", welcome},
    {"/stoa.css", stylesheet},
    {"/livez", alive},
    {"/readyz", ready},
});

}  // namespace

Handler front(const Readiness& readiness, std::string version) {
  return [house = House{readiness, std::move(version)}](const Request& request) {
    const bool reads = request.method == "GET" || request.method == "HEAD";
    for (const Route& route : kRoutes)
      if (reads && route.path == request.path) return route.answer(house);
    return problem(404, "http.not_found", "There is nothing here; the front page is at /.");
  };
}

}  // namespace stoa::http
