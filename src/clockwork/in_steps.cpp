#include "clockwork/in_steps.h"

namespace stoa::clockwork {

Result<std::size_t> in_steps(Run& run, std::size_t most,
                             FunctionRef<Result<std::size_t>(std::size_t most)> step) {
  std::size_t done = 0;
  while (!run.should_end()) {
    const std::size_t now_done = STOA_TRY(step(most));
    done += now_done;
    if (now_done < most) break;
  }
  return done;
}

}  // namespace stoa::clockwork
