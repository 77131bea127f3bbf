#pragma once
#include "base/durability.h"

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace stoa {

/// How the disk does, for metrics and for whoever watches it.
struct DiskFigures {
  Sequence submitted = 0;
  Sequence durable = 0;
  std::uint64_t batches = 0;
  std::uint64_t batched_transactions = 0;
  std::size_t queued_bytes = 0;
  /// How long the oldest transaction has been waiting that would be lost if the process died now.
  std::chrono::microseconds oldest_unwritten{0};
  /// Writes at whose end that was longer than relaxed work should ever wait.
  std::uint64_t late_writes = 0;
};

}  // namespace stoa
