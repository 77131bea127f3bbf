#pragma once
#include "base/clock.h"

namespace stoa::clockwork {

/// Time that never jumps, counted from some moment before the process began: for intervals and leases, which
/// a corrected wall clock must neither shorten nor stretch. Lives for ever.
const Clock& steady_clock();

}  // namespace stoa::clockwork
