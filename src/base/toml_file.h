#pragma once
#include "base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace stoa {

/// One value of a TOML file, its tables flattened into dotted names. Numbers and booleans are as text.
struct TomlValue {
  std::string name;
  /// One, or an array's.
  std::vector<std::string> values;
  std::size_t line;
};

/// The file's values in the order of their lines. Invalid (`config.syntax`) naming file and line when it is
/// not TOML or holds what no option takes (a time, an array of tables); NotFound (`config.file`) when it
/// cannot be read.
Result<std::vector<TomlValue>> read_toml_file(const std::filesystem::path&);

}  // namespace stoa
