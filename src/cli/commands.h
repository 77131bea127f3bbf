#pragma once
#include <span>
#include <string_view>

namespace stoa::cli {

/// A flag of a command, without the dashes.
struct CommandFlag {
  std::string_view name;
  /// What it takes, as `NUMBER`; empty when nothing.
  std::string_view value;
  std::string_view help;
};

/// A command as help, completion and the manual show it.
struct CommandText {
  std::string_view name;
  std::string_view summary;
  /// What it takes besides options, as usage lines write it: `DIRECTORY`; empty when nothing.
  std::string_view argument;
  /// What the argument is.
  std::string_view argument_help;
  std::span<const CommandFlag> flags;
  /// Paragraphs and examples below the options.
  std::string_view more;
};

std::span<const CommandText> command_texts();

}  // namespace stoa::cli
