#include "layers.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
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
constexpr auto kOnlyInSources =
    std::to_array<std::string_view>({"rocksdb/", "boost/", "hiredis/", "bson", "mongoc", "openssl/",
                                     "spdlog/", "toml", "CLI/", "sodium", "xapian", "md4c"});

const Layer* layer_of(const fs::path& folder) {
  const auto found = std::ranges::find(layers(), folder.generic_string(), &Layer::folder);
  return found == layers().end() ? nullptr : &*found;
}

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

bool is_foreign(std::string_view included) {
  return std::ranges::any_of(kOnlyInSources,
                             [&](std::string_view prefix) { return included.starts_with(prefix); });
}

/// A domain's routes and pages, of which there may be several files: `api.cpp`, `api_carts.cpp`, `pages.cpp`.
bool speaks_http(const fs::path& file) {
  const std::string stem = file.stem().generic_string();
  const auto is = [&](std::string_view name) {
    return stem == name || stem.starts_with(std::string(name) + "_");
  };
  return is("api") || is("pages");
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
  if (to == "http" && contains(kDomains, layer->folder) && !speaks_http(file))
    return "only api*.{h,cpp} and pages*.{h,cpp} of a domain may know http/";
  return {};
}

struct Include {
  fs::path file;
  int line;
  std::string text;
  std::string included;
  bool system;

  Breach breach(const std::string& fault) const {
    return {"src/" + file.generic_string() + ":" + std::to_string(line), text + "  -- " + fault};
  }
};

std::vector<Include> includes_of(const fs::path& source, const fs::path& file) {
  static const std::regex include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
  std::vector<Include> includes;
  std::ifstream lines(source / file);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::smatch match;
    if (std::regex_match(line, match, include))
      includes.push_back({file, number, line, match[2], match[1] == "<"});
  }
  return includes;
}

/// Who includes a file, directly.
using Includers = std::multimap<fs::path, fs::path>;

/// A file of another folder that sees `header` through any chain of includes; empty when all who see it are
/// at home.
fs::path outsider_who_sees(const fs::path& header, const Includers& includers) {
  std::set<fs::path> seen{header};
  std::vector<fs::path> open{header};
  while (!open.empty()) {
    const fs::path file = open.back();
    open.pop_back();
    for (auto [at, end] = includers.equal_range(file); at != end; ++at) {
      if (at->second.parent_path() != header.parent_path()) return at->second;
      if (seen.insert(at->second).second) open.push_back(at->second);
    }
  }
  return {};
}

std::string fault_of(const fs::path& source, const Include& include, const Includers& includers) {
  if (!include.system) return fault_of_own_include(source, include.file, include.included);
  if (!is_foreign(include.included) || include.file.extension() != ".h") return {};
  const fs::path outsider = outsider_who_sees(include.file, includers);
  if (outsider.empty()) return {};
  return "third-party types stay within their folder, and src/" + outsider.generic_string() +
         " sees this header; include it in the .cpp behind it";
}

}  // namespace

std::vector<Breach> breaches_in(const fs::path& source) {
  std::set<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(source))
    if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp")
      files.insert(entry.path().lexically_relative(source));
  std::vector<Include> includes;
  for (const fs::path& file : files)
    std::ranges::move(includes_of(source, file), std::back_inserter(includes));
  Includers includers;
  for (const Include& include : includes)
    if (!include.system) includers.emplace(include.included, include.file);
  std::vector<Breach> breaches;
  for (const Include& include : includes)
    if (const std::string fault = fault_of(source, include, includers); !fault.empty())
      breaches.push_back(include.breach(fault));
  return breaches;
}

}  // namespace stoa::test
