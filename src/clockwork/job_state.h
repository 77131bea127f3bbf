#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "clockwork/job.h"

#include <cstdint>
#include <optional>
#include <string>

namespace stoa::clockwork {

/// What metrics and the admin page show of a job, as this node knows it.
struct JobState {
  std::string name;
  std::string meaning;
  Scope scope = Scope::Node;
  Duration interval{0};

  bool running = false;
  /// Of the last run that began here, or of the one that runs.
  std::optional<Time> last_start = std::nullopt;
  /// Of the last run that ended here.
  Duration last_duration{0};
  std::size_t last_done = 0;
  /// Absent when it went well, or when none has ended yet.
  std::optional<Error> last_error = std::nullopt;
  /// When a run last ended well here.
  std::optional<Time> last_success = std::nullopt;
  Time next_start{};

  std::uint64_t runs = 0;
  std::uint64_t failures = 0;
  std::uint64_t failures_in_a_row = 0;
  /// What all runs did together.
  std::uint64_t done = 0;
  /// How often another node had it, or had just run it, when it was due here.
  std::uint64_t left_to_others = 0;
  /// The node that was last seen at it; empty when that was this one or nobody.
  std::string other_node = {};
};

}  // namespace stoa::clockwork
