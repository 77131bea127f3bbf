#pragma once
#include "base/function_ref.h"
#include "base/result.h"
#include "clockwork/run.h"

#include <cstddef>

namespace stoa::clockwork {

/// A job's work in steps of at most `most` pieces, so that it hears soon that it should end: until a step
/// finds less than it could have done. Gives how many were done.
Result<std::size_t> in_steps(Run&, std::size_t most, FunctionRef<Result<std::size_t>(std::size_t most)> step);

}  // namespace stoa::clockwork
