#include "http/site.h"

#include "http/ascii.h"
#include "http/finish.h"
#include "http/form.h"
#include "http/language.h"
#include "http/openapi.h"
#include "http/origin.h"
#include "http/percent.h"
#include "http/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace stoa::http {
namespace {

/// A fragment in a fragment in a fragment: more is a circle.
constexpr int kDeepestFragment = 3;
constexpr std::string_view kLanguageCookie = "lang";

std::vector<Route> with_document(std::vector<Route> routes, std::string_view version) {
  auto document = std::make_shared<const SharedText>(openapi_document(routes, version));
  routes.push_back(
      {.path = "/openapi.json",
       .kind = Kind::Plumbing,
       .summary = "This document",
       .handler =
           [document](Call&) { return Response{.content_type = "application/json", .body = document}; },
       .caching = Caching::Revalidate});
  return routes;
}

bool wants_page(const Request& request) {
  return request.header("accept").value_or("").find("text/html") != std::string_view::npos;
}

bool is_from_htmx(const Request& request) {
  return request.header("hx-request") == "true";
}

/// A guest who asks without a session has no name but an address, which others have too: an answer that
/// brings the session's token is for who gets it now and nobody else.
bool starts_session(const Call& call) {
  return std::ranges::find(call.cookies_to_set, kSessionCookie, &Cookie::name) != call.cookies_to_set.end();
}

std::int64_t whole_seconds(Duration wait) {
  return std::chrono::ceil<std::chrono::seconds>(wait).count();
}

/// `"action"` with a parameter for each letter. By hand: formatting two of these was a tenth of what a small
/// answer takes.
std::string limit_text(std::string_view action, char first, std::int64_t one, char second,
                       std::int64_t other) {
  std::string text;
  text.reserve(action.size() + 40);
  text.append(1, '"').append(action).append(1, '"');
  for (const auto& [letter, number] : {std::pair(first, one), std::pair(second, other)}) {
    const fmt::format_int digits(number);
    text.append(1, ';').append(1, letter).append(1, '=').append(digits.data(), digits.size());
  }
  return text;
}

/// Whom a bucket is counted for, from wherever they call.
std::string account_of(const ObjectId& id) {
  return "user " + id.hex();
}

void add_limit_headers(Call& call, const BucketRule& rule, const Buckets::Taken& taken) {
  call.headers_to_add.reserve(2);
  call.headers_to_add.push_back(
      {"RateLimit", limit_text(rule.action, 'r', taken.left, 't', whole_seconds(taken.wait))});
  call.headers_to_add.push_back(
      {"RateLimit-Policy", limit_text(rule.action, 'q', rule.calls, 'w', rule.per.count())});
}

}  // namespace

std::vector<Route> joined(std::initializer_list<std::vector<Route>> tables) {
  std::vector<Route> routes;
  for (const auto& table : tables) routes.insert(routes.end(), table.begin(), table.end());
  return routes;
}

Site::Site(SiteOptions options)
    : options_(std::move(options)),
      routes_(with_document(options_.routes, options_.version)),
      router_(routes_),
      csrf_(options_.secret),
      admission_(options_.sessions, csrf_),
      buckets_(options_.buckets, *options_.clock),
      failures_logged_(*options_.clock) {
  if (options_.records != nullptr) kept_.emplace(*options_.records, *options_.clock, options_.secret);
  check_tables();
}

void Site::check_tables() const {
  for (const Route& route : routes_) {
    if (!route.handler) throw std::logic_error("the route '" + route.path + "' has no handler");
    for (const std::string& action : {route.bucket, route.bucket_of_attempts})
      if (!action.empty()) buckets_.rule(action);
    if (route.idempotency != Idempotency::None && !kept_)
      throw std::logic_error("the route '" + route.path +
                             "' takes an Idempotency-Key, and there are no records");
  }
}

void Site::prepare(Call& call) {
  call.fragments = this;
  call.csrf_tokens = &csrf_;
  call.language = chosen_language(call.cookie(kLanguageCookie), call.request.header("accept-language"));
}

