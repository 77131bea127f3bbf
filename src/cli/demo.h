#pragma once
#include "base/settings.h"
#include "cli/engines.h"
#include "cli/exit_code.h"

#include <cstdint>
#include <string_view>

namespace stoa::cli {

/// What `stoa demo` is asked for.
struct DemoRequest {
  std::uint64_t seed = 1;
  /// Also where there are products already.
  bool beside = false;
  /// Only where there is no data yet.
  bool first = false;
};

/// Invalid (`demo.seed`).
Result<std::uint64_t> read_seed(std::string_view text);

/// Makes the data directory if need be, fills it, and tells what to do with it. Conflict (`demo.not_empty`)
/// when there are products; Unavailable (`store.locked`) when a server runs on it.
Result<ExitCode> fill_demo(const DemoRequest&, const Settings&, const EngineFactory&);

}  // namespace stoa::cli
