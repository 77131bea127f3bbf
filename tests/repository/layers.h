#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace stoa::test {

/// An include that points where it must not.
struct Breach {
  /// `src/keyspace/keys.h:12`.
  std::string place;
  std::string reason;
};

/// Reads every `#include` of the .h and .cpp files under `source` (a `src` folder). In order of files and
/// lines.
std::vector<Breach> breaches_in(const std::filesystem::path& source);

}  // namespace stoa::test
