#pragma once
#include "base/settings.h"
#include "cli/engines.h"
#include "cli/errand.h"
#include "shop/intake.h"

#include <string>

namespace stoa::cli {

/// `stoa import products FILE`. Invalid (`products.format`).
Result<ExitCode> import_products(const std::string& file, shop::StaleStock, const Settings&,
                                 const EngineFactory&);
/// `stoa export products FILE`. `request` is what it is asked for: the two words. Invalid (`products.what`,
/// `products.format`).
Result<ExitCode> export_file(const std::string& request, bool csv, const Settings&, const EngineFactory&);

/// The errands behind them. `request` is an absolute file, behind "set-stock " where its numbers count
/// whatever happened; lines that were not taken are told, and are Failed.
Result<ExitCode> take_products(Premises&, const std::string& request, Audience&);
/// `format` is `csv` or `jsonl`. Each line of the answer is a mark and a piece of the file: after '.' the
/// piece ends its line, after '+' the line goes on.
Result<ExitCode> give_products(Premises&, const std::string& format, Audience&);

}  // namespace stoa::cli
