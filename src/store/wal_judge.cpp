#include "store/wal_judge.h"

#include "store/wal_file.h"

#include <algorithm>
#include <charconv>

namespace stoa::store {
namespace {

namespace fs = std::filesystem;

std::optional<std::uint64_t> wal_number(const fs::path& path) {
  if (path.extension() != ".log") return std::nullopt;
  const auto stem = path.stem().string();
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
  if (failure != std::errc{} || end != stem.data() + stem.size()) return std::nullopt;
  return number;
}

/// Follows the row numbers through the files.
class Judge {
 public:
  Result<void> read(const fs::path& path) {
    auto file = STOA_TRY(WalFile::open(path));
    while (const auto entry = file.next()) take(*entry, path);
    if (const auto damage = file.damage()) look_behind(file, {path, *damage});
    end_of_last_ = WalPlace{path, file.size()};
    return {};
  }
  bool done() const { return verdict_.damage.has_value(); }

  WalVerdict verdict() {
    if (!done()) close();
    return std::move(verdict_);
  }

 private:
  void take(const WalFile::Entry& entry, const fs::path& path) {
    if (done()) return;
    const bool gap = expected_ ? entry.sequence > *expected_ : !open_.empty();
    if (gap) {
      const bool starts_file = entry.offset == 0 && end_of_last_;
      verdict_.damage = !open_.empty() ? open_.front()
                        : starts_file  ? *end_of_last_
                                       : WalPlace{path, entry.offset};
      return;
    }
    close();
    expected_ = std::max(expected_.value_or(0), entry.sequence + entry.rows);
  }

  /// A write that failed for want of space is torn, and was then done again: behind it, or in the next file,
  /// with the same row numbers. Whatever carries higher ones was completed after the damaged place.
  void look_behind(WalFile& file, WalPlace place) {
    open_.push_back(std::move(place));
    while (const auto entry = file.search())
      if (!expected_ || entry->sequence > *expected_) {
        verdict_.damage = open_.front();
        return;
      }
  }

  /// Nothing is missing: what was open were only torn ends.
  void close() {
    verdict_.torn_ends.insert(verdict_.torn_ends.end(), open_.begin(), open_.end());
    open_.clear();
  }

  WalVerdict verdict_;
  std::optional<std::uint64_t> expected_;
  std::vector<WalPlace> open_;  // damage with nothing intact behind it so far
  std::optional<WalPlace> end_of_last_;
};

}  // namespace

std::vector<fs::path> wal_files(const fs::path& directory, std::uint64_t first) {
  std::vector<std::pair<std::uint64_t, fs::path>> found;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(directory, failure))
    if (const auto number = wal_number(entry.path()); number && *number >= first)
      found.emplace_back(*number, entry.path());
  std::sort(found.begin(), found.end());
  std::vector<fs::path> files;
  for (auto& [number, path] : found) files.push_back(std::move(path));
  return files;
}

Result<WalVerdict> judge_wal(const std::vector<fs::path>& files) {
  Judge judge;
  for (const auto& file : files) {
    STOA_TRY(judge.read(file));
    if (judge.done()) break;
  }
  return judge.verdict();
}

}  // namespace stoa::store
