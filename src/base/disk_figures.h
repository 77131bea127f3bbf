#pragma once
#include "base/durability.h"

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
};

}  // namespace stoa
