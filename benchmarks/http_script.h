#pragma once
#include "http_load.h"

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::bench {

/// Requests that differ, whose answers may differ in length, but all begin with `expected`.
struct Script {
  std::vector<std::string> requests;
  std::string_view expected = "HTTP/1.1 200";
  enum class Then { BeginAgain, End } then = Then::BeginAgain;
};

/// Plays the script over `connections` connections, each sending the next request when its answer has come,
/// from one thread on a core of its own, for `most` or until the script ends. An answer that is not as
/// expected is a std::runtime_error that shows it.
HttpRate http_script(int port, pid_t server, const Script&, int connections, std::chrono::milliseconds most);

/// A request as a browser sends it, with headers of its own (each ended by CR LF) and a body.
std::string browser_request(std::string_view method, std::string_view target, std::string_view headers,
                            std::string_view body = {});

}  // namespace stoa::bench
