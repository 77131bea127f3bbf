#include "cli/example_configuration.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::cli {
namespace {

std::string in_quotes(std::string_view text) {
  std::string made = "\"";
  for (const char c : text) made += c == '"' || c == '\\' ? fmt::format("\\{}", c) : std::string(1, c);
  return made + "\"";
}

std::string listed(std::string_view values) {
  std::string made;
  while (!values.empty()) {
    const auto comma = values.find(',');
    auto value = values.substr(0, comma);
    while (value.starts_with(' ')) value.remove_prefix(1);
    made += (made.empty() ? "" : ", ") + in_quotes(value);
    values.remove_prefix(comma == values.npos ? values.size() : comma + 1);
  }
  return "[" + made + "]";
}

std::string toml_value(const Option& option, const std::string& value) {
  if (option.kind == Option::Kind::List) return listed(value);
  const bool plain =
      !value.empty() && std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; });
  return plain || option.kind == Option::Kind::Flag ? value : in_quotes(value);
}

}  // namespace

std::string example_configuration(const Configuration& configuration) {
  Settings settings;
  const auto options = option_table(settings);
  std::string text =
      "# Configuration of Stoa. What is commented out is the default. The environment (STOA_HTTP_PORT=…) and "
      "the command\n"
      "# line (--http.port=…) go before this file; `stoa config` shows what counts and where it comes "
      "from.\n";
  std::string section;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const auto& value = configuration.values[i];
    const auto dot = value.name.find('.');
    if (value.name.substr(0, dot) != section) {
      section = value.name.substr(0, dot);
      text += fmt::format("\n[{}]\n", section);
    }
    text +=
        fmt::format("# {} ({})\n{}{} = {}\n", value.help, value.allowed, value.source == "default" ? "#" : "",
                    value.name.substr(dot + 1), toml_value(options[i], value.value));
  }
  return text;
}

}  // namespace stoa::cli
