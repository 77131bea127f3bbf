#include "keyspace/redis/failure.h"

#include <fmt/format.h>

#include <system_error>

namespace stoa::keyspace::redis {

Error unreachable(std::string_view where, std::string_view what) {
  return {Error::Kind::Unavailable, "redis.unreachable",
          fmt::format("{}: {}; see that the server runs and that the url is right", where, what)};
}

Error timed_out(std::string_view where, std::string_view doing) {
  return {Error::Kind::Unavailable, "redis.timeout",
          fmt::format("{}: no answer in time while {}; see what the server does, or raise the time-out",
                      where, doing)};
}

Error untrusted(std::string_view where, std::string_view what) {
  return {Error::Kind::Unavailable, "redis.tls",
          fmt::format("{}: TLS failed: {}; name the CA that signed the server's certificate with ?ca=FILE",
                      where, what)};
}

Error outcome_unknown(const Error& cause) {
  return {Error::Kind::Unavailable, "redis.outcome_unknown",
          fmt::format(
              "a change was sent and its answer is lost, so it may or may not have been made; read before "
              "trying again ({})",
              cause.message)};
}

bool connection_broke(const Error& error) {
  return error.code == "redis.unreachable";
}

std::string system_message(int error) {
  return std::generic_category().message(error);
}

}  // namespace stoa::keyspace::redis
