#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace stoa::records::embedded {

/// Calls `look` on a thread of its own, once a period, until destroyed.
class Sweeper {
 public:
  Sweeper(std::chrono::milliseconds every, std::function<void()> look);

 private:
  void work(const std::stop_token&) const;

  const std::chrono::milliseconds every_;
  const std::function<void()> look_;
  std::jthread thread_;
};

}  // namespace stoa::records::embedded
