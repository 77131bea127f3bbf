#pragma once
// store/ lies under the two embedded engines: the log, the committer that makes transactions durable in one
// order, the tables (RocksDB) that the log is moved into, and backup. It knows rows of bytes; what they mean
// is the engines' affair.

#include "base/disk_figures.h"
#include "base/durability.h"
#include "base/durable_progress.h"
#include "base/log.h"
#include "base/result.h"
#include "store/changes.h"
#include "store/direction.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::store {

struct Options {
  std::filesystem::path directory;

  /// What to do about a log that is damaged before its end. Refuse names the file and the way out; Prefix
  /// keeps everything before the damage, once, because the operator asked for it.
  enum class Damaged { Refuse, Prefix };
  Damaged damaged = Damaged::Refuse;

  /// Transactions wait to start while more than this is queued: it bounds the time a sync takes.
  std::size_t queue_bytes = 1 << 20;
  /// So much of the log is moved into tables at a time. Until then memory holds its rows of Records.
  std::size_t segment_bytes = 64 << 20;
  /// Rows of Records held in memory that are in tables, too.
  std::size_t row_cache_bytes = 64 << 20;
  std::size_t block_cache_bytes = 128 << 20;
  /// A relaxed transaction begins to be written after half of it at the latest, and to be synced after the
  /// whole. Far below the 100 ms after which the death of the process must not lose it, as writing takes time
  /// too, and so does getting a processor to do it.
  std::chrono::milliseconds relaxed_delay{50};
  /// How long a durable transaction may wait for a disk that takes nothing (it is full) before it is refused.
  std::chrono::milliseconds disk_patience{5000};

  /// Hears of what was cut off a log at start, and of a disk that refuses or goes on.
  Logger log = Logger::silent();
};

/// Rows of one family in key order, as they stood when the scan was made, submitted and not yet written ones
/// included. Belongs to one thread; outlives nothing of its Store.
class Scan {
 public:
  virtual ~Scan() = default;
  virtual bool valid() const = 0;
  /// Until the next call of next().
  virtual std::string_view key() const = 0;
  virtual std::string_view value() const = 0;
  virtual void next() = 0;
  /// Unavailable or Corrupt when the scan ended because of the disk and not of the range.
  virtual Result<void> status() const = 0;
  /// The newest durable transaction among those that wrote or removed rows of the range and were not on disk
  /// when the scan was made; 0 when there was none.
  virtual Sequence pending() const = 0;
};

/// All methods are safe from any thread.
class Store {
 public:
  virtual ~Store() = default;

  /// Before a transaction takes its engine's lock: waits while the queue is full.
  /// Unavailable (`store.disk_full`) while the disk takes no writes; then nothing may be submitted.
  virtual Result<void> admit() = 0;

  /// Gives the transaction its place in the order and queues its rows. Never waits and never fails; the
  /// caller holds its engine's lock, so that order within an engine is order of submission. Rows of
  /// Family::Records can be read from here on.
  virtual Sequence submit(const Changes&, Durability) = 0;

  /// After the engine's lock is gone: relaxed returns at once; durable notes `sequence` in the thread's
  /// DeferredDurability, or waits for the disk without one that defers writes. Unavailable when the disk took
  /// too long: then the transaction may or may not survive a crash.
  virtual Result<void> settle(Sequence, Durability) = 0;

  /// Blocks until `sequence` is on disk, whatever scope is open.
  virtual Result<void> wait_durable(Sequence) = 0;
  virtual Sequence durable() const = 0;
  /// The newest submitted transaction that asked for Durable: what a reader of unsynced state waits for.
  virtual Sequence newest_durable_submitted() const = 0;

  /// Where to hear of each batch that became durable, from the committer's thread; batches are fewer than
  /// transactions.
  virtual DurableProgress& progress() = 0;

  /// One row of Family::Records, pending ones included. `pending`, if given, gets the sequence number of the
  /// durable transaction that wrote it while that is not on disk yet, else 0.
  virtual Result<std::optional<std::string>> get(std::string_view key, Sequence* pending = nullptr) = 0;

  /// Rows of Family::Records in [from, to), from the end when Backward.
  virtual std::unique_ptr<Scan> scan(std::string_view from, std::string_view to, Direction) = 0;

  /// Calls `row` for every row of Family::Keyspace in key order; for start-up, before the first submit.
  virtual Result<void> load(const std::function<void(std::string_view key, std::string_view value)>& row) = 0;

  /// A consistent copy of the running store in a directory that must not exist yet; everything submitted
  /// before the call is in it. Opened like any data directory.
  virtual Result<void> backup(const std::filesystem::path& directory) = 0;

  virtual DiskFigures figures() const = 0;
};

/// Opens or creates the data directory and owns it until destroyed.
/// Unavailable (`store.locked`) when another process owns it, naming that process; Corrupt (`store.damaged`)
/// naming the file and the way out; Invalid (`store.format`) when a newer Stoa wrote it.
Result<std::unique_ptr<Store>> open(const Options&);

}  // namespace stoa::store
