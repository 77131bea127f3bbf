#pragma once
#include "base/result.h"

#include <string_view>

namespace stoa {

/// The codes of an engine whose disk takes no writes, or has not taken one in time. It goes on reading.
inline constexpr std::string_view kDiskFull = "store.disk_full";
inline constexpr std::string_view kDiskSlow = "store.disk_slow";

inline bool only_writes_are_refused(const Error& error) {
  return error.code == kDiskFull || error.code == kDiskSlow;
}

/// For what an answer does not depend on: that the disk takes no writes is no failure then.
inline Result<void> unless_writes_are_refused(Result<void> done) {
  if (!done.ok() && only_writes_are_refused(done.error())) return {};
  return done;
}

}  // namespace stoa
