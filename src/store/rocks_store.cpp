#include "store/rocks_store.h"

#include "store/scan.h"

namespace stoa::store {
namespace {

/// RocksDB can always be stopped with so much left, but not always be started again on a disk that is full to
/// the last byte.
constexpr std::size_t kReserve = 8 << 20;

}  // namespace

RocksStore::RocksStore(DataDirectory directory, Rocks rocks, std::shared_ptr<BackgroundErrors> errors,
                       const Moved& moved, const Options& options)
    : directory_(std::move(directory)),
      errors_(std::move(errors)),
      rocks_(std::move(rocks)),
      rows_(options.row_cache_bytes),
      mover_(rocks_, *errors_, Tables(rocks_, directory_.log()), moved, {options.disk_patience, options.log},
             [this](Sequence sequence) { rows_.settle(sequence); }),
      disk_({directory_.log(), options.segment_bytes, kReserve}, mover_, moved),
      committer_(disk_, {options.queue_bytes, options.relaxed_delay, options.disk_patience, options.log}) {}

Result<void> RocksStore::admit() {
  STOA_TRY(committer_.admit());
  return mover_.admit();
}

Sequence RocksStore::submit(const Changes& changes, Durability durability) {
  std::unique_lock<std::mutex> rows;
  if (changes.touches(Family::Records)) rows = rows_.lock();
  const auto place = committer_.enqueue(changes, durability);
  if (rows) {
    rows_.enter(changes, place.sequence, durability, durable());
    rows.unlock();
  }
  if (place.wake) committer_.wake();
  return place.sequence;
}

Result<void> RocksStore::settle(Sequence sequence, Durability durability) {
  if (durability == Durability::Relaxed || sequence <= durable()) return {};
  if (auto* scope = DeferredDurability::current(); scope && scope->defers_writes()) {
    scope->note(sequence);
    return {};
  }
  return wait_durable(sequence);
}

Result<std::optional<std::string>> RocksStore::get(std::string_view key, Sequence* pending) {
  Rows::Ticket ticket = 0;
  if (pending != nullptr) *pending = 0;
  if (auto found = rows_.find(key, ticket)) {
    if (pending != nullptr && found->durable_writer > durable()) *pending = found->durable_writer;
    return std::move(found->value);
  }
  rocksdb::PinnableSlice value;
  const auto status = rocks_.db->Get(rocksdb::ReadOptions(), rocks_.records.get(), to_slice(key), &value);
  if (status.IsNotFound()) {
    // Whoever finds nothing often looks once more before writing.
    rows_.remember(key, std::nullopt, ticket);
    return std::optional<std::string>();
  }
  if (!status.ok()) return to_error(status, "reading a row");
  rows_.remember(key, to_view(value), ticket);
  return std::optional(value.ToString());
}

std::unique_ptr<Scan> RocksStore::scan(std::string_view from, std::string_view to, Direction direction) {
  return make_scan(rocks_, rows_, durable(), from, to, direction);
}

Result<void> RocksStore::load(const std::function<void(std::string_view, std::string_view)>& row) {
  rocksdb::ReadOptions options;
  options.readahead_size = 4 << 20;
  options.fill_cache = false;
  options.verify_checksums = true;
  options.pin_data = true;
  const std::unique_ptr<rocksdb::Iterator> rows(rocks_.db->NewIterator(options, rocks_.keyspace.get()));
  for (rows->SeekToFirst(); rows->Valid(); rows->Next()) row(to_view(rows->key()), to_view(rows->value()));
  if (!rows->status().ok()) return to_error(rows->status(), "loading the keyspace");
  return {};
}

}  // namespace stoa::store
