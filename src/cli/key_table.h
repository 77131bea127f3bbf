#pragma once
#include "cli/errand.h"

namespace stoa::cli {

/// Every key family as an aligned table, for people; with the number of keys of each when `counts` is not
/// empty, which then has one number a family.
std::string key_table(std::span<const std::uint64_t> counts = {});

/// Prints the table with counts. One pass over all names, a page in memory at a time.
Result<ExitCode> count_keys(Premises&, const std::string&, Audience&);

}  // namespace stoa::cli
