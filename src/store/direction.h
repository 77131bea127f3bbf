#pragma once

namespace stoa::store {

/// Which way a scan goes through its range.
enum class Direction { Forward, Backward };

}  // namespace stoa::store