std::variant<Plan, Response> Site::plan(const Request& head) {
  head.route = nullptr;
  Parameters parameters;
  const Router::Match match = router_.match(head.method, head.path, parameters);
  head.route = match.route;
  const bool good_query = is_well_formed_form(head.query);
  if (match.route != nullptr && good_query && Admission::admit_head(head, *match.route).ok()) {
    Plan plan = match.route->plan;
    if (options_.place == Plan::Place::Pool && Admission::asks_who(head, *match.route))
      plan.place = options_.place;
    return plan;
  }
  Request request = head;
  Call call(request);
  prepare(call);
  if (match.route == nullptr) {
    // Who looks is asked where that may take its time; what is sent to no address of ours is not read for it.
    const bool reads = head.method == Method::Get || head.method == Method::Head;
    const bool on_pool = options_.place == Plan::Place::Pool;
    if (on_pool && reads && wants_page(head) && Admission::has_session(head))
      return Plan{.place = options_.place};
    if (!on_pool) note_viewer_of_page(call);
    return finished(call, nullptr, unrouted(call, match));
  }
  if (!good_query)
    return refuse(head, 400, "http.query", "the query must be percent-encoded UTF-8; look at each % in it");
  return finished(call, match.route,
                  failure(call, *match.route, Admission::admit_head(head, *match.route).error()));
}

Response Site::handle(Request& request) {
  Call call(request);
  prepare(call);
  if (request.route != nullptr) {
    router_.read(*request.route, request.path, call.parameters);
  } else {
    const Router::Match match = router_.match(request.method, request.path, call.parameters);
    request.route = match.route;
    if (match.route == nullptr) {
      note_viewer_of_page(call);
      return finished(call, nullptr, unrouted(call, match));
    }
  }
  const Route& route = *request.route;
  return finished(call, &route, respond(call, route));
}

Response Site::refuse(const Request& head, int status, std::string_view code, std::string_view detail) {
  Request request = head;
  Call call(request);
  prepare(call);
  if (status == 413 && head.route != nullptr && head.route->oversize) {
    router_.match(head.method, head.path, call.parameters);
    auto answer = head.route->oversize(call);
    if (answer.ok()) return finished(call, nullptr, *std::move(answer));
  }
  const Kind kind = head.route != nullptr ? head.route->kind : wants_page(head) ? Kind::Page : Kind::Api;
  return finished(call, nullptr, trouble(call, kind, status, code, detail));
}

void Site::answered(const Request& request, const Response& response, std::chrono::nanoseconds took) {
  if (options_.access_log != nullptr) options_.access_log->note(request, response, took);
  if (options_.observe) options_.observe(request, response, took);
}

/// A page that says that something is not there has the header of whoever looks at it.
void Site::note_viewer_of_page(Call& call) const {
  if (wants_page(call.request)) admission_.note_viewer(call);
}

Response Site::unrouted(Call& call, const Router::Match& match) {
  using Outcome = Router::Match::Outcome;
  const Kind kind = wants_page(call.request) ? Kind::Page : Kind::Api;
  const Request& request = call.request;
  if (match.outcome == Outcome::Elsewhere) {
    Response moved = see_other(request.path.substr(0, request.path.size() - 1));
    moved.status = 308;
    if (!request.query.empty()) moved.headers.back().value += "?" + std::string(request.query);
    return moved;
  }
  if (match.outcome == Outcome::Malformed)
    return trouble(
        call, kind, 400, "http.path",
        "the path must be percent-encoded UTF-8 without empty segments, dots and control characters");
  if (match.outcome == Outcome::NotFound)
    return trouble(call, kind, 404, "http.not_found", "there is nothing at this address");
  Response answer = request.method == Method::Options
                        ? no_content()
                        : trouble(call, kind, 405, "http.method", "this address knows only " + match.allowed);
  answer.headers.push_back({"Allow", match.allowed});
  return answer;
}

Response Site::respond(Call& call, const Route& route) {
  if (auto opened = call.open_form(); !opened.ok()) return failure(call, route, opened.error());
  if (auto admitted = admission_.admit(call, route); !admitted.ok())
    return failure(call, route, admitted.error());
  return route.bucket.empty() ? perform(call, route) : perform_counted(call, route);
}

