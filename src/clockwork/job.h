#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "clockwork/run.h"

#include <cstddef>
#include <functional>
#include <string>

namespace stoa::clockwork {

/// Who runs a job when several nodes share their engines: every node for itself, or one of them at a time.
enum class Scope { Node, Cluster };

/// Something that is done again and again. `work` is called on one of the clockwork's threads, never twice at
/// the same time, and gives how much it did (documents removed, events applied). It should look at
/// Run::should_end() at least every few hundred milliseconds; an Error or an exception counts as a failure
/// and is tried again.
struct Job {
  /// `records.ttl`: lower case, digits, underscores and dots.
  std::string name;
  /// One line for people.
  std::string meaning;
  /// From one start to the next. A run that took longer is followed by one run, not by all that were missed.
  Duration interval;
  /// Up to this is added to each interval, so that nodes do not all come at once.
  Duration jitter{0};
  Scope scope = Scope::Node;
  std::function<Result<std::size_t>(Run&)> work;
};

}  // namespace stoa::clockwork
