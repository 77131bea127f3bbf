#include "store/rocks_store.h"

#include <fmt/format.h>
#include <rocksdb/utilities/checkpoint.h>
#include <unistd.h>

namespace stoa::store {
namespace {

namespace fs = std::filesystem;

/// A directory that is removed again unless it was kept.
class Draft {
 public:
  explicit Draft(fs::path path) : path_(std::move(path)) {}
  ~Draft() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }
  Result<void> keep_as(const fs::path& name) {
    std::error_code failure;
    fs::rename(path_, name, failure);
    if (failure)
      return Error{Error::Kind::Unavailable, "store.backup",
                   fmt::format("naming the finished backup {}: {}", name.string(), failure.message())};
    path_.clear();
    return sync_directory(fs::absolute(name).parent_path());
  }

 private:
  fs::path path_;
};

Result<void> copy_database(rocksdb::DB& db, const fs::path& to) {
  rocksdb::Checkpoint* made = nullptr;
  auto status = rocksdb::Checkpoint::Create(&db, &made);
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
  if (status.ok()) status = checkpoint->CreateCheckpoint(to.string());
  if (!status.ok()) return to_error(status, "making a backup in " + to.string());
  return {};
}

}  // namespace

Result<void> RocksStore::backup(const fs::path& directory) {
  std::error_code failure;
  if (fs::exists(directory, failure))
    return Error{Error::Kind::Conflict, "store.backup",
                 fmt::format("{} exists already; name a directory that does not", directory.string())};
  STOA_TRY(wait_durable(figures().submitted));
  // Under another name until it is whole: a backup that broke off must not be taken for one.
  Draft draft(directory.string() + ".unfinished");
  fs::remove_all(draft.path(), failure);
  fs::create_directories(draft.path() / "log", failure);
  fs::permissions(draft.path(), fs::perms::owner_all, failure);
  if (failure)
    return Error{Error::Kind::Unavailable, "store.backup",
                 fmt::format("making {}: {}", draft.path().string(), failure.message())};
  {
    // Tables and log as of one moment: what is in neither would be lost.
    const auto still = mover_.hold_still();
    STOA_TRY(copy_database(*rocks_.db, draft.path() / "rocks"));
    STOA_TRY(disk_.copy_to(draft.path() / "log"));
  }
  STOA_TRY(DataDirectory::write_format(draft.path()));
  return draft.keep_as(directory);
}

}  // namespace stoa::store