Response Site::perform_counted(Call& call, const Route& route) {
  const BucketRule& rule = buckets_.rule(route.bucket);
  const Buckets::Taken taken = take_token(call, rule);
  if (!taken.allowed) {
    add_limit_headers(call, rule, taken);
    return too_many(call, route, taken);
  }
  Response answer = perform(call, route);
  const bool is_attempt = call.came_to_nothing || answer.status >= 400;
  if (!is_attempt || route.bucket_of_attempts.empty()) {
    add_limit_headers(call, rule, taken);
    return answer;
  }
  const BucketRule& attempts = buckets_.rule(route.bucket_of_attempts);
  const Buckets::Taken instead = take_token(call, attempts);
  if (instead.allowed) give_token_back(call, rule);
  add_limit_headers(call, instead.allowed ? attempts : rule, instead.allowed ? instead : taken);
  return answer;
}

Buckets::Taken Site::take_token(const Call& call, const BucketRule& rule) {
  Buckets::Taken taken = buckets_.take(rule, client_network(call.request.client));
  if (taken.allowed && call.viewer.id) {
    const auto of_account = buckets_.take(rule, account_of(*call.viewer.id));
    if (!of_account.allowed || of_account.left < taken.left) taken = of_account;
  }
  return taken;
}

void Site::give_token_back(const Call& call, const BucketRule& rule) {
  buckets_.give_back(rule, client_network(call.request.client));
  if (call.viewer.id) buckets_.give_back(rule, account_of(*call.viewer.id));
}

Response Site::too_many(Call& call, const Route& route, const Buckets::Taken& taken) {
  const auto seconds = whole_seconds(taken.wait);
  Response refusal = trouble(call, route.kind, 429, "http.too_many",
                             fmt::format("too many of these in a short time; try again in {} s", seconds));
  refusal.headers.push_back({"Retry-After", std::to_string(seconds)});
  return refusal;
}

Response Site::perform(Call& call, const Route& route) {
  if (route.idempotency == Idempotency::None) return run(call, route);
  const auto key = IdempotencyStore::key_of(call);
  if (!key.ok()) return failure(call, route, key.error());
  if (*key) return perform_once(call, route, **key);
  if (route.idempotency == Idempotency::Optional) return run(call, route);
  return trouble(
      call, route.kind, 400, "idempotency.key_missing",
      "this needs an Idempotency-Key, so that a request that is sent twice is done once; a new UUID is good");
}

Response Site::perform_once(Call& call, const Route& route, std::string_view key) {
  KeptAnswer kept(*kept_, call, key);
  const bool claims = route.keep == Keep::AfterHandler;
  auto instead = claims ? kept.claim() : kept.find(options_.records->read());
  if (!instead.ok()) return failure(call, route, instead.error());
  if (*instead) {
    call.came_to_nothing = true;
    return **std::move(instead);
  }
  call.kept = &kept;
  const auto release = [&] {
    if (!claims) return;
    if (const auto released = kept.release(); !released.ok())
      options_.log.warning("a key stays in flight until its lease is over",
                           {{"request", call.request.id}, {"why", released.error().message}});
  };
  try {
    Response answer = run(call, route);
    call.kept = nullptr;
    if (answer.status >= 500 || (claims && starts_session(call))) {
      release();
    } else if (!kept.was_kept() && claims) {
      if (auto done = kept.keep(answer); !done.ok()) return failure(call, route, done.error());
    } else if (!kept.was_kept() && answer.status < 400) {
      throw std::logic_error("the route '" + route.path +
                             "' says Keep::InTransaction, and its handler kept no answer");
    }
    return answer;
  } catch (...) {
    call.kept = nullptr;
    release();
    throw;
  }
}

Response Site::run(Call& call, const Route& route) {
  auto answer = route.handler(call);
  return answer.ok() ? *std::move(answer) : failure(call, route, answer.error());
}

Response Site::failure(Call& call, const Route& route, const Error& error) {
  const bool for_people = route.kind == Kind::Page || route.kind == Kind::Fragment;
  if (error.code == "http.unauthorized" && for_people) return send_to_login(call, route, error);
  log_failure(call, route, error);
  return trouble(call, route.kind, status_of(error), error.code, detail_for_all(error));
}

