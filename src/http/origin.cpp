#include "http/origin.h"

#include "http/answers.h"
#include "http/ascii.h"

#include <algorithm>

namespace stoa::http {
namespace {

/// Without the port that goes without saying.
std::string_view host_without_default_port(std::string_view host, Scheme scheme) {
  const std::string_view port = scheme == Scheme::Https ? ":443" : ":80";
  return host.ends_with(port) ? host.substr(0, host.size() - port.size()) : host;
}

/// Of an address: where its path begins, or its end. npos for what names no host.
std::size_t end_of_origin(std::string_view address) {
  const std::size_t scheme = address.find("://");
  if (scheme == address.npos) return address.npos;
  return std::min(address.find_first_of("/?#", scheme + 3), address.size());
}

}  // namespace

std::string origin_of(const Request& request) {
  std::string origin = request.scheme == Scheme::Https ? "https://" : "http://";
  return origin += request.header("Host").value_or("localhost");
}

bool is_of_this_site(const Request& request, std::string_view address) {
  const auto host = request.header("host");
  const std::size_t end = end_of_origin(address);
  if (!host || end == address.npos) return false;
  const std::size_t authority = address.find("://") + 3;
  const Scheme scheme = address.starts_with("https:") ? Scheme::Https : Scheme::Http;
  return equal_ignoring_case(host_without_default_port(address.substr(authority, end - authority), scheme),
                             host_without_default_port(*host, scheme));
}

std::optional<std::string> page_it_came_from(const Request& request) {
  // What htmx sends for is a part of a page; this is the page's own address.
  auto address = request.header("hx-current-url");
  if (!address) address = request.header("referer");
  if (!address || !is_of_this_site(request, *address)) return std::nullopt;
  std::string_view page = address->substr(end_of_origin(*address));
  std::string path = local_path(cut(page, '#'), "");
  return path.empty() ? std::nullopt : std::optional(std::move(path));
}

}  // namespace stoa::http
