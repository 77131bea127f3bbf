#pragma once
#include "base/result.h"

#include <filesystem>

namespace stoa::cli {

/// A file in a data directory which says that all there is a demo that is not complete yet: if it broke off,
/// nothing is lost by making it anew. Whoever else opens the directory takes the file away, since from then
/// on there may be more.
class UnfinishedDemo {
 public:
  explicit UnfinishedDemo(const std::filesystem::path& directory) : directory_(directory) {}

  bool marked() const;
  /// Makes the directory if need be. Unavailable (`data.directory`).
  Result<void> mark() const;
  /// Does nothing where there is no mark.
  void unmark() const;

  /// Removes what engines left there, with nobody at work on it. Unavailable (`data.directory`).
  Result<void> throw_away() const;

 private:
  std::filesystem::path file() const { return directory_ / "demo.unfinished"; }

  const std::filesystem::path directory_;
};

}  // namespace stoa::cli
