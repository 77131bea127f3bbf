#pragma once
#include "http/route.h"

#include <string>
#include <utility>
#include <vector>

namespace stoa::http {

/// More than any form of words needs; one that uploads has a plan of its own.
inline constexpr std::size_t kFormBytes = 256 << 10;

/// A plain function of a request and of what a domain's pages need, which is copied into the row.
template <class Needs>
using PageWork = Result<Response> (*)(Call&, const Needs&);

// Rows of a domain's pages.
template <class Needs>
Route page_route(const Needs& needs, std::string path, std::string summary, PageWork<Needs> work) {
  Route route{.path = std::move(path), .kind = Kind::Page, .summary = std::move(summary)};
  route.handler = [needs, work](Call& call) { return work(call, needs); };
  return route;
}

/// One whose form may have these fields.
template <class Needs>
Route form_route(const Needs& needs, std::string path, std::string summary, std::vector<std::string> fields,
                 PageWork<Needs> work) {
  Route route = page_route(needs, std::move(path), std::move(summary), work);
  route.method = Method::Post;
  route.form = std::move(fields);
  route.plan.body_bytes = kFormBytes;
  return route;
}

template <class Needs>
Route fragment_route(const Needs& needs, std::string path, std::string summary, PageWork<Needs> work) {
  Route route = page_route(needs, std::move(path), std::move(summary), work);
  route.kind = Kind::Fragment;
  return route;
}

/// Whether htmx asks, which takes a part of a page instead of the whole.
inline bool wants_part(const Call& call) {
  return call.request.header("HX-Request") == "true";
}

}  // namespace stoa::http
