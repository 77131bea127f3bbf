#pragma once
#include "keyspace/embedded/engine.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace stoa::keyspace::embedded {

/// Removes keys whose time is over, a bounded number a look, so that they do not wait to be asked for.
/// Stops when destroyed.
class Sweeper {
 public:
  Sweeper(Engine&, std::chrono::milliseconds every);
  ~Sweeper();

  /// One bounded step; whether more is waiting. Any thread.
  static bool sweep(Engine&);

 private:
  void run(const std::stop_token&);

  Engine& engine_;
  const std::chrono::milliseconds every_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace stoa::keyspace::embedded
