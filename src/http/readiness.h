#pragma once
#include "base/guarded.h"
#include "base/result.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace stoa::http {

/// Something the server cannot do without.
struct Engine {
  std::string port;  // "keyspace"
  std::string name;  // "embedded"
  std::function<Result<void>()> ping;
};

struct EngineState {
  std::string port;
  std::string name;
  /// Absent while it serves.
  std::optional<Error> trouble;
};

/// Asks every engine once at construction and then again and again on a thread of its own, so that an engine
/// which hangs never holds up a request. States are therefore as old as `every` at most, and a hanging ping.
class Readiness {
 public:
  explicit Readiness(std::vector<Engine>, std::chrono::milliseconds every = std::chrono::seconds(1));
  ~Readiness();
  Readiness(const Readiness&) = delete;
  Readiness& operator=(const Readiness&) = delete;

  /// In the engines' order. Safe from any thread.
  std::vector<EngineState> states() const;

 private:
  void watch();
  std::vector<EngineState> ask() const;

  struct Shared {
    std::vector<EngineState> states;
    bool stopping = false;
  };

  // Fixed at construction.
  const std::vector<Engine> engines_;
  const std::chrono::milliseconds every_;

  Guarded<Shared> shared_;
  std::condition_variable stop_;
  std::thread watcher_;
};

}  // namespace stoa::http
