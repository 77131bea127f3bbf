#pragma once
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace stoa::http {

/// The file a streamed body goes to. Whoever moved it away from path() owns it; otherwise it is removed with
/// this object.
class Upload {
 public:
  /// Before the first: makes the directory if need be, and removes what a crash left in it. Unavailable
  /// (`http.upload`) when it cannot be made.
  static Result<void> prepare(const std::filesystem::path& directory);

  /// A new file under an unguessable name, readable by this user only. Unavailable (`http.upload`) when the
  /// directory takes none.
  static Result<Upload> create(const std::filesystem::path& directory);

  ~Upload() { remove(); }
  Upload(Upload&&) noexcept;
  Upload& operator=(Upload&&) noexcept;

  /// False when the disk does not take it.
  bool write(std::string_view);
  /// After the last write: whoever moves the file needs no descriptor of ours.
  void close();

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }

 private:
  Upload(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
  void remove();

  std::filesystem::path path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
  /// So that a file which somebody put where ours was moved away from stays.
  std::uint64_t inode_ = 0;
};

}  // namespace stoa::http
