#pragma once
#include "base/guarded.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

namespace stoa::http {

class Connection;

/// Threads for requests that compute long or wait for another machine, with a bounded queue before them.
class Pool {
 public:
  /// `work` runs on the pool's threads, with a connection that is theirs until then.
  Pool(std::size_t threads, std::size_t queue, std::function<void(Connection&)> work);
  ~Pool() { stop(); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// False when the queue is full or the pool stops: then nothing has happened.
  bool offer(Connection&);
  std::size_t queued() const { return queued_.load(std::memory_order_relaxed); }
  /// Threads at work.
  std::size_t busy() const { return busy_.load(std::memory_order_relaxed); }
  /// Waits for what runs and forgets what is queued.
  void stop();

 private:
  struct Shared {
    std::deque<Connection*> queue;
    bool stopping = false;
  };
  void run();

  // Fixed at construction.
  const std::size_t most_;
  const std::function<void(Connection&)> work_;

  std::atomic<std::size_t> queued_{0};
  std::atomic<std::size_t> busy_{0};
  Guarded<Shared> shared_;
  std::condition_variable changed_;
  std::vector<std::thread> threads_;
};

}  // namespace stoa::http
