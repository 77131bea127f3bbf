#include "cli/unfinished_demo.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <system_error>

namespace stoa::cli {
namespace {
namespace fs = std::filesystem;

Error refused(std::string_view doing, const fs::path& path, int number) {
  return {Error::Kind::Unavailable, "data.directory",
          fmt::format("{} {}: {}; check that the directory is writable and the disk has space", doing,
                      path.string(), std::strerror(number))};
}

/// After a power cut a mark that was taken away must not be back.
void sync(const fs::path& directory) {
  const int opened = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return;
  ::fsync(opened);
  ::close(opened);
}

}  // namespace

bool UnfinishedDemo::marked() const {
  std::error_code failure;
  return fs::exists(file(), failure);
}

Result<void> UnfinishedDemo::mark() const {
  std::error_code failure;
  if (directory_.has_parent_path()) fs::create_directories(directory_.parent_path(), failure);
  // As the store makes it.
  if (::mkdir(directory_.c_str(), 0700) != 0 && errno != EEXIST) return refused("making", directory_, errno);
  const int made = ::open(file().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (made < 0) return refused("making", file(), errno);
  ::close(made);
  sync(directory_);
  return {};
}

void UnfinishedDemo::unmark() const {
  std::error_code failure;
  if (fs::remove(file(), failure)) sync(directory_);
}

Result<void> UnfinishedDemo::throw_away() const {
  // FORMAT after what it is the format of: alone, that would count as damaged.
  for (const char* name : {"search", "log", "rocks", "FORMAT.new", "FORMAT"}) {
    std::error_code failure;
    fs::remove_all(directory_ / name, failure);
    if (failure) return refused("removing", directory_ / name, failure.value());
  }
  return {};
}

}  // namespace stoa::cli
