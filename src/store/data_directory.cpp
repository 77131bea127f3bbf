#include "store/data_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

namespace stoa::store {
namespace {

namespace fs = std::filesystem;

/// A file descriptor that is closed with its scope.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
};

Result<void> make_directory(const fs::path& path) {
  std::error_code failure;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), failure);
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return disk_error("making", path);
  return {};
}

std::string first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

Result<int> lock(const fs::path& directory) {
  const auto path = directory / "stoa.lock";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return disk_error("opening", path);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    ::close(file);
    return Error{
        Error::Kind::Unavailable, "store.locked",
        fmt::format("the data directory {} is in use by process {}; stop it, or use another directory",
                    directory.string(), first_line(path))};
  }
  // Only for people and messages: on a full disk the lock holds without it.
  const auto owner = fmt::format("{}\n", ::getpid());
  if (::ftruncate(file, 0) == 0) std::ignore = ::pwrite(file, owner.data(), owner.size(), 0);
  return file;
}

/// The version of a directory, which gets the newest one if it is new.
Result<int> check_format(const fs::path& directory) {
  const auto path = directory / "FORMAT";
  if (!fs::exists(path)) {
    if (!fs::exists(directory / "rocks")) {
      STOA_TRY(DataDirectory::write_format(directory));
      return DataDirectory::kFormat;
    }
    return Error{Error::Kind::Corrupt, "store.damaged",
                 fmt::format("{} is missing though {} has data; restore the data directory from a backup",
                             path.string(), directory.string())};
  }
  const auto line = first_line(path);
  int found = 0;
  const auto [end, failure] = std::from_chars(line.data(), line.data() + line.size(), found);
  if (failure != std::errc{} || end != line.data() + line.size())
    return Error{Error::Kind::Corrupt, "store.damaged",
                 fmt::format("{} does not hold a version number; restore the data directory from a backup",
                             path.string())};
  if (found > DataDirectory::kFormat)
    return Error{
        Error::Kind::Invalid, "store.format",
        fmt::format("{} was written in format {}, and this program knows formats up to {}; use a newer Stoa",
                    directory.string(), found, DataDirectory::kFormat)};
  return found;
}

}  // namespace

Result<DataDirectory> DataDirectory::open(const fs::path& path) {
  STOA_TRY(make_directory(path));
  DataDirectory directory(path, STOA_TRY(lock(path)));
  directory.format_ = STOA_TRY(check_format(path));
  STOA_TRY(make_directory(directory.rocks()));
  STOA_TRY(make_directory(directory.log()));
  return directory;
}

Result<void> DataDirectory::write_format(const fs::path& directory) {
  const auto path = directory / "FORMAT";
  const auto draft = directory / "FORMAT.new";
  {
    const Descriptor file{::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
    if (file.number < 0) return disk_error("making", draft);
    const auto text = fmt::format("{}\n", kFormat);
    errno = ENOSPC;  // a short write does not set it
    if (::write(file.number, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
      return disk_error("writing", draft);
    if (::fsync(file.number) != 0) return disk_error("syncing", draft);
  }
  if (::rename(draft.c_str(), path.c_str()) != 0) return disk_error("renaming", draft);
  return sync_directory(directory);
}

DataDirectory::DataDirectory(DataDirectory&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)), format_(other.format_) {}

DataDirectory::~DataDirectory() {
  if (lock_ >= 0) ::close(lock_);
}

Error disk_error(std::string_view doing, const fs::path& path, int number) {
  const bool full = number == ENOSPC || number == EDQUOT;
  return {Error::Kind::Unavailable, full ? "store.disk_full" : "store.directory",
          fmt::format("{} {}: {}; check that the directory is writable and the disk has space", doing,
                      path.string(), std::strerror(number))};
}

Result<void> copy_synced(const fs::path& from, const fs::path& to, std::size_t bytes) {
  const Descriptor source{::open(from.c_str(), O_RDONLY | O_CLOEXEC)};
  if (source.number < 0) return disk_error("opening", from);
  const Descriptor copy{::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
  if (copy.number < 0) return disk_error("making", to);
  std::string part;
  while (bytes > 0) {
    part.resize(std::min<std::size_t>(bytes, 1 << 20));
    errno = EIO;  // an end that comes too early does not set it
    const ssize_t got = ::read(source.number, part.data(), part.size());
    if (got <= 0) return disk_error("reading", from);
    errno = ENOSPC;  // nor does a short write
    if (::write(copy.number, part.data(), static_cast<std::size_t>(got)) != got)
      return disk_error("writing", to);
    bytes -= static_cast<std::size_t>(got);
  }
  if (::fsync(copy.number) != 0) return disk_error("syncing", to);
  return {};
}

Result<void> sync_directory(const fs::path& path) {
  const Descriptor directory{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (directory.number < 0) return disk_error("opening", path);
  if (::fsync(directory.number) != 0) return disk_error("syncing", path);
  return {};
}

}  // namespace stoa::store
