#include "http/upload.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace stoa::http {
namespace {
constexpr std::string_view kPrefix = "upload-";
}

Result<void> Upload::prepare(const std::filesystem::path& directory) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(directory, error);
  if (error)
    return Error{Error::Kind::Unavailable, "http.upload",
                 fmt::format("cannot make {} for uploads: {}; see that this user may write there",
                             directory.string(), error.message())};
  for (const auto& entry : fs::directory_iterator(directory, error))
    if (entry.path().filename().string().starts_with(kPrefix)) fs::remove(entry.path(), error);
  return {};
}

Result<Upload> Upload::create(const std::filesystem::path& directory) {
  std::string pattern = (directory / (std::string(kPrefix) + "XXXXXX")).string();
  const int file = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (file < 0)
    return Error{Error::Kind::Unavailable, "http.upload",
                 fmt::format("cannot write uploads to {}: {}; see that the directory exists and has room",
                             directory.string(), std::strerror(errno))};
  Upload upload(pattern, file);
  struct stat facts {};
  if (::fstat(file, &facts) == 0) upload.inode_ = facts.st_ino;
  return upload;
}

Upload::Upload(Upload&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      file_(std::exchange(other.file_, -1)),
      size_(other.size_),
      inode_(other.inode_) {}

Upload& Upload::operator=(Upload&& other) noexcept {
  if (this == &other) return *this;
  remove();
  path_ = std::exchange(other.path_, {});
  file_ = std::exchange(other.file_, -1);
  size_ = other.size_;
  inode_ = other.inode_;
  return *this;
}

bool Upload::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    size_ += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void Upload::close() {
  if (file_ >= 0) ::close(std::exchange(file_, -1));
}

void Upload::remove() {
  close();
  if (path_.empty()) return;
  struct stat facts {};
  if (::stat(path_.c_str(), &facts) == 0 && facts.st_ino == inode_) ::unlink(path_.c_str());
  path_.clear();
}

}  // namespace stoa::http
