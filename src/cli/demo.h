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
  /// Only where there is no data yet, here or in a keyspace elsewhere, or only that of a demo that broke off.
  bool first = false;
};

/// Invalid (`demo.seed`).
Result<std::uint64_t> read_seed(std::string_view text);

/// Makes the data directory if need be, fills it, and tells what to do with it. Conflict (`demo.not_empty`)
/// when there are products; Unavailable (`store.locked`) when a server runs on it. If it breaks off in a
/// directory that it made or found empty, the next one begins anew there.
Result<ExitCode> fill_demo(const DemoRequest&, const Settings&, const EngineFactory&);

}  // namespace stoa::cli
