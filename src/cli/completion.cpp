#include "cli/completion.h"

#include "base/settings.h"
#include "cli/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stoa::cli {
namespace {

constexpr auto kShells = std::to_array<std::string_view>({"bash", "zsh", "fish"});

/// For single quotes of a shell.
std::string for_quotes(std::string_view text) {
  std::string made;
  for (const char c : text) made += c == '\'' ? std::string("’") : std::string(1, c);
  return made;
}

std::string words(const auto& rows, auto name_of) {
  std::string made;
  for (const auto& row : rows) made += (made.empty() ? "" : " ") + std::string(name_of(row));
  return made;
}

std::string dashed(const CommandFlag& flag) {
  return fmt::format("--{}{}", flag.name, flag.value.empty() ? "" : "=");
}

std::string bash(const std::vector<Option>& options) {
  std::string flags;
  for (const CommandText& command : command_texts())
    if (!command.flags.empty())
      flags += fmt::format("    {}) options+=' {}' ;;\n", command.name, words(command.flags, dashed));
  return fmt::format(R"(# bash completion for stoa
_stoa() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command= word
  local commands='{}'
  local options='{} --config= --help'
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case " $commands " in *" $word "*) command=$word; break ;; esac
  done
  case $command in
{}  esac
  case $previous:$command in
    =:* | --config:*) COMPREPLY=($(compgen -f -- "${{current#=}}")); return ;;
    completion:*) COMPREPLY=($(compgen -W '{}' -- "$current")); return ;;
    backup:*) COMPREPLY=($(compgen -d -- "$current")); return ;;
    import:import) COMPREPLY=($(compgen -W 'products articles' -- "$current")); return ;;
    export:export) COMPREPLY=($(compgen -W 'products' -- "$current")); return ;;
    products:import | articles:import | products:export) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
    [[ ${{COMPREPLY[0]-}} == *= ]] && compopt -o nospace
  elif [[ -z $command ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$current"))
  fi
}}
complete -F _stoa stoa
)",
                     words(command_texts(), [](const CommandText& row) { return row.name; }),
                     words(options, [](const Option& row) { return "--" + row.name + "="; }), flags,
                     words(kShells, [](std::string_view row) { return row; }));
}

std::string zsh(const std::vector<Option>& options) {
  const auto bracketed = [](std::string_view text) {
    std::string made;
    for (const char c : for_quotes(text))
      made += c == '[' || c == ']' || c == ':' ? fmt::format("\\{}", c) : std::string(1, c);
    return made;
  };
  std::string commands, flags;
  for (const CommandText& command : command_texts())
    commands += fmt::format("    '{}:{}'\n", command.name, bracketed(command.summary));
  for (const Option& option : options)
    flags += fmt::format("    '--{}=[{}]:value: '\n", option.name, bracketed(option.help));
  for (const CommandText& command : command_texts())
    for (const CommandFlag& flag : command.flags)
      flags += fmt::format("    '{}[{}]{}'\n", dashed(flag), bracketed(flag.help),
                           flag.value.empty() ? "" : ":value: ");
  return fmt::format(R"(#compdef stoa
# zsh completion for stoa
_stoa() {{
  local -a commands options
  commands=(
{})
  options=(
{}    '--config=[The file to read the options from]:file:_files'
    '--help[Help]'
  )
  _arguments -s $options '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe 'command' commands ;;
    argument)
      case $words[1] in
        completion) _values 'shell' {} ;;
        backup) _directories ;;
        import) _alternative 'what:what:(products articles)' 'file:file:_files' ;;
        export) _alternative 'what:what:(products)' 'file:file:_files' ;;
      esac ;;
  esac
}}
_stoa "$@"
)",
                     commands, flags, words(kShells, [](std::string_view row) { return row; }));
}

std::string fish(const std::vector<Option>& options) {
  std::string script = "# fish completion for stoa\ncomplete -c stoa -f\n";
  for (const CommandText& command : command_texts()) {
    script += fmt::format("complete -c stoa -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
                          for_quotes(command.summary));
    for (const CommandFlag& flag : command.flags)
      script += fmt::format("complete -c stoa -n '__fish_seen_subcommand_from {}' -l {}{} -d '{}'\n",
                            command.name, flag.name, flag.value.empty() ? "" : " -x", for_quotes(flag.help));
  }
  for (const Option& option : options)
    script += fmt::format("complete -c stoa -l {} -x -d '{}'\n", option.name, for_quotes(option.help));
  script += "complete -c stoa -l config -r -F -d 'The file to read the options from'\n";
  script += "complete -c stoa -l help -d 'Help'\n";
  script += "complete -c stoa -n '__fish_seen_subcommand_from backup' -a '(__fish_complete_directories)'\n";
  script +=
      "complete -c stoa -n '__fish_seen_subcommand_from import' -a 'products articles "
      "(__fish_complete_path)'\n";
  script += "complete -c stoa -n '__fish_seen_subcommand_from export' -a 'products (__fish_complete_path)'\n";
  script += fmt::format("complete -c stoa -n '__fish_seen_subcommand_from completion' -a '{}'\n",
                        words(kShells, [](std::string_view row) { return row; }));
  return script;
}

}  // namespace

Result<std::string> completion_script(std::string_view shell) {
  Settings settings;
  const auto options = option_table(settings);
  if (shell == "bash") return bash(options);
  if (shell == "zsh") return zsh(options);
  if (shell == "fish") return fish(options);
  return Error{Error::Kind::Invalid, "completion.shell",
               fmt::format("no completion for '{}'; there is one for bash, zsh and fish", shell)};
}

}  // namespace stoa::cli
