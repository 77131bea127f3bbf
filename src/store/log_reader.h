#pragma once
#include "base/result.h"
#include "store/log_record.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace stoa::store {

/// Reads a segment of the log, which is mapped while this lives. It says what is intact and where.
class LogReader {
 public:
  struct Write {
    std::uint64_t offset;
    LogRecord record;
    std::string_view changes;  // of the file; as Changes::first_of takes them
  };

  static Result<LogReader> open(const std::filesystem::path&, std::uint64_t number);
  LogReader(LogReader&&) noexcept;
  LogReader& operator=(LogReader&&) = delete;
  ~LogReader();

  /// The next intact write; nothing where the first one is not intact, or none follows.
  std::optional<Write> next();

  /// After next() gave nothing: whether anything but zeros follows.
  bool ends_clean() const;

  /// Past the place where next() gave nothing: the next intact write, looked for byte by byte.
  std::optional<Write> search();

  /// Behind the last write that next() gave.
  std::uint64_t offset() const { return at_; }
  std::uint64_t size() const { return bytes_.size(); }

 private:
  LogReader(std::string_view bytes, std::uint64_t number) : bytes_(bytes), number_(number) {}

  std::string_view bytes_;
  std::uint64_t number_;
  std::uint64_t at_ = 0;
  std::uint64_t searched_ = 0;
};

}  // namespace stoa::store
