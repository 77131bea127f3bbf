#include "store/recovery.h"
#include "store/rocks_store.h"

namespace stoa::store {

Result<std::unique_ptr<Store>> open(const Options& options) {
  auto directory = STOA_TRY(DataDirectory::open(options.directory));
  STOA_TRY(prepare_wal(directory, options));
  auto errors = std::make_shared<BackgroundErrors>();
  auto rocks = STOA_TRY(open_rocks(directory.rocks(), options, errors));
  return std::unique_ptr<Store>(
      std::make_unique<RocksStore>(std::move(directory), std::move(rocks), std::move(errors), options));
}

}  // namespace stoa::store
