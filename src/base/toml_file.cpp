#include "base/toml_file.h"

#include <fmt/format.h>
#include <toml.hpp>

#include <algorithm>
#include <fstream>
#include <optional>

namespace stoa {
namespace {
std::optional<std::string> scalar_text(const toml::value& value) {
  switch (value.type()) {
    case toml::value_t::boolean:
      return value.as_boolean() ? "true" : "false";
    case toml::value_t::integer:
      return std::to_string(value.as_integer());
    case toml::value_t::floating:
      return fmt::to_string(value.as_floating());
    case toml::value_t::string:
      return value.as_string().str;
    default:
      return {};
  }
}

std::optional<std::vector<std::string>> texts_of(const toml::value& value) {
  std::vector<std::string> texts;
  if (!value.is_array()) {
    auto text = scalar_text(value);
    if (!text) return {};
    texts.push_back(*std::move(text));
    return texts;
  }
  for (const toml::value& element : value.as_array()) {
    auto text = scalar_text(element);
    if (!text) return {};
    texts.push_back(*std::move(text));
  }
  return texts;
}

Error syntax(const std::filesystem::path& file, std::size_t line, std::string_view what) {
  return {Error::Kind::Invalid, "config.syntax", fmt::format("{}:{}: {}", file.string(), line, what)};
}

/// The first line of toml11's message, without the names of its functions.
std::string first_line(std::string_view what) {
  what = what.substr(0, what.find('\n'));
  if (what.starts_with("[error] ")) what.remove_prefix(8);
  if (std::size_t colon = what.find(": "); what.starts_with("toml::") && colon != what.npos)
    what.remove_prefix(colon + 2);
  return std::string(what);
}

Result<void> flatten(const std::filesystem::path& file, const toml::value& table, const std::string& prefix,
                     std::vector<TomlValue>& found) {
  for (const auto& [key, value] : table.as_table()) {
    std::string name = prefix.empty() ? key : prefix + "." + key;
    if (value.is_table()) {
      STOA_TRY(flatten(file, value, name, found));
      continue;
    }
    auto texts = texts_of(value);
    if (!texts)
      return syntax(file, value.location().line(),
                    fmt::format("'{}' is of a type that no option takes", name));
    found.push_back({std::move(name), *std::move(texts), value.location().line()});
  }
  return {};
}
}  // namespace

Result<std::vector<TomlValue>> read_toml_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file))
    return Error{Error::Kind::NotFound, "config.file",
                 fmt::format("the configuration file '{}' cannot be read", file.string())};
  std::vector<TomlValue> found;
  try {
    STOA_TRY(flatten(file, toml::parse(stream, file.string()), "", found));
  } catch (const toml::exception& refused) {
    return syntax(file, refused.location().line(), first_line(refused.what()));
  } catch (const std::exception& refused) {
    return syntax(file, 1, first_line(refused.what()));
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
  return found;
}

}  // namespace stoa
