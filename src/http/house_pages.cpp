#include "http/house_pages.h"

#include "http/component_samples.h"
#include "http/language.h"

namespace stoa::http {
namespace {
using namespace std::chrono_literals;

Fields engine_fields(const EngineState& engine) {
  Fields fields{{"port", engine.port},
                {"name", engine.name},
                {"keyspace", engine.port == "keyspace"},
                {"records", engine.port == "records"},
                {"other", engine.port != "keyspace" && engine.port != "records"}};
  if (engine.trouble) fields.set("trouble", engine.trouble->message);
  return fields;
}

Response front_page(Call& call, const Pages& pages, const Readiness& readiness) {
  List engines;
  for (const EngineState& engine : readiness.states()) engines.push_back(engine_fields(engine));
  return pages.page(call, "front.html", {{"engines", std::move(engines)}});
}

/// A harmless change, so a plain link makes it: a page that is kept for everybody can then offer it too.
Result<Response> switch_language(Call& call) {
  const auto language = language_from_tag(call.parameter("language"));
  if (!language) return Error{Error::Kind::NotFound, "http.not_found", "there is no such language"};
  call.set_cookie({"lang", std::string(tag_of(*language)), 365 * 24h});
  return see_other(local_path(call.query("to").value_or("/")));
}

Response visitor(Call& call, const Pages& pages) {
  return pages.visitor(call);
}

Route plain(std::string path, std::string summary, Handler handler, Kind kind) {
  return {.method = Method::Get,
          .path = std::move(path),
          .kind = kind,
          .summary = std::move(summary),
          .handler = std::move(handler)};
}

Handler static_file(const Pages& pages, std::string name) {
  return [&pages, name = std::move(name)](Call& call) { return pages.static_file(call.request, name); };
}

}  // namespace

std::vector<Route> house_routes(const Pages& pages, const Readiness& readiness) {
  return {
      plain(
          "/about", "What the house is and stands on",
          [&](Call& call) { return front_page(call, pages, readiness); }, Kind::Page),
      plain("/language/{language}", "Chooses the language", switch_language, Kind::Page),
      plain(
          "/fragments/visitor", "The header's personal part",
          [&](Call& call) { return visitor(call, pages); }, Kind::Fragment),
      plain(
          "/docs/components", "Every component of the pages",
          [&](Call& call) {
            return pages.page(call, "docs/components.html", component_samples(Clock::system().now()));
          },
          Kind::Page),
      plain(
          "/static/{path*}", "Static files",
          [&](Call& call) { return pages.static_file(call.request, call.parameter("path")); },
          Kind::Plumbing),
      plain("/favicon.ico", "The icon", static_file(pages, "icon.svg"), Kind::Plumbing),
      plain("/robots.txt", "For robots", static_file(pages, "robots.txt"), Kind::Plumbing),
  };
}

}  // namespace stoa::http
