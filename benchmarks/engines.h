#pragma once
#include "keyspace/keyspace.h"
#include "records/records.h"
#include "store/store.h"
#include "support/temporary_directory.h"

#include <filesystem>
#include <memory>
#include <stdexcept>

namespace stoa::bench {

/// The value, or an exception with the error's text: a benchmark that fails has no figure.
template <class T>
T must(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().message);
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// The embedded engines on a data directory, as the server opens them.
struct Engines {
  explicit Engines(const std::filesystem::path& directory);

  std::unique_ptr<store::Store> store;
  std::unique_ptr<keyspace::Keyspace> keyspace;
  std::unique_ptr<records::Records> records;
};

}  // namespace stoa::bench
