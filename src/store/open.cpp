#include "store/recovery.h"
#include "store/rocks_store.h"

#include <fmt/format.h>

namespace stoa::store {
namespace {

/// A directory of the first format is one of the newest once RocksDB has put its own log into tables, which
/// it does when it is opened.
Result<Rocks> open_tables(const DataDirectory& directory, const Options& options,
                          const std::shared_ptr<BackgroundErrors>& errors) {
  auto rocks = open_rocks(directory.rocks(), options, errors);
  if (directory.format() == DataDirectory::kFormat) return rocks;
  if (!rocks.ok() && rocks.error().kind == Error::Kind::Corrupt)
    return Error{
        Error::Kind::Corrupt, rocks.error().code,
        fmt::format("{} is of an older format and was not closed: start and stop the version of Stoa "
                    "that wrote it, then this one ({})",
                    directory.path().string(), rocks.error().message)};
  if (rocks.ok()) STOA_TRY(DataDirectory::write_format(directory.path()));
  return rocks;
}

}  // namespace

Result<std::unique_ptr<Store>> open(const Options& options) {
  auto directory = STOA_TRY(DataDirectory::open(options.directory));
  auto errors = std::make_shared<BackgroundErrors>();
  auto rocks = STOA_TRY(open_tables(directory, options, errors));
  Tables tables(rocks, directory.log());
  const auto moved = STOA_TRY(recover_log(directory, tables, options));
  return std::unique_ptr<Store>(std::make_unique<RocksStore>(std::move(directory), std::move(rocks),
                                                             std::move(errors), moved, options));
}

}  // namespace stoa::store
