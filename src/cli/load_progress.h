#pragma once
#include "base/clock.h"
#include "base/log.h"
#include "cli/engines.h"

#include <cstddef>

namespace stoa::cli {

/// Tells how far the keyspace is loaded: whoever waits each time, the log once a second and at the end. For
/// one thread.
class LoadProgress {
 public:
  /// All outlive it.
  LoadProgress(const Logger& log, const EngineFactory::Tell& tell, const Clock& steady)
      : log_(log), tell_(tell), clock_(steady), began_(steady.now()), logged_(began_) {}

  void reached(std::size_t rows);
  void done() const;

 private:
  const Logger& log_;
  const EngineFactory::Tell& tell_;
  const Clock& clock_;
  const Time began_;
  Time logged_;
  std::size_t rows_ = 0;
};

}  // namespace stoa::cli
