#include "store/log_judge.h"

#include "store/log_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace stoa::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".log";

std::optional<std::uint64_t> number_of(const fs::path& path) {
  if (path.extension() != kExtension) return std::nullopt;
  const auto stem = path.stem().string();
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
  if (failure != std::errc{} || end != stem.data() + stem.size()) return std::nullopt;
  return number;
}

/// Follows the numbers of the writes through the segments.
class Judge {
 public:
  explicit Judge(std::uint64_t next) : next_(next) {}

  Result<void> read(const LogFile& file) {
    auto reader = STOA_TRY(LogReader::open(file.path, file.number));
    auto write = reader.next();
    // A write that failed may have left its beginning behind, and was done again in the next segment.
    if (write && write->record.number == next_) end_.reset();
    for (; write && !end_ && follows(file, *write); write = reader.next()) ++next_;
    if (!end_ && !reader.ends_clean()) end_ = LogPlace{file, reader.offset()};
    for (auto later = write ? write : reader.search(); end_ && later; later = reader.search())
      if (later->record.synced >= next_) verdict_.damage = end_;
    if (!end_) last_ = LogPlace{file, reader.offset()};
    return {};
  }

  LogVerdict verdict() {
    if (!verdict_.damage) verdict_.torn_end = end_;
    return std::move(verdict_);
  }

 private:
  /// Whether nothing is missing before that write; else the end is where something is: behind the file before
  /// when it is the first of its own.
  bool follows(const LogFile& file, const LogReader::Write& write) {
    if (write.record.number == next_) return true;
    end_ = write.offset == 0 && last_ ? *last_ : LogPlace{file, write.offset};
    return false;
  }

  LogVerdict verdict_;
  std::uint64_t next_;
  std::optional<LogPlace> end_;   // of what is there without a gap, once that is known
  std::optional<LogPlace> last_;  // of the file before
};

}  // namespace

fs::path log_path(const fs::path& directory, std::uint64_t number) {
  return directory / fmt::format("{:06}{}", number, kExtension);
}

std::vector<LogFile> log_files(const fs::path& directory, std::uint64_t moved) {
  std::vector<LogFile> files;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(directory, failure))
    if (const auto number = number_of(entry.path()); number && *number > moved)
      files.push_back({entry.path(), *number});
  std::ranges::sort(files, {}, &LogFile::number);
  return files;
}

Result<LogVerdict> judge_log(std::span<const LogFile> files, std::uint64_t next) {
  Judge judge(next);
  for (const auto& file : files) STOA_TRY(judge.read(file));
  return judge.verdict();
}

}  // namespace stoa::store
