#include "base/config.h"

#include "base/nearest.h"
#include "base/toml_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>

namespace stoa {
namespace {
constexpr std::string_view kPrefix = "STOA_";
constexpr std::string_view kFileOption = "config", kFileVariable = "STOA_CONFIG";

std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view meant = nearest(word, candidates);
  if (meant.empty()) return "; `stoa config` lists them all";
  return fmt::format("; did you mean '{}'?", meant);
}

/// What the three sources have in common: looking a row up, assigning, and keeping note of where a value came
/// from.
class Table {
 public:
  explicit Table(const std::vector<Option>& options) : options_(options) {
    for (const Option& option : options)
      values_.push_back({option.name, option.help, option.allowed, option.shown(option.fallback), "default"});
  }

  const Option* find(std::string_view name) const {
    for (const Option& option : options_)
      if (option.name == name) return &option;
    return nullptr;
  }

  Result<void> assign(const Option& option, const std::vector<std::string>& values, std::string_view where,
                      std::string source) {
    std::string shown;
    for (const std::string& value : values) shown += (shown.empty() ? "" : ", ") + option.shown(value);
    if (values.size() != 1 && option.kind != Option::Kind::List)
      return Error{Error::Kind::Invalid, "config.bad_value",
                   fmt::format("{}: {}: takes one value", where, option.name)};
    if (!option.assign(values))
      return Error{Error::Kind::Invalid, "config.bad_value",
                   fmt::format("{}: {}: '{}' is not allowed; it must be {}", where, option.name, shown,
                               option.allowed)};
    auto& row = values_[static_cast<std::size_t>(&option - options_.data())];
    row.value = std::move(shown);
    row.source = std::move(source);
    return {};
  }

  Error unknown(std::string_view where, std::string_view name) const {
    std::vector<std::string_view> names;
    for (const Option& option : options_) names.push_back(option.name);
    return {Error::Kind::Invalid, "config.unknown_option",
            fmt::format("{}: unknown option '{}'{}", where, name, suggestion(name, names))};
  }

  Error unknown_variable(std::string_view variable) const {
    std::vector<std::string> names;
    for (const Option& option : options_) names.push_back(option.environment_name());
    return {Error::Kind::Invalid, "config.unknown_option",
            fmt::format("environment: unknown variable '{}'{}", variable,
                        suggestion(variable, {names.begin(), names.end()}))};
  }

  const std::vector<Option>& options() const { return options_; }
  std::vector<ConfiguredValue> values() && { return std::move(values_); }

 private:
  const std::vector<Option>& options_;
  std::vector<ConfiguredValue> values_;
};

struct Assignment {
  std::string name;
  std::string value;
};

/// The command line, taken apart: options with their values, and the rest.
struct CommandLine {
  std::vector<Assignment> assignments;
  std::vector<std::string> words;
};

Error no_value(std::string_view name) {
  return {Error::Kind::Invalid, "config.no_value", fmt::format("command line: --{} needs a value", name)};
}

bool is_option(std::string_view argument) {
  return argument.starts_with("--") && argument != "--help" && argument != "--";
}

Result<CommandLine> take_apart(const Table& table, const std::vector<std::string>& arguments) {
  CommandLine line;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      line.words.insert(line.words.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                        arguments.end());
      break;
    }
    if (!is_option(argument)) {
      line.words.push_back(argument);
      continue;
    }
    std::size_t equals = argument.find('=');
    std::string name = argument.substr(2, equals == argument.npos ? equals : equals - 2);
    const Option* option = table.find(name);
    if (!option && name != kFileOption) return table.unknown("command line", name);
    bool has_next = i + 1 < arguments.size() && !is_option(arguments[i + 1]);
    if (equals != argument.npos)
      line.assignments.push_back({name, argument.substr(equals + 1)});
    else if (option && option->kind == Option::Kind::Flag)
      line.assignments.push_back({name, "true"});
    else if (has_next)
      line.assignments.push_back({name, arguments[++i]});
    else
      return no_value(name);
  }
  return line;
}

