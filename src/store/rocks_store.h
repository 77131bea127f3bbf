#pragma once
#include "store/committer.h"
#include "store/data_directory.h"
#include "store/log_disk.h"
#include "store/mover.h"
#include "store/rocks.h"
#include "store/rows.h"
#include "store/store.h"

namespace stoa::store {

/// The store that `open` gives out: a committer over the log, the mover between log and tables, and the rows
/// in memory over all of them.
class RocksStore final : public Store {
 public:
  RocksStore(DataDirectory, Rocks, std::shared_ptr<BackgroundErrors>, const Moved&, const Options&);

  Result<void> admit() override;
  Sequence submit(const Changes&, Durability) override;
  Result<void> settle(Sequence, Durability) override;
  Result<void> wait_durable(Sequence sequence) override { return committer_.wait_durable(sequence); }
  Sequence durable() const override { return committer_.durable(); }
  Sequence newest_durable_submitted() const override { return committer_.newest_durable_submitted(); }
  DurableProgress& progress() override { return committer_.progress(); }
  Result<std::optional<std::string>> get(std::string_view key, Sequence* pending) override;
  std::unique_ptr<Scan> scan(std::string_view from, std::string_view to, Direction) override;
  Result<void> load(const std::function<void(std::string_view, std::string_view)>& row) override;
  Result<void> backup(const std::filesystem::path& directory) override;
  DiskFigures figures() const override { return committer_.figures(); }

 private:
  // In this order: the committer ends first, the directory is given back last.
  DataDirectory directory_;
  std::shared_ptr<BackgroundErrors> errors_;
  Rocks rocks_;
  Rows rows_;
  Mover mover_;
  LogDisk disk_;
  Committer committer_;
};

}  // namespace stoa::store
