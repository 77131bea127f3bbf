#include "store/data_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

namespace stoa::store {
namespace {

namespace fs = std::filesystem;

Error system_error(std::string_view doing, const fs::path& path, int number = errno) {
  const bool full = number == ENOSPC || number == EDQUOT;
  return {Error::Kind::Unavailable, full ? "store.disk_full" : "store.directory",
          fmt::format("{} {}: {}; check that the directory is writable and the disk has space", doing,
                      path.string(), std::strerror(number))};
}

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
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return system_error("making", path);
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
  if (file < 0) return system_error("opening", path);
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

Result<void> check_format(const fs::path& directory) {
  const auto path = directory / "FORMAT";
  if (!fs::exists(path)) {
    if (!fs::exists(directory / "rocks")) return DataDirectory::write_format(directory);
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
  return {};
}

}  // namespace

Result<DataDirectory> DataDirectory::open(const fs::path& path) {
  STOA_TRY(make_directory(path));
  DataDirectory directory(path, STOA_TRY(lock(path)));
  STOA_TRY(check_format(path));
  STOA_TRY(make_directory(directory.rocks()));
  return directory;
}

Result<void> DataDirectory::write_format(const fs::path& directory) {
  const auto path = directory / "FORMAT";
  const auto draft = directory / "FORMAT.new";
  {
    const Descriptor file{::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
    if (file.number < 0) return system_error("making", draft);
    const auto text = fmt::format("{}\n", kFormat);
    errno = ENOSPC;  // a short write does not set it
    if (::write(file.number, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
      return system_error("writing", draft);
    if (::fsync(file.number) != 0) return system_error("syncing", draft);
  }
  if (::rename(draft.c_str(), path.c_str()) != 0) return system_error("renaming", draft);
  return sync_directory(directory);
}

DataDirectory::DataDirectory(DataDirectory&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

DataDirectory::~DataDirectory() {
  if (lock_ >= 0) ::close(lock_);
}

Result<void> sync_directory(const fs::path& path) {
  const Descriptor directory{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (directory.number < 0) return system_error("opening", path);
  if (::fsync(directory.number) != 0) return system_error("syncing", path);
  return {};
}

}  // namespace stoa::store