void Site::log_failure(const Call& call, const Route& route, const Error& error) {
  const bool damaged = error.kind == Error::Kind::Corrupt;
  if (!damaged && error.kind != Error::Kind::Unavailable) return;
  const auto left_out = failures_logged_.pass(error.code);
  if (!left_out) return;
  const Logger log = *left_out > 0 ? options_.log.with({{"left_out", *left_out}}) : options_.log;
  const Logger::Fields fields{
      {"request", call.request.id}, {"route", route.path}, {"code", error.code}, {"message", error.message}};
  damaged ? log.error("a request met damaged data", fields)
          : log.warning("a request could not be served", fields);
}

Response Site::trouble(Call& call, Kind kind, int status, std::string_view code, std::string_view detail) {
  Response plain = problem(status, std::string(code), std::string(detail), call.request.id);
  const bool for_people = kind == Kind::Page || kind == Kind::Fragment;
  if (!for_people || options_.error_pages == nullptr) return plain;
  Response page = options_.error_pages->page(call, status, code, detail);
  page.headers.insert(page.headers.end(), std::make_move_iterator(plain.headers.begin()),
                      std::make_move_iterator(plain.headers.end()));
  return page;
}

std::string Site::login_address(const Call& call, const Route& route) const {
  const Request& request = call.request;
  if (request.method == Method::Get && !is_from_htmx(request))
    return options_.login_path + "?next=" + percent_encoded(request.target);
  std::string address = options_.login_path;
  char separator = '?';
  if (const auto page = page_it_came_from(request); page && is_page(*page)) {
    address += separator + ("next=" + percent_encoded(*page));
    separator = '&';
  }
  // A form without fields is a button, and loses nothing.
  if (request.method == Method::Post && route.form && !route.form->empty())
    address += separator + std::string("unsent=form");
  return address;
}

/// One that can be asked for: what a form was answered with may stand at an address that takes forms only.
bool Site::is_page(std::string_view address) const {
  Parameters parameters;
  const Route* route = router_.match(Method::Get, cut(address, '?'), parameters).route;
  return route != nullptr && route->kind == Kind::Page;
}

Response Site::send_to_login(Call& call, const Route& route, const Error& error) {
  const std::string address = login_address(call, route);
  if (!is_from_htmx(call.request) && route.kind == Kind::Page) return see_other(address);
  // htmx would put the log-in page into the place of the fragment; this makes it load the page instead.
  Response answer = trouble(call, route.kind, 401, error.code, error.message);
  answer.headers.push_back({"HX-Redirect", address});
  return answer;
}

Response Site::finished(Call& call, const Route* route, Response answer) {
  finish(call, route, answer);
  return answer;
}

Result<std::string> Site::fragment(Call& asker, std::string_view path) {
  if (asker.depth == kDeepestFragment) throw std::logic_error("fragments stand in one another in a circle");
  Request request = asker.request;
  request.method = Method::Get;
  request.target = path;
  request.path = cut(path, '?');
  request.query = path;
  request.body = {};
  request.upload.reset();
  Call call(request);
  const Router::Match match = router_.match(Method::Get, request.path, call.parameters);
  request.route = match.route;
  if (match.route == nullptr || match.route->kind != Kind::Fragment)
    return Error{Error::Kind::NotFound, "http.not_found",
                 "there is no fragment at " + std::string(request.path)};
  STOA_TRY(Admission::check_role(asker.viewer, *match.route));
  call.fragments = this;
  call.csrf_tokens = &csrf_;
  call.viewer = asker.viewer;
  call.language = asker.language;
  call.depth = asker.depth + 1;
  // A guest's CSRF cookie, once made, is the same for the page and all in it.
  call.cookies_to_set = std::move(asker.cookies_to_set);
  auto answer = match.route->handler(call);
  asker.cookies_to_set = std::move(call.cookies_to_set);
  if (!answer.ok()) return std::move(answer).error();
  make_whole(*answer);
  if (auto* own = std::get_if<std::string>(&answer->body)) return std::move(*own);
  if (!std::holds_alternative<FilePart>(answer->body)) return std::string(text_of(answer->body));
  throw std::logic_error("the fragment '" + match.route->path + "' is a file");
}

}  // namespace stoa::http
