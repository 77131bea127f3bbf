#pragma once
#include "base/function_ref.h"
#include "base/line_import.h"
#include "cli/audience.h"
#include "cli/exit_code.h"

#include <istream>
#include <string>
#include <string_view>

namespace stoa::cli {

/// Opens the file, has it imported, tells the audience how far that is and which lines were not taken, or
/// not all of them (the first thousand), and sums up. `what` are things as the sum names them: `products`.
/// Failed when a line was not taken; NotFound (`import.file`) when the file cannot be read.
Result<ExitCode> run_import(
    std::string_view what, const std::string& file, Audience&,
    FunctionRef<Result<ImportReport>(std::istream& from, const ImportWatcher&)> import);

}  // namespace stoa::cli
