#include "cli/directory_checks.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <fstream>

namespace stoa::cli {
namespace {
namespace fs = std::filesystem;

/// Below this the store soon refuses to write.
constexpr std::uint64_t kLeastFreeBytes = 512 << 20;

std::string first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

void examine_permissions(const fs::path& directory, Examination& examination) {
  struct stat facts {};
  if (::stat(directory.c_str(), &facts) != 0) return;
  if ((facts.st_mode & 0077) != 0)
    examination.report(fmt::format("{} is open to other users (mode {:04o}); run `chmod 700 {}`",
                                   directory.string(), facts.st_mode & 07777, directory.string()));
}

void examine_space(const fs::path& directory, Examination& examination) {
  std::error_code failure;
  const auto space = fs::space(directory, failure);
  if (failure) return;
  examination.note(fmt::format("{:.1f} GB free", static_cast<double>(space.available) / 1e9));
  if (space.available < kLeastFreeBytes)
    examination.report(
        fmt::format("only {:.0f} MB are free where {} lies; make room before writes are refused",
                    static_cast<double>(space.available) / 1e6, directory.string()));
}

void examine_leftovers(const fs::path& directory, Examination& examination) {
  std::error_code failure;
  if (fs::exists(directory / "damaged", failure))
    examination.note(fmt::format(
        "{} holds pieces of a log that was found damaged once; remove them when nobody needs them",
        (directory / "damaged").string()));
}

}  // namespace

void examine_directory(const fs::path& directory, Examination& examination) {
  examine_permissions(directory, examination);
  examine_space(directory, examination);
  examine_leftovers(directory, examination);
  examination.note("format " + first_line(directory / "FORMAT"));
}

}  // namespace stoa::cli
