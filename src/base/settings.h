#pragma once
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

  struct Threads {
    int loops = 0;
  } threads;
};

/// Every option, bound to `settings`, which now holds the defaults.
std::vector<Option> option_table(Settings& settings);

}  // namespace stoa
