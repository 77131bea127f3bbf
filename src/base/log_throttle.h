#pragma once
#include "base/clock.h"
#include "base/guarded.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace stoa {

/// Lets one line a second through for each code, and counts the others: when an engine is away, every request
/// has the same to say, and a log that is flushed a line would be the next thing to stand in the way. Safe
/// from any thread.
class LogThrottle {
 public:
  explicit LogThrottle(const Clock& clock) : clock_(clock) {}

  /// Absent when the line is one too many; else how many were left out since the last one. Codes are the
  /// stable ones of errors: beyond a number that those never reach, all others share one.
  std::optional<std::uint64_t> pass(std::string_view code);

 private:
  struct Seen {
    Time logged;
    std::uint64_t left_out = 0;
  };

  const Clock& clock_;
  Guarded<std::map<std::string, Seen, std::less<>>> seen_;
};

}  // namespace stoa
