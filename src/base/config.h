#pragma once
#include "base/result.h"
#include "base/settings.h"

#include <filesystem>
#include <string>
#include <vector>

namespace stoa {

/// Where values come from, weakest first: the defaults, the file, the environment, the command line.
struct ConfigSources {
  /// Without the program's name. `--http.port=8081` or `--http.port 8081`; a flag may stand alone.
  /// `--config FILE` names the file.
  std::vector<std::string> arguments;
  /// `NAME=value`; all but STOA_… are passed over. STOA_CONFIG names the file.
  std::vector<std::string> environment;
  /// Read when no file is named and it is there.
  std::filesystem::path default_file = "stoa.toml";
};

/// An option as `stoa config` shows it.
struct ConfiguredValue {
  std::string name;
  std::string help;
  std::string allowed;
  /// Without passwords.
  std::string value;
  /// `default`, `stoa.toml:12`, `environment STOA_HTTP_PORT`, `command line`.
  std::string source;
};

struct Configuration {
  Settings settings;
  std::vector<ConfiguredValue> values;
  /// What of the command line is no option: words, `--help`, `-x`, and all that follows `--`.
  std::vector<std::string> words;
};

/// Invalid (`config.unknown_option`, `config.bad_value`, `config.no_value`, `config.syntax`) or NotFound
/// (`config.file`), naming the file and line or the variable, what is allowed, and what was probably meant.
Result<Configuration> load_configuration(const ConfigSources&);

/// Puts each value of the sources into its row's place; one entry a row comes back, in the table's order.
/// For tables other than that of Settings; `words` as in Configuration.
Result<std::vector<ConfiguredValue>> apply_sources(const std::vector<Option>& table, const ConfigSources&,
                                                   std::vector<std::string>& words);

/// This process's environment, for ConfigSources.
std::vector<std::string> process_environment();

/// What `stoa config` prints.
std::string render_configuration(const std::vector<ConfiguredValue>&);
/// The options' part of `--help`.
std::string render_option_help();

}  // namespace stoa
