#pragma once
// A domain's route table is a function that gives rows:
//
//     std::vector<Route> routes(Shop& shop) {
//       return {
//           {.method = Method::Get,
//            .path = "/api/products/{product:id}",
//            .summary = "One product",
//            .handler = [&shop](Call& call) -> Result<Response> {
//              return json(STOA_TRY(shop.product(call.parameter<ProductId>("product"))));
//            },
//            .returns = &schema_of<Product>()},
//       };
//     }
//
// The router, the access check, the OpenAPI document and the metrics' labels all come from the rows.

#include "base/result.h"
#include "http/answers.h"
#include "http/application.h"
#include "http/call.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stoa::http {

/// A plain function of a request; called on several threads at once. An Error becomes a problem document or
/// an error page, as the route's kind asks. One that gives a Response and never an Error fits too.
using Handler = std::function<Result<Response>(Call&)>;

enum class Access { Anyone, Member, Admin };

/// What a route is: part of the JSON API (in the OpenAPI document; errors as problem+json), a page or its
/// form (errors as pages, CSRF checked), a fragment of a page, or plumbing that is in no document.
enum class Kind { Api, Page, Fragment, Plumbing };

/// Whether the route takes an Idempotency-Key.
enum class Idempotency { None, Optional, Required };

/// When the answer is kept under its Idempotency-Key: after the handler (a crash between the two makes a
/// later retry run the handler again), or by the handler in the transaction that does the work, with once().
enum class Keep { AfterHandler, InTransaction };

/// Revalidate: answers to GET carry an ETag of their content, and a client that has it already gets 304.
enum class Caching { None, Revalidate };

/// What shows that a form was sent by our own page. Origin: a page that is kept for everybody can hold no
/// token, so for its form it is enough that the browser says so itself (Sec-Fetch-Site, Origin).
enum class Proof { Token, Origin };

/// A query parameter, for the document.
struct QueryParameter {
  std::string name;
  std::string help;
  const Schema* schema = &schema_of<std::string>();
  enum class Presence { Optional, Required } presence = Presence::Optional;
};

struct Route {
  Method method = Method::Get;
  /// `/api/products/{product:id}`: a parameter is one whole segment, of type `id` (24 hex digits), `name` (a
  /// Shortcode), `int` (a whole number from 0) or, without a type, any text. `{path*}` at the end takes the
  /// rest, slashes included. A fixed segment goes before a parameter.
  std::string path;
  Kind kind = Kind::Api;
  Access access = Access::Anyone;
  /// One line for the document.
  std::string summary = {};
  Handler handler = {};

  /// Described structs; null when there is none.
  const Schema* takes = nullptr;
  const Schema* returns = nullptr;
  int success = 200;
  std::vector<QueryParameter> queries = {};

  /// What a page's form may have besides `csrf` and `idempotency_key`; a name that ends in `*` stands for all
  /// that begin so. A form with another field is refused. Absent: the handler looks at that itself.
  std::optional<std::vector<std::string>> form = std::nullopt;

  Idempotency idempotency = Idempotency::None;
  Keep keep = Keep::AfterHandler;
  /// What answers a body that is larger than the plan has it, instead of an error page: a form can be shown
  /// again with a word of it. It sees neither the body nor who asks. Without one, or with its Error: 413.
  Handler oversize = {};
  /// The action whose token bucket a call takes from; empty: none.
  std::string bucket = {};
  /// The action whose bucket a call takes from instead when it came to nothing: refused with 4xx or 5xx, or
  /// as the handler says (Call::came_to_nothing). Once that is empty, the token stays taken from `bucket`, and
  /// so both together bound how often anybody tries. Empty: what is tried counts like what is done.
  std::string bucket_of_attempts = {};
  Caching caching = Caching::None;
  /// Of a page or fragment that changes something.
  Proof proof = Proof::Token;
  /// Of plumbing for anyone, whose handler is otherwise not told who asks: the requests for which it is.
  std::function<bool(const Request&)> asks_who = {};
  Plan plan = {.body_bytes = 1 << 20};
};

}  // namespace stoa::http