/// The STOA_… ones, taken apart.
std::vector<Assignment> variables_of(const std::vector<std::string>& environment) {
  std::vector<Assignment> variables;
  for (const std::string& entry : environment) {
    std::size_t equals = entry.find('=');
    if (!entry.starts_with(kPrefix) || equals == entry.npos) continue;
    variables.push_back({entry.substr(0, equals), entry.substr(equals + 1)});
  }
  return variables;
}

/// The file that the command line, else the environment, names.
std::optional<std::filesystem::path> named_file(const CommandLine& line,
                                                const std::vector<Assignment>& variables) {
  std::optional<std::filesystem::path> file;
  for (const auto& [name, value] : variables)
    if (name == kFileVariable) file = value;
  for (const auto& [name, value] : line.assignments)
    if (name == kFileOption) file = value;
  return file;
}

Result<void> apply_file(Table& table, const std::filesystem::path& file) {
  for (const TomlValue& value : STOA_TRY(read_toml_file(file))) {
    std::string where = fmt::format("{}:{}", file.string(), value.line);
    const Option* option = table.find(value.name);
    if (!option) return table.unknown(where, value.name);
    STOA_TRY(table.assign(*option, value.values, where, where));
  }
  return {};
}

Result<void> apply_environment(Table& table, const std::vector<Assignment>& variables) {
  for (const auto& [name, value] : variables) {
    if (name == kFileVariable) continue;
    const Option* named = nullptr;
    for (const Option& option : table.options())
      if (option.environment_name() == name) named = &option;
    if (!named) return table.unknown_variable(name);
    std::string where = "environment " + name;
    STOA_TRY(table.assign(*named, {value}, where, where));
  }
  return {};
}

Result<void> apply_command_line(Table& table, const CommandLine& line) {
  for (const auto& [name, value] : line.assignments) {
    if (name == kFileOption) continue;
    STOA_TRY(table.assign(*table.find(name), {value}, "command line", "command line"));
  }
  return {};
}
}  // namespace

Result<std::vector<ConfiguredValue>> apply_sources(const std::vector<Option>& options,
                                                   const ConfigSources& sources,
                                                   std::vector<std::string>& words) {
  Table table(options);
  CommandLine line = STOA_TRY(take_apart(table, sources.arguments));
  auto variables = variables_of(sources.environment);
  std::error_code ignored;
  if (auto file = named_file(line, variables))
    STOA_TRY(apply_file(table, *file));
  else if (std::filesystem::exists(sources.default_file, ignored))
    STOA_TRY(apply_file(table, sources.default_file));
  STOA_TRY(apply_environment(table, variables));
  STOA_TRY(apply_command_line(table, line));
  words = std::move(line.words);
  return std::move(table).values();
}

Result<Configuration> load_configuration(const ConfigSources& sources) {
  Configuration configuration;
  auto table = option_table(configuration.settings);
  configuration.values = STOA_TRY(apply_sources(table, sources, configuration.words));
  return configuration;
}

std::vector<std::string> process_environment() {
  std::vector<std::string> entries;
  for (char** entry = environ; entry && *entry; ++entry) entries.emplace_back(*entry);
  return entries;
}

std::string render_configuration(const std::vector<ConfiguredValue>& values) {
  std::string text;
  for (const ConfiguredValue& row : values)
    text += fmt::format("{} = {}\n    from: {}\n    {} ({})\n", row.name,
                        row.value.empty() ? "\"\"" : row.value, row.source, row.help, row.allowed);
  return text;
}

std::string render_option_help() {
  Settings settings;
  std::string text;
  for (const Option& option : option_table(settings))
    text += fmt::format("  --{}={}\n      {} ({}; also {})\n", option.name, option.fallback, option.help,
                        option.allowed, option.environment_name());
  text += fmt::format("  --{}=stoa.toml\n      The file to read the options from. (a path; also {})\n",
                      kFileOption, kFileVariable);
  return text;
}

}  // namespace stoa
