#pragma once
#include "http/request.h"

#include <optional>
#include <string>
#include <string_view>

namespace stoa::http {

/// The address that the visitor reached us under, `https://example.org:8443`, for links that are read
/// elsewhere. It holds what the client sent as Host.
std::string origin_of(const Request&);

/// Whether an origin or a whole address is of the host that the request was sent to.
bool is_of_this_site(const Request&, std::string_view address);

/// The page of this site from which the request was sent, as path and query; nullopt when the browser names
/// none, or another site's.
std::optional<std::string> page_it_came_from(const Request&);

}  // namespace stoa::http
