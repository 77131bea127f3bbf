#include "base/settings.h"

#include "base/memory_limit.h"

namespace stoa {
namespace {
using namespace std::chrono_literals;
constexpr std::size_t kKilo = 1 << 10, kMega = 1 << 20, kGiga = 1 << 30;
}  // namespace

std::vector<Option> option_table(Settings& settings) {
  auto& [http, data, keyspace, records, store, log, access_log, pages, metrics, sessions, resp, threads] =
      settings;
  const std::uint64_t memory = memory_limit();
  using KeyspaceEngine = Settings::Keyspace::Engine;
  using RecordsEngine = Settings::Records::Engine;
  using Damaged = Settings::Store::Damaged;
  return {
      text_option("http.address", "The address to listen on; 0.0.0.0 is every one of this machine's.",
                  http.address, "127.0.0.1"),
      integer_option("http.port", "The port to listen on; 0 takes a free one.", http.port, 8080, {0, 65535}),
      text_option("http.certificate",
                  "A file with the certificate and its chain, in PEM form: with it, HTTPS is spoken.",
                  http.certificate, ""),
      text_option("http.key", "The file with the certificate's key, in PEM form.", http.key, ""),
      list_option("http.proxies",
                  "Addresses or blocks (10.0.0.0/8) of proxies whose X-Forwarded-For is believed.",
                  http.proxies, ""),
      integer_option("http.connections",
                     "The most clients at once; for one more, who has asked for nothing for longest goes.",
                     http.connections, 20000, {1, 1000000}),
      duration_option("http.idle_timeout", "How long a connection may lie idle between requests.",
                      http.idle_timeout, "75s", {1s, 1h}),
      duration_option("http.drain_timeout",
                      "How long a server that stops waits for answers that are under way.",
                      http.drain_timeout, "10s", {0s, 1h}),
      text_option("data.directory", "Where the embedded engines keep their data; one server owns it.",
                  data.directory, "data"),
      choice_option("keyspace.engine", "What holds sessions, counters and rankings.", keyspace.engine,
                    "embedded", {{"embedded", KeyspaceEngine::Embedded}, {"redis", KeyspaceEngine::Redis}}),
      url_option(
          "keyspace.redis_url",
          "Which Redis: redis://user:password@host:port/database, rediss:// with TLS, unix:///path?db=0.",
          keyspace.redis_url, "redis://127.0.0.1:6379/0", {"redis://", "rediss://", "unix://"}),
      integer_option("keyspace.redis_connections", "The most connections to Redis at once.",
                     keyspace.redis_connections, 16, {1, 1000}),
      duration_option("keyspace.redis_timeout", "How long a call waits for Redis before it fails.",
                      keyspace.redis_timeout, "2s", {1ms, 60s}),
      choice_option("records.engine", "What holds products, orders and other documents.", records.engine,
                    "embedded", {{"embedded", RecordsEngine::Embedded}}),
      size_option("store.queue", "Transactions wait to start while more than this is on its way to the disk.",
                  store.queue_bytes, "1m", {64 * kKilo, kGiga}),
      memory_option("store.row_cache", "Memory for documents that were read or written lately.",
                    store.row_cache_bytes, "6%", {0, 1024 * kGiga}, memory),
      memory_option("store.block_cache", "Memory for blocks of the files on disk.", store.block_cache_bytes,
                    "6%", {kMega, 1024 * kGiga}, memory),
      choice_option("store.damaged",
                    "What to do about a log that is damaged before its end: refuse to start, or keep the "
                    "prefix before it.",
                    store.damaged, "refuse", {{"refuse", Damaged::Refuse}, {"prefix", Damaged::Prefix}}),
      choice_option("log.level", "The least that is logged.", log.level, "info",
                    {{"debug", LogLevel::Debug},
                     {"info", LogLevel::Info},
                     {"warning", LogLevel::Warning},
                     {"error", LogLevel::Error},
                     {"off", LogLevel::Off}}),
      choice_option("log.format", "Lines for people, or a JSON object a line.", log.format, "text",
                    {{"text", LogFormat::Text}, {"json", LogFormat::Json}}),
      text_option("log.file", "The file to append the log to; empty is standard error.", log.file, ""),
      text_option("log.access",
                  "The file to append a line for each request to; - is standard output, off is none.",
                  access_log, "off"),
      text_option("pages.directory",
                  "Its templates/, static/ and translations/ replace built-in files of the same name; empty: "
                  "none do.",
                  pages.directory, ""),
      flag_option("pages.reload",
                  "Reads a file of pages.directory again when it has changed; for development.", pages.reload,
                  false),
      choice_option("pages.currency", "What prices are in.", pages.currency, "rub",
                    {{"rub", Settings::Pages::Currency::Rub},
                     {"usd", Settings::Pages::Currency::Usd},
                     {"eur", Settings::Pages::Currency::Eur}}),
      choice_option(
          "metrics.access",
          "Who may read /metrics besides admins: whoever asks from this machine and through no proxy, no "
          "others, anyone.",
          metrics.access, "loopback",
          {{"loopback", Settings::Metrics::Access::Loopback},
           {"admins", Settings::Metrics::Access::Admins},
           {"anyone", Settings::Metrics::Access::Anyone}}),
      integer_option("sessions.limit",
                     "The most sessions that are kept; above it those not used for longest end.",
                     sessions.limit, 10'000'000, {1, 1'000'000'000}),
      choice_option(
          "resp.mode",
          "What redis-cli and other Redis clients may do with the embedded keyspace: nothing, read, or "
          "write as well.",
          resp.mode, "read",
          {{"off", Settings::Resp::Mode::Off},
           {"read", Settings::Resp::Mode::Read},
           {"write", Settings::Resp::Mode::Write}}),
      text_option("resp.address",
                  "The address Redis clients connect to; one that others can reach needs resp.password.",
                  resp.address, "127.0.0.1"),
      integer_option("resp.port", "The port Redis clients connect to; 0 takes a free one.", resp.port, 6390,
                     {0, 65535}),
      secret_option("resp.password", "What Redis clients have to say with AUTH; empty asks for none.",
                    resp.password),
      choice_option(
          "resp.durability", "Whether a Redis client's write is answered when it is on disk, or at once.",
          resp.durability, "durable", {{"durable", Durability::Durable}, {"relaxed", Durability::Relaxed}}),
      integer_option("threads.loops", "Threads that serve requests; 0 is one a core.", threads.loops, 0,
                     {0, 1024}),
      integer_option("threads.pool",
                     "Threads for what takes long (passwords, pictures, files) and, with the keyspace on "
                     "Redis, for every request; 0 is 4, or with Redis keyspace.redis_connections if that is "
                     "more.",
                     threads.pool, 0, {0, 1024}),
  };
}

}  // namespace stoa
