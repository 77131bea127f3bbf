#pragma once
#include "http/request.h"

#include <string>

namespace stoa::http {

/// The address that the visitor reached us under, `https://example.org:8443`, for links that are read
/// elsewhere. It holds what the client sent as Host.
std::string origin_of(const Request&);

}  // namespace stoa::http
