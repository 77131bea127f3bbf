#pragma once

namespace stoa::cli {

/// What the program ends with. `stoa doctor` ends with Failed when it has findings, and with Impossible when
/// it could not look.
enum class ExitCode { Done = 0, Failed = 1, Impossible = 2 };

}  // namespace stoa::cli
