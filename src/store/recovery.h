#pragma once
#include "base/result.h"
#include "store/data_directory.h"
#include "store/store.h"

#include <filesystem>

namespace stoa::store {

/// Judges the WAL of a database that is about to be opened, and makes it one that RocksDB replays to its end.
///
/// An end that is torn or garbled is cut off, with a warning: a crash leaves such ends. Damage with intact
/// transactions behind it is something else, as opening would lose them: Corrupt, naming file and place, or
/// with Damaged::Prefix everything from the damage on is moved to `damaged/`. A row that had already moved
/// from the WAL to a table stays either way.
Result<void> prepare_wal(const DataDirectory&, const Options&);

}  // namespace stoa::store
