#pragma once
#include "store/store.h"

#include <filesystem>

namespace stoa::test {

/// A store below `directory` whose caches are as small as what a test keeps.
inline store::Options small_store(const std::filesystem::path& directory) {
  store::Options options;
  options.directory = directory / "data";
  options.row_cache_bytes = 1 << 20;
  options.block_cache_bytes = 8 << 20;
  return options;
}

}  // namespace stoa::test
