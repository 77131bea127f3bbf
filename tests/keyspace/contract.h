#pragma once
#include "keyspace/engines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <string>
#include <thread>

namespace stoa::keyspace {

/// What every engine must do. Each file of the suite derives a fixture for its kind of data.
class KeyspaceContract : public testing::TestWithParam<Engine> {
 protected:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  Keyspace& keyspace() { return engine_->keyspace(); }
  Reader& read() { return keyspace().read(); }

  /// Runs `writes(tx)` as a transaction.
  template <class Writes>
  Result<void> try_write(Writes writes) {
    return keyspace().transact(Durability::Relaxed, [&](Tx& tx) -> Result<void> {
      writes(tx);
      return {};
    });
  }
  template <class Writes>
  void write(Writes writes) {
    must(try_write(writes));
  }

  /// `time` from now, with milliseconds only.
  static Time in(std::chrono::milliseconds time) {
    return std::chrono::floor<std::chrono::milliseconds>(Clock::system().now()) + time;
  }

  /// Waits until `condition()` holds; false if it does not for long.
  template <class Condition>
  static bool eventually(Condition condition) {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > patience) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }

 private:
  std::unique_ptr<OpenEngine> engine_ = GetParam().open();
};

inline std::string engine_name(const testing::TestParamInfo<Engine>& info) {
  return info.param.name;
}

/// `EXPECT_THAT(result, FailsWith("keyspace.wrong_type"))`.
MATCHER_P(FailsWith, code, "") {
  if (arg.ok()) {
    *result_listener << "succeeds";
    return false;
  }
  *result_listener << arg.error().code << ": " << arg.error().message;
  return arg.error().code == code;
}

}  // namespace stoa::keyspace

namespace stoa::keyspace {
inline void PrintTo(const Engine& engine, std::ostream* out) {
  *out << engine.name;
}
inline void PrintTo(const Scored& scored, std::ostream* out) {
  *out << scored.member << '=' << scored.score;
}
inline void PrintTo(const Field& field, std::ostream* out) {
  *out << field.name << ':' << field.value;
}
}  // namespace stoa::keyspace
