#include "store/log_reader.h"

#include "store/data_directory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace stoa::store {

Result<LogReader> LogReader::open(const std::filesystem::path& path, std::uint64_t number) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return disk_error("opening", path);
  struct stat facts {};
  const bool known = ::fstat(file, &facts) == 0;
  const auto size = static_cast<std::size_t>(facts.st_size);
  void* bytes = known && size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : nullptr;
  const int failure = errno;
  ::close(file);
  if (!known || bytes == MAP_FAILED) return disk_error("reading", path, failure);
  if (size > 0) ::madvise(bytes, size, MADV_SEQUENTIAL);
  return LogReader({static_cast<const char*>(bytes), size}, number);
}

LogReader::LogReader(LogReader&& other) noexcept
    : bytes_(std::exchange(other.bytes_, {})),
      number_(other.number_),
      at_(other.at_),
      searched_(other.searched_) {}

LogReader::~LogReader() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

std::optional<LogReader::Write> LogReader::next() {
  std::string_view changes;
  const auto record = intact(bytes_.substr(at_), number_, changes);
  if (!record) return std::nullopt;
  const Write write{at_, *record, changes};
  at_ += log_bytes(changes.size());
  searched_ = at_;
  return write;
}

bool LogReader::ends_clean() const {
  return std::ranges::all_of(bytes_.substr(at_), [](char byte) { return byte == 0; });
}

std::optional<LogReader::Write> LogReader::search() {
  while (searched_ + sizeof(LogRecord) <= bytes_.size()) {
    std::string_view changes;
    const auto place = searched_++;
    if (const auto record = intact(bytes_.substr(place), number_, changes))
      return Write{place, *record, changes};
  }
  return std::nullopt;
}

}  // namespace stoa::store
