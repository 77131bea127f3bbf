#pragma once
#include "base/result.h"

#include <string>
#include <string_view>

namespace stoa::keyspace::redis {

// The ways a server can be away. Each names the server and the next step.

/// `redis.unreachable`: no connection, or one that broke.
Error unreachable(std::string_view where, std::string_view what);
/// `redis.timeout`: connected, and nothing comes.
Error timed_out(std::string_view where, std::string_view doing);
/// `redis.tls`: connected, and the two do not agree on trust.
Error untrusted(std::string_view where, std::string_view what);
/// `redis.outcome_unknown`: the commands were sent and the answer did not come.
Error outcome_unknown(const Error& cause);

/// Whether the connection broke, as opposed to a server that keeps silent.
bool connection_broke(const Error&);

/// What errno says, for messages.
std::string system_message(int error);

}  // namespace stoa::keyspace::redis
