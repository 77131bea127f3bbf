#pragma once
#include "crash/acknowledged.h"

#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace stoa::test {

/// Knows when a core of this machine ran nobody, or one only and not who was due: a virtual machine's core is
/// taken from it for a tenth of a second now and then, together with the thread that it was about to run.
/// On each core a thread asks to be run every millisecond. One that asks for so little has its turn within a
/// few slices of those who keep the core busy, so that a gap of twenty milliseconds is none of their doing.
class Standstill {
 public:
  Standstill() {
    cpu_set_t allowed;
    ::sched_getaffinity(0, sizeof allowed, &allowed);
    for (int core = 0; core < CPU_SETSIZE; ++core)
      if (CPU_ISSET(core, &allowed)) cores_.push_back(std::make_unique<Core>());
    for (int core = 0, next = 0; core < CPU_SETSIZE; ++core)
      if (CPU_ISSET(core, &allowed)) cores_[next++]->start(core);
  }

  /// The moment before which at least `milliseconds` had passed until `end` in which no core stood still.
  std::int64_t before(std::int64_t end, std::int64_t milliseconds) {
    for (const auto& core : cores_) core->wait_for_a_tick_after(end);
    std::int64_t moment = end;
    while (milliseconds > 0) milliseconds -= stood_still(--moment) ? 0 : 1;
    return moment;
  }

 private:
  static constexpr std::int64_t kGap = 20;

  class Core {
   public:
    void start(int number) {
      thread_ = std::jthread([this, number](const std::stop_token& stop) {
        cpu_set_t here;
        CPU_ZERO(&here);
        CPU_SET(number, &here);
        ::pthread_setaffinity_np(::pthread_self(), sizeof here, &here);
        while (!stop.stop_requested()) tick();
      });
    }
    void wait_for_a_tick_after(std::int64_t moment) const {
      while (ticked_ <= moment) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    bool stood_still(std::int64_t moment) {
      const std::lock_guard guard(mutex_);
      for (const auto& [from, to] : gaps_)
        if (moment > from && moment < to) return true;
      return false;
    }

   private:
    void tick() {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      const std::int64_t now = steady_milliseconds();
      if (now - ticked_ > kGap) {
        const std::lock_guard guard(mutex_);
        gaps_.emplace_back(ticked_, now);
      }
      ticked_ = now;
    }

    std::atomic<std::int64_t> ticked_{steady_milliseconds()};
    std::mutex mutex_;
    std::vector<std::pair<std::int64_t, std::int64_t>> gaps_;
    std::jthread thread_;
  };

  bool stood_still(std::int64_t moment) const {
    for (const auto& core : cores_)
      if (core->stood_still(moment)) return true;
    return false;
  }

  std::vector<std::unique_ptr<Core>> cores_;
};

}  // namespace stoa::test
