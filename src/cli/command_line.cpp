#include "cli/command_line.h"

#include "base/config.h"
#include "base/nearest.h"
#include "cli/article_files.h"
#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/demo.h"
#include "cli/example_configuration.h"
#include "cli/key_table.h"
#include "cli/product_files.h"
#include "cli/reach.h"
#include "cli/serve.h"
#include "cli/version.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>

namespace stoa::cli {
namespace {

/// What was asked for, besides the options of the configuration.
struct Asked {
  std::string command;
  std::string argument;
  /// With its value, where it takes one.
  std::map<std::string, std::string, std::less<>> flags;

  bool has(std::string_view flag) const { return flags.contains(flag); }
};

using Outcome = Result<ExitCode>;

/// What a command does. An Error is told, and ends the program with `on_error`.
struct Action {
  std::string_view command;
  Outcome (*perform)(const Asked&, const Configuration&, const EngineFactory&);
  ExitCode on_error = ExitCode::Failed;
};

Outcome perform_serve(const Asked&, const Configuration& configuration, const EngineFactory& engines) {
  const auto log = STOA_TRY(Logger::open(configuration.settings.log));
  STOA_TRY(serve(configuration, engines, log));
  return ExitCode::Done;
}

Outcome perform_config(const Asked& asked, const Configuration& configuration, const EngineFactory&) {
  fmt::print("{}", asked.has("example") ? example_configuration(configuration)
                                        : render_configuration(configuration.values));
  return ExitCode::Done;
}

Outcome perform_doctor(const Asked&, const Configuration& configuration, const EngineFactory& engines) {
  return have_done("doctor", "", configuration.settings, engines);
}

// The server that may do it has another working directory.
Outcome perform_backup(const Asked& asked, const Configuration& configuration, const EngineFactory& engines) {
  const auto target = std::filesystem::absolute(asked.argument).lexically_normal();
  return have_done("backup", target.string(), configuration.settings, engines);
}

Outcome perform_keys(const Asked& asked, const Configuration& configuration, const EngineFactory& engines) {
  std::error_code failure;
  if (!asked.has("no-count") && std::filesystem::exists(configuration.settings.data.directory, failure))
    return have_done("keys", "", configuration.settings, engines);
  fmt::print("{}", key_table());
  return ExitCode::Done;
}

Outcome perform_status(const Asked&, const Configuration& configuration, const EngineFactory&) {
  return have_server_do("status", "", configuration.settings);
}

Outcome perform_run(const Asked& asked, const Configuration& configuration, const EngineFactory&) {
  return have_server_do("run", asked.argument, configuration.settings);
}

Outcome perform_user(const Asked& asked, const Configuration& configuration, const EngineFactory& engines) {
  return have_done("user", asked.argument + (asked.has("admin") ? " admin" : ""), configuration.settings,
                   engines);
}

Outcome perform_import(const Asked& asked, const Configuration& configuration, const EngineFactory& engines) {
  const auto blank = asked.argument.find(' ');
  const auto what = asked.argument.substr(0, blank), file = asked.argument.substr(blank + 1);
  if (what == "articles" && !asked.has("set-stock"))
    return import_articles(
        file,
        asked.has("add-authors") ? feed::ImportAuthors::Absent::Add : feed::ImportAuthors::Absent::Refuse,
        configuration.settings, engines);
  if (what == "products" && !asked.has("add-authors"))
    return import_products(file, asked.has("set-stock") ? shop::StaleStock::Take : shop::StaleStock::Leave,
                           configuration.settings, engines);
  return Error{Error::Kind::Invalid, "import.what",
               what == "products" ? "--add-authors is for articles"
               : what == "articles"
                   ? "--set-stock is for products"
                   : "`stoa import` knows products and articles: `stoa import products FILE`, "
                     "`stoa import articles FILE`"};
}

Outcome perform_export(const Asked& asked, const Configuration& configuration, const EngineFactory& engines) {
  return export_file(asked.argument, asked.has("csv"), configuration.settings, engines);
}

Outcome perform_demo(const Asked& asked, const Configuration& configuration, const EngineFactory& engines) {
  DemoRequest request;
  const auto seed = asked.flags.find("seed");
  if (seed != asked.flags.end()) request.seed = STOA_TRY(read_seed(seed->second));
  request.beside = asked.has("beside");
  request.first = asked.has("first");
  return fill_demo(request, configuration.settings, engines);
}

Outcome perform_completion(const Asked& asked, const Configuration&, const EngineFactory&) {
  fmt::print("{}", STOA_TRY(completion_script(asked.argument)));
  return ExitCode::Done;
}

Outcome perform_version(const Asked&, const Configuration&, const EngineFactory&) {
  fmt::print("{}\n", version_line());
  return ExitCode::Done;
}

constexpr auto kActions = std::to_array<Action>({
    {"serve", perform_serve},
    {"config", perform_config},
    {"doctor", perform_doctor, ExitCode::Impossible},
    {"backup", perform_backup},
    {"keys", perform_keys},
    {"status", perform_status},
    {"run", perform_run},
    {"user", perform_user},
    {"import", perform_import},
    {"export", perform_export},
    {"demo", perform_demo},
    {"completion", perform_completion, ExitCode::Impossible},
    {"version", perform_version},
});

int fail(ExitCode code, std::string_view message) {
  std::fflush(stdout);
  fmt::print(stderr, "stoa: {}\n", message);
  return static_cast<int>(code);
}

/// Commands take the configuration's options too, so what a command does not know itself is left for that.
void declare_command(CLI::App& app, const CommandText& text, Asked& asked) {
  auto* declared =
      app.add_subcommand(std::string(text.name), std::string(text.summary))->allow_extras()->fallthrough();
  declared->callback([&asked, name = std::string(text.name)] { asked.command = name; });
  declared->footer(text.name == "serve"
                       ? std::string(text.more) + "\n\nOptions:\n" + render_option_help()
                       : std::string(text.more) + "\n\nTakes the options that `stoa --help` lists.");
  if (!text.argument.empty())
    declared
        ->add_option_function<std::vector<std::string>>(
            std::string(text.argument),
            [&asked](const std::vector<std::string>& words) {
              asked.argument = fmt::format("{}", fmt::join(words, " "));
            },
            std::string(text.argument_help))
        ->expected(static_cast<int>(std::ranges::count(text.argument, ' ') + 1))
        ->required();
  for (const CommandFlag& flag : text.flags) {
    const auto take = [&asked, name = std::string(flag.name)](const std::string& value) {
      asked.flags[name] = value;
    };
    if (flag.value.empty())
      declared->add_flag_callback(
          "--" + std::string(flag.name), [take] { take(""); }, std::string(flag.help));
    else
      declared->add_option_function<std::string>("--" + std::string(flag.name), take, std::string(flag.help))
          ->type_name(std::string(flag.value));
  }
}

void declare_commands(CLI::App& app, Asked& asked) {
  app.allow_extras();
  app.require_subcommand(0, 1);
  app.footer(
      "`stoa COMMAND --help` tells more, with examples. Exit codes: 0 done, 1 failed, 2 asked wrongly.\n\n"
      "Options, on the command line, in stoa.toml, or in the environment:\n" +
      render_option_help());
  for (const CommandText& text : command_texts()) declare_command(app, text, asked);
}

int refuse_word(const Asked& asked, const std::string& word) {
  if (!asked.command.empty())
    return fail(ExitCode::Impossible,
                fmt::format("`{0}` does not take '{1}'; see `stoa {0} --help`", asked.command, word));
  std::vector<std::string_view> names;
  for (const CommandText& text : command_texts()) names.push_back(text.name);
  const auto meant = nearest(word, names);
  if (meant.empty())
    return fail(ExitCode::Impossible, fmt::format("unknown command '{}'; `stoa --help` lists them", word));
  return fail(ExitCode::Impossible, fmt::format("unknown command '{}'; did you mean '{}'?", word, meant));
}

bool asks_for_help(const std::vector<std::string>& arguments) {
  return std::ranges::any_of(arguments,
                             [](const std::string& word) { return word == "--help" || word == "-h"; });
}

/// What the command needs, in its own words, where it has too few.
int refuse_words(const CLI::App& app, const CLI::ParseError& error) {
  const std::string why = error.what();
  const auto commands = app.get_subcommands();
  if (commands.empty()) return fail(ExitCode::Impossible, why + "; see `stoa --help`");
  const auto name = commands.front()->get_name();
  for (const CommandText& text : command_texts())
    if (text.name == name && !text.argument.empty() && why.starts_with(text.argument))
      return fail(ExitCode::Impossible, fmt::format("`stoa {0}` needs {1} ({2}); see `stoa {0} --help`", name,
                                                    text.argument, text.argument_help));
  return fail(ExitCode::Impossible, fmt::format("{}; see `stoa {} --help`", why, name));
}

/// An option that the configuration refuses may be the command's own, mistyped.
int refuse_option(const Asked& asked, const std::vector<std::string>& words, const std::string& why) {
  std::vector<std::string_view> flags;
  for (const CommandText& text : command_texts())
    if (text.name == asked.command)
      for (const CommandFlag& flag : text.flags) flags.push_back(flag.name);
  for (const std::string_view word : words) {
    if (!word.starts_with("--")) continue;
    const auto name = word.substr(2, word.find('=') - 2);
    if (const auto meant = nearest(name, flags); !meant.empty() && why.find(name) != why.npos)
      return fail(ExitCode::Impossible, fmt::format("`stoa {}` has no option '--{}'; did you mean '--{}'?",
                                                    asked.command, name, meant));
    // Neither has one like it, and who named a command asks for what that can do.
    const auto unlike = fmt::format("command line: unknown option '{}'; `stoa config`", name);
    if (!asked.command.empty() && why.starts_with(unlike))
      return fail(ExitCode::Impossible, fmt::format("`stoa {0}` has no option '--{1}'; see `stoa {0} --help`",
                                                    asked.command, name));
  }
  return fail(ExitCode::Impossible, why);
}

int perform(const Asked& asked, const Configuration& configuration, const EngineFactory& engines) {
  for (const Action& action : kActions) {
    if (action.command != asked.command) continue;
    const auto outcome = action.perform(asked, configuration, engines);
    return outcome.ok() ? static_cast<int>(*outcome) : fail(action.on_error, outcome.error().message);
  }
  throw std::logic_error("no action for the command " + asked.command);
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
    // Words that are missing are missed before the question for help is heard.
    if (asks_for_help(arguments) && !app.get_subcommands().empty()) return app.exit(CLI::CallForHelp());
    return refuse_words(app, error);
  }
  auto configuration =
      load_configuration({.arguments = app.remaining(true), .environment = process_environment()});
  if (!configuration.ok()) return refuse_option(asked, app.remaining(true), configuration.error().message);
  if (!configuration->words.empty()) return refuse_word(asked, configuration->words.front());
  if (asked.command.empty()) {
    fmt::print(stderr, "{}", app.help());
    return static_cast<int>(ExitCode::Impossible);
  }
  return perform(asked, *configuration, engines);
}

}  // namespace stoa::cli
