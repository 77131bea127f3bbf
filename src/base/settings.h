#pragma once
#include "base/durability.h"
#include "base/log.h"
#include "base/option.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace stoa {

/// Everything that can be set, in slices that are passed down to whom they concern. What each means and which
/// values it takes stands in option_table(), and nowhere else.
struct Settings {
  struct Http {
    std::string address;
    int port = 0;
    std::string certificate;
    std::string key;
    std::vector<std::string> proxies;
    int connections = 0;
    std::chrono::milliseconds idle_timeout{};
    std::chrono::milliseconds drain_timeout{};
  } http;

  struct Data {
    std::string directory;
  } data;

  struct Keyspace {
    enum class Engine { Embedded, Redis } engine = Engine::Embedded;
    std::string redis_url;
    int redis_connections = 0;
    std::chrono::milliseconds redis_timeout{};
  } keyspace;

  struct Records {
    enum class Engine { Embedded } engine = Engine::Embedded;
  } records;

  struct Store {
    enum class Damaged { Refuse, Prefix } damaged = Damaged::Refuse;
    std::size_t queue_bytes = 0;
    std::size_t row_cache_bytes = 0;
    std::size_t block_cache_bytes = 0;
  } store;

  LogOptions log;
  /// "off", "-" or a file.
  std::string access_log;

  struct Pages {
    std::string directory;
    bool reload = false;
    enum class Currency { Rub, Usd, Eur } currency = Currency::Rub;
  } pages;

  struct Metrics {
    enum class Access { Loopback, Admins, Anyone } access = Access::Loopback;
  } metrics;

  struct Sessions {
    int limit = 0;
  } sessions;

  /// The door for Redis clients.
  struct Resp {
    enum class Mode { Off, Read, Write } mode = Mode::Read;
    std::string address;
    int port = 0;
    std::string password;
    Durability durability = Durability::Durable;
  } resp;

  struct Threads {
    int loops = 0;
    int pool = 0;
  } threads;
};

/// Every option, bound to `settings`, which now holds the defaults.
std::vector<Option> option_table(Settings& settings);

}  // namespace stoa
