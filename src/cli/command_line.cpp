#include "cli/command_line.h"

#include "base/config.h"
#include "base/nearest.h"
#include "cli/key_table.h"
#include "cli/serve.h"
#include "cli/version.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace stoa::cli {
namespace {
enum ExitCode { kDone = 0, kFailed = 1, kAskedWrongly = 2 };

/// What was asked for, besides the options of the configuration.
struct Asked {
  std::string command;
  std::string backup_target;
  std::vector<std::string> options;
};

int fail(ExitCode code, std::string_view message) {
  fmt::print(stderr, "stoa: {}\n", message);
  return code;
}

int fail(const Error& error) {
  return fail(kFailed, error.message);
}

/// Commands take the configuration's options too, so what a command does not know itself is left for that.
void declare_commands(CLI::App& app, Asked& asked) {
  app.allow_extras();
  app.require_subcommand(0, 1);
  app.footer("Options, on the command line, in stoa.toml, or in the environment:\n" + render_option_help());
  const auto command = [&](const std::string& name, const std::string& help) {
    auto* declared = app.add_subcommand(name, help)->allow_extras()->fallthrough();
    declared->callback([&asked, name] { asked.command = name; });
    return declared;
  };
  command("serve", "Serves HTTP until SIGTERM or Ctrl-C")
      ->footer("Takes the options that `stoa --help` lists, such as --http.port=8081");
  command("config", "Prints every option with its help, value, and where the value came from");
  command("keys", "Prints every key of the keyspace");
  command("backup", "Copies the data directory, while no server runs on it")
      ->add_option("directory", asked.backup_target, "Where to; must not exist yet")
      ->required();
  command("version", "Prints the version");
}

int refuse_word(const CLI::App& app, const Asked& asked, const std::string& word) {
  if (!asked.command.empty())
    return fail(kAskedWrongly,
                fmt::format("`{0}` does not take '{1}'; see `stoa {0} --help`", asked.command, word));
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  const auto meant = nearest(word, {names.begin(), names.end()});
  if (meant.empty())
    return fail(kAskedWrongly, fmt::format("unknown command '{}'; `stoa --help` lists them", word));
  return fail(kAskedWrongly, fmt::format("unknown command '{}'; did you mean '{}'?", word, meant));
}

int back_up(const EngineFactory& engines, const Settings& settings, const std::string& target) {
  if (auto done = engines.backup(settings, target); !done.ok()) return fail(done.error());
  fmt::print("{} is copied to {}; serve the copy with --data.directory={}\n", settings.data.directory, target,
             target);
  return kDone;
}

int serve_until_stopped(const EngineFactory& engines, const Settings& settings) {
  auto log = Logger::open(settings.log);
  if (!log.ok()) return fail(log.error());
  if (auto served = serve(settings, engines, *log); !served.ok()) return fail(served.error());
  return kDone;
}

int perform(const Asked& asked, const Configuration& configuration, const EngineFactory& engines) {
  if (asked.command == "serve") return serve_until_stopped(engines, configuration.settings);
  if (asked.command == "backup") return back_up(engines, configuration.settings, asked.backup_target);
  if (asked.command == "config") fmt::print("{}", render_configuration(configuration.values));
  if (asked.command == "keys") fmt::print("{}", key_table());
  if (asked.command == "version") fmt::print("{}\n", version_line());
  return kDone;
}

}  // namespace

int run_command_line(std::vector<std::string> arguments, const EngineFactory& engines) {
  std::replace(arguments.begin(), arguments.end(), std::string("--version"), std::string("version"));
  CLI::App app("Stoa, a community marketplace in one server", "stoa");
  Asked asked;
  declare_commands(app, asked);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return fail(kAskedWrongly, fmt::format("{}; see `stoa --help`", error.what()));
  }
  auto configuration =
      load_configuration({.arguments = app.remaining(true), .environment = process_environment()});
  if (!configuration.ok()) return fail(kAskedWrongly, configuration.error().message);
  if (!configuration->words.empty()) return refuse_word(app, asked, configuration->words.front());
  if (asked.command.empty()) {
    fmt::print(stderr, "{}", app.help());
    return kAskedWrongly;
  }
  return perform(asked, *configuration, engines);
}

}  // namespace stoa::cli
