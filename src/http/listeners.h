#pragma once
#include "base/result.h"
#include "http/server.h"

#include <cstddef>
#include <vector>

namespace stoa::http {

/// Sockets that listen on one port, one for each loop; the kernel spreads clients over them. The caller owns
/// them. Unavailable (`http.port_in_use`, `http.port_forbidden`) or Invalid (`http.address`), naming the
/// option to change.
Result<std::vector<int>> open_listeners(const ServerOptions&, std::size_t count);

/// The port a socket is bound to; 0 when it is none of TCP.
std::uint16_t port_of(int socket);

}  // namespace stoa::http
