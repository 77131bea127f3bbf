#pragma once
#include "base/result.h"
#include "http/response.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace stoa::http {

/// A file without a name, for an answer that is too long for memory: written piece by piece, then sent from
/// the disk. It is gone with the last answer that has it, and with the process. Belongs to one thread until
/// body() has been called.
class Spool {
 public:
  /// On the file system of `directory`, which must not be memory. Unavailable (`http.spool`).
  static Result<Spool> open(const std::filesystem::path& directory);

  /// Unavailable (`http.spool`) when the disk is full.
  Result<void> append(std::string_view);

  /// All that was appended.
  FilePart body() const;

 private:
  class File;
  explicit Spool(std::shared_ptr<const File> file) : file_(std::move(file)) {}

  std::shared_ptr<const File> file_;
  std::uint64_t size_ = 0;
};

}  // namespace stoa::http
