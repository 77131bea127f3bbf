#pragma once
#include "clockwork/clockwork.h"
#include "keyspace/engines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace stoa::clockwork {

using namespace std::chrono_literals;

/// Waits until `condition()` holds; false if it does not for long.
template <class Condition>
bool eventually(Condition condition) {
  const auto patience = std::chrono::steady_clock::now() + 20s;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > patience) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

/// The lines that a clockwork logs.
class Lines {
 public:
  Logger logger() {
    return Logger::to(
        [this](std::string_view line) {
          const std::lock_guard lock(mutex_);
          text_ += std::string(line) + "\n";
        },
        LogLevel::Debug, LogFormat::Text);
  }
  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

/// A job whose runs a test counts, and holds open if it likes.
class Probe {
 public:
  Job job(std::string name, Duration interval, Scope scope = Scope::Node) {
    return {.name = std::move(name),
            .meaning = "counts",
            .interval = interval,
            .scope = scope,
            .work = [this](Run& run) { return work(run); }};
  }
  int runs() const { return runs_; }
  int inside() const { return inside_; }
  int most_inside() const { return most_inside_; }
  int lost() const { return lost_; }
  std::uint64_t fence() const { return fence_; }
  void fail(bool on) { failing_ = on; }
  void hold() { holding_ = true; }
  void let_go() { holding_ = false; }

 private:
  Result<std::size_t> work(Run& run) {
    ++runs_;
    fence_ = run.fence();
    const int now_inside = ++inside_;
    if (now_inside > most_inside_) most_inside_ = now_inside;
    while (holding_ && !run.should_end()) std::this_thread::sleep_for(1ms);
    lost_ += run.lost();
    --inside_;
    if (failing_) return Error{Error::Kind::Unavailable, "probe.failing", "told to fail"};
    return std::size_t{3};
  }

  std::atomic<int> runs_{0}, inside_{0}, most_inside_{0}, lost_{0};
  std::atomic<std::uint64_t> fence_{0};
  std::atomic<bool> failing_{false}, holding_{false};
};

/// Time, and how a clockwork is told of it.
class Hours {
 public:
  Options options(Sharing sharing = Sharing::Alone, std::string node = "here") {
    Options options;
    options.lease = {.node = std::move(node), .sharing = sharing, .term = 15s};
    options.wall = &wall_;
    options.steady = &steady_;
    options.chance = [] { return 0.5; };
    options.log = lines_.logger();
    return options;
  }
  /// Moves both clocks and has everybody look.
  void pass(Duration time, std::initializer_list<Clockwork*> works) {
    wall_.advance(time);
    steady_.advance(time);
    for (Clockwork* work : works) work->look_at_the_clock();
  }
  FakeClock wall_, steady_;
  Lines lines_;
};

}  // namespace stoa::clockwork
