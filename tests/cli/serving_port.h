#pragma once
#include "support/child_process.h"

#include <string>
#include <string_view>

namespace stoa::test {

/// Waits until a server that was started says where it serves HTTP; 0 when it does not come to that.
inline int serving_port(ChildProcess& server) {
  constexpr std::string_view kUrl = "url=http://127.0.0.1:";
  if (!server.wait_for_output(std::string(kUrl)) || !server.wait_for_output("records=")) return 0;
  return std::stoi(server.output().substr(server.output().find(kUrl) + kUrl.size()));
}

}  // namespace stoa::test
