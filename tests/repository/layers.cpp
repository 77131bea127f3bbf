#include "layers.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <regex>
#include <set>
#include <string_view>

namespace stoa::test {
namespace {
namespace fs = std::filesystem;

/// A folder and the folders its files may include besides itself.
struct Layer {
  std::string_view folder;
  std::vector<std::string_view> below;
};

/// Lowest first. Engines and the store are named by main.cpp only, which is in no folder and may include all.
const std::vector<Layer>& layers() {
  static const std::vector<Layer> table{
      {"base", {}},
      {"store", {"base"}},
      {"keyspace", {"base"}},
      {"keyspace/embedded", {"base", "store", "keyspace"}},
      {"keyspace/redis", {"base", "keyspace"}},
      {"records", {"base", "keyspace"}},
      {"records/embedded", {"base", "store", "keyspace", "records"}},
      {"records/mongo", {"base", "keyspace", "records"}},
      {"http", {"base", "keyspace", "records"}},
      {"resp", {"base", "keyspace", "records"}},
      {"clockwork", {"base", "keyspace", "records"}},
      {"accounts", {"base", "keyspace", "records", "http", "clockwork"}},
      {"shop", {"base", "keyspace", "records", "http", "clockwork", "accounts"}},
      {"feed", {"base", "keyspace", "records", "http", "clockwork", "accounts"}},
      {"gallery", {"base", "keyspace", "records", "http", "clockwork", "accounts"}},
      {"challenges", {"base", "keyspace", "records", "http", "clockwork", "accounts"}},
      {"cli",
       {"base", "keyspace", "records", "http", "resp", "clockwork", "accounts", "shop", "feed", "gallery",
        "challenges"}},
  };
  return table;
}

constexpr auto kDomains = std::to_array<std::string_view>({"shop", "feed", "gallery", "challenges"});
constexpr auto kOnlyInSources = std::to_array<std::string_view>(
    {"rocksdb/", "boost/", "hiredis/", "bson", "mongoc", "openssl/", "spdlog/", "toml", "CLI/", "sodium"});

const Layer* layer_of(const fs::path& folder) {
  const auto found = std::ranges::find(layers(), folder.generic_string(), &Layer::folder);
  return found == layers().end() ? nullptr : &*found;
}

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

/// Why `file` must not include the third-party header `included`; empty if it may.
std::string fault_of_system_include(const fs::path& file, std::string_view included) {
  const bool foreign = std::ranges::any_of(
      kOnlyInSources, [&](std::string_view prefix) { return included.starts_with(prefix); });
  if (!foreign || file.extension() != ".h") return {};
  return "a header shows no third-party types; include it in the .cpp behind it";
}

/// Why `file` must not include `included`, both from the source folder; empty if it may.
std::string fault_of_own_include(const fs::path& source, const fs::path& file, const fs::path& included) {
  if (!fs::exists(source / included))
    return "there is no such file under src/; includes are written from there";
  const fs::path from = file.parent_path(), to = included.parent_path();
  if (from.empty() || from == to) return {};
  const Layer* layer = layer_of(from);
  if (layer == nullptr)
    return from.generic_string() + "/ is in no layer; give it a row in tests/repository/layers.cpp";
  if (!contains(layer->below, to.generic_string()))
    return from.generic_string() + "/ may not include " + to.generic_string() + "/";
  if (to == "http" && contains(kDomains, layer->folder) && file.filename() != "api.cpp" &&
      file.filename() != "pages.cpp")
    return "only api.cpp and pages.cpp of a domain may know http/";
  return {};
}

void read_includes(const fs::path& source, const fs::path& file, std::vector<Breach>& breaches) {
  static const std::regex include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
  std::ifstream lines(source / file);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::smatch match;
    if (!std::regex_match(line, match, include)) continue;
    const std::string included = match[2];
    const std::string fault = match[1] == "<" ? fault_of_system_include(file, included)
                                              : fault_of_own_include(source, file, included);
    if (fault.empty()) continue;
    breaches.push_back(
        {"src/" + file.generic_string() + ":" + std::to_string(number), line + "  -- " + fault});
  }
}

}  // namespace

std::vector<Breach> breaches_in(const fs::path& source) {
  std::set<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(source))
    if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp")
      files.insert(entry.path().lexically_relative(source));
  std::vector<Breach> breaches;
  for (const fs::path& file : files) read_includes(source, file, breaches);
  return breaches;
}

}  // namespace stoa::test
