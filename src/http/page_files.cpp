#include "http/page_files.h"

#include "http/embedded_files.h"

#include <fstream>
#include <iterator>

namespace stoa::http {
namespace {
namespace fs = std::filesystem;

constexpr std::string_view kFolders[] = {"templates", "static", "translations"};

/// Calls `visit(path)` for every file of the three folders; hidden ones and editors' copies are none.
template <class Visit>
void each_file(const fs::path& directory, std::error_code& failed, Visit visit) {
  for (const std::string_view folder : kFolders) {
    if (!fs::exists(directory / folder)) continue;
    for (fs::recursive_directory_iterator entry(directory / folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
      const std::string name = entry->path().filename().string();
      if (entry->is_regular_file() && !name.starts_with('.') && !name.ends_with('~')) visit(entry->path());
    }
  }
}

Error unreadable(const fs::path& path, const std::string& why) {
  return {Error::Kind::Unavailable, "pages.directory",
          "cannot read '" + path.string() + "' (" + why + "); check pages.directory and its permissions"};
}

Result<std::string> content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) return unreadable(path, "not readable");
  return text;
}

}  // namespace

Result<PageFiles> read_page_files(const fs::path& directory) {
  PageFiles files;
  for (const EmbeddedFile& file : embedded_files()) files.emplace(file.name, file.text);
  if (directory.empty()) return files;
  if (!fs::is_directory(directory)) return unreadable(directory, "no such directory");

  std::vector<fs::path> paths;
  std::error_code failed;
  each_file(directory, failed, [&](const fs::path& path) { paths.push_back(path); });
  if (failed) return unreadable(directory, failed.message());
  for (const fs::path& path : paths)
    files[path.lexically_relative(directory).generic_string()] = STOA_TRY(content_of(path));
  return files;
}

std::uint64_t fingerprint_of(const fs::path& directory) {
  std::uint64_t mixed = 0;
  std::error_code failed;
  each_file(directory, failed, [&](const fs::path& path) {
    std::error_code gone;
    const auto changed = fs::last_write_time(path, gone).time_since_epoch().count();
    const auto size = fs::file_size(path, gone);
    // A sum: the order in which a directory lists its files does not matter.
    mixed += std::hash<std::string>{}(path.string() + '\0' + std::to_string(changed) + '\0' +
                                      std::to_string(size));
  });
  return mixed;
}

}  // namespace stoa::http
