#include "http/server_options.h"

#include <algorithm>
#include <thread>

namespace stoa::http {
namespace {

/// As many as hash passwords at once; with one, a log-in would wait for a picture.
constexpr int kPoolThreads = 4;

/// With Redis every request runs on the pool and waits there for Redis and the disk: with fewer threads than
/// connections some of these would never be used.
std::size_t pool_threads(const Settings& settings) {
  if (settings.threads.pool > 0) return static_cast<std::size_t>(settings.threads.pool);
  const bool waits_for_redis = settings.keyspace.engine == Settings::Keyspace::Engine::Redis;
  return static_cast<std::size_t>(
      waits_for_redis ? std::max(kPoolThreads, settings.keyspace.redis_connections) : kPoolThreads);
}

}  // namespace

Result<ServerOptions> server_options(const Settings& settings, const Logger& log) {
  const Settings::Http& http = settings.http;
  if (http.certificate.empty() != http.key.empty())
    return Error{
        Error::Kind::Invalid, "http.certificate",
        "HTTPS needs a certificate and its key, and only one is given: --http.certificate, --http.key"};
  ServerOptions options;
  options.address = http.address;
  options.port = static_cast<std::uint16_t>(http.port);
  if (!http.certificate.empty()) options.tls = Tls{http.certificate, http.key};
  options.proxies = http.proxies;
  options.connections = static_cast<std::size_t>(http.connections);
  options.idle_timeout = http.idle_timeout;
  options.drain_timeout = http.drain_timeout;
  options.loops = settings.threads.loops > 0 ? static_cast<std::size_t>(settings.threads.loops)
                                             : std::max<std::size_t>(1, std::thread::hardware_concurrency());
  options.pool_threads = pool_threads(settings);
  options.upload_directory = std::filesystem::path(settings.data.directory) / "uploads";
  options.log = log;
  return options;
}

}  // namespace stoa::http
