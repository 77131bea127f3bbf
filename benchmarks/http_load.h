#pragma once
#include <sys/types.h>

#include <chrono>
#include <string>

namespace stoa::bench {

enum class Over { Http, Https };

/// What a desktop browser sends for a page: some 590 bytes.
const std::string& browser_request();

struct HttpRate {
  double per_second = 0;
  /// Of the server's processes or threads, user and system.
  double cpu_microseconds = 0;
};

/// Sends `request` over `connections` connections, each again when its answer has come, from one thread on a
/// core of its own. Answers must all have one length. `server` is the process whose CPU time is looked at.
HttpRate http_closed_loop(int port, Over, pid_t server, const std::string& request, int connections,
                          std::chrono::milliseconds);

/// Nanoseconds that all threads of a process have run.
double run_time(pid_t process);

/// The calling thread, and those it starts, stay on one core; on a machine with a single one nothing happens.
enum class Core { Server, Client };
void stay_on(Core);
void stay_nowhere();

}  // namespace stoa::bench
