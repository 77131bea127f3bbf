#pragma once
#include "base/clock.h"
#include "base/log.h"
#include "base/log_throttle.h"
#include "http/access_log.h"
#include "http/admission.h"
#include "http/application.h"
#include "http/buckets.h"
#include "http/csrf.h"
#include "http/error_pages.h"
#include "http/idempotency.h"
#include "http/route.h"
#include "http/router.h"
#include "http/secret.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stoa::http {

/// What a site is made of. All that is pointed to outlives it.
struct SiteOptions {
  /// Of what forms and idempotent requests carry: shared_secret(), so that all nodes understand each other.
  Secret secret;
  /// The domains' tables, joined.
  std::vector<Route> routes = {};
  std::string version = {};
  /// Null: everybody is a guest without a token.
  Sessions* sessions = nullptr;
  /// Null: errors of pages are problem documents too.
  ErrorPages* error_pages = nullptr;
  /// Where answers are kept under their Idempotency-Key; needed when a route takes one.
  records::Records* records = nullptr;
  /// A row for each action that a route names.
  std::vector<BucketRule> buckets = {};
  /// Where a guest is sent who asks for a member's page or sends its form, with `?next=`.
  std::string login_path = "/login";
  /// Pool when engines are other machines: then no handler runs on a loop, but for plumbing that is the same
  /// for everybody.
  Plan::Place place = Plan::Place::Loop;
  AccessLog* access_log = nullptr;
  /// Told of every answer, with `request.route` set; for the metrics. Must be quick.
  std::function<void(const Request&, const Response&, std::chrono::nanoseconds took)> observe = {};
  const Clock* clock = &Clock::system();
  Logger log = Logger::silent();
};

/// Everything between the server and the domains' handlers: finds the route and keeps what its row promises,
/// in this order: who asks and may they; is it their own doing (CSRF); not too often; not twice; the handler;
/// then ETag, compression and headers.
class Site final : public Application, public Fragments {
 public:
  /// Adds `/openapi.json`. std::logic_error for tables that contradict themselves: patterns that conflict, a
  /// bucket without a rule, an Idempotency-Key without records.
  explicit Site(SiteOptions);

  std::variant<Plan, Response> plan(const Request& head) override;
  Response handle(Request&) override;
  Response refuse(const Request&, int status, std::string_view code, std::string_view detail) override;
  void answered(const Request&, const Response&, std::chrono::nanoseconds took) override;

  Result<std::string> fragment(Call& asker, std::string_view path) override;

  std::span<const Route> routes() const { return routes_; }

 private:
  void check_tables() const;
  void prepare(Call&);
  void note_viewer_of_page(Call&) const;
  Response unrouted(Call&, const Router::Match&);
  Response respond(Call&, const Route&);
  /// Unless too many calls came.
  Response perform_counted(Call&, const Route&);
  /// From the bucket of where the call comes from and from the member's.
  Buckets::Taken take_token(const Call&, const BucketRule&);
  void give_token_back(const Call&, const BucketRule&);
  Response too_many(Call&, const Route&, const Buckets::Taken&);
  Response perform(Call&, const Route&);
  Response perform_once(Call&, const Route&, std::string_view key);
  Response run(Call&, const Route&);
  Response failure(Call&, const Route&, const Error&);
  /// What is our fault, and of that one line a second for each code.
  void log_failure(const Call&, const Route&, const Error&);
  Response trouble(Call&, Kind, int status, std::string_view code, std::string_view detail);
  Response send_to_login(Call&, const Route&, const Error&);
  /// With `next`, where to go on: the page that was asked for, or the one with the form that was sent, of
  /// which `unsent` then says that nothing became of it.
  std::string login_address(const Call&, const Route&) const;
  bool is_page(std::string_view address) const;
  Response finished(Call&, const Route*, Response);

  // Fixed at construction.
  const SiteOptions options_;
  const std::vector<Route> routes_;
  const Router router_;
  const Csrf csrf_;
  const Admission admission_;

  Buckets buckets_;
  std::optional<IdempotencyStore> kept_;
  LogThrottle failures_logged_;
};

/// Tables one after the other.
std::vector<Route> joined(std::initializer_list<std::vector<Route>>);

}  // namespace stoa::http
