#pragma once
#include "base/result.h"
#include "store/data_directory.h"
#include "store/store.h"
#include "store/tables.h"

namespace stoa::store {

/// Moves all that the log still holds into tables, before the store is used, and removes its segments.
///
/// An end that is torn or garbled is dropped, with a warning: a crash leaves such ends. Damage before writes
/// that were begun when it had been on disk is something else, as going on would lose what was acknowledged:
/// Corrupt, naming file and place, with nothing changed; or with Damaged::Prefix everything from the damage
/// on is moved to `damaged/`. What is in tables already stays either way.
Result<Moved> recover_log(const DataDirectory&, Tables&, const Options&);

}  // namespace stoa::store
