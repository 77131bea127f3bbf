#pragma once
#include "base/settings.h"
#include "cli/engines.h"
#include "cli/errand.h"
#include "feed/import_authors.h"

#include <string>

namespace stoa::cli {

/// `stoa import articles FILE`.
Result<ExitCode> import_articles(const std::string& file, feed::ImportAuthors::Absent, const Settings&,
                                 const EngineFactory&);

/// The errand behind it. `request` is `known` or `add`, which says what becomes of authors without an
/// account, and the absolute name of the file. Lines that were not taken are told, and are Failed.
Result<ExitCode> take_articles(Premises&, const std::string& request, Audience&);

}  // namespace stoa::cli
