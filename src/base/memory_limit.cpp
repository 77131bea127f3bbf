#include "base/memory_limit.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace stoa {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
/// For a machine that tells nothing.
constexpr std::uint64_t kModest = std::uint64_t{1} << 30;

std::uint64_t memory_of_machine(const std::filesystem::path& root) {
  std::ifstream file(root / "proc/meminfo");
  for (std::string word; file >> word;) {
    std::uint64_t kibibytes = 0;
    if (word == "MemTotal:" && file >> kibibytes) return kibibytes * 1024;
  }
  return kUnlimited;
}

/// The file says "max" where there is no limit.
std::uint64_t limit_in(const std::filesystem::path& group) {
  std::ifstream file(group / "memory.max");
  std::uint64_t bytes = 0;
  return file >> bytes ? bytes : kUnlimited;
}

/// As a path below the place where groups are.
std::filesystem::path group_of_process(const std::filesystem::path& root) {
  constexpr std::string_view kSecondVersion = "0::/";
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(kSecondVersion)) return line.substr(kSecondVersion.size());
  return {};
}

}  // namespace

std::uint64_t memory_limit(const std::filesystem::path& root) {
  std::uint64_t limit = memory_of_machine(root);
  const auto groups = root / "sys/fs/cgroup";
  // A limit holds for all groups below the one that has it. Within a container its own group is the topmost.
  for (auto group = group_of_process(root);; group = group.parent_path()) {
    limit = std::min(limit, limit_in(groups / group));
    if (group.empty()) break;
  }
  return limit == kUnlimited ? kModest : limit;
}

}  // namespace stoa
