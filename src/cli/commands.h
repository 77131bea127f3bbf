#pragma once
#include <span>
#include <string_view>

namespace stoa::cli {

/// A command as help, completion and the manual show it.
struct CommandText {
  std::string_view name;
  std::string_view summary;
  /// What it takes besides options, as usage lines write it: `DIRECTORY`; empty when nothing.
  std::string_view argument;
  /// What the argument is.
  std::string_view argument_help;
  /// A flag of its own, without the dashes; empty when it has none.
  std::string_view flag;
  std::string_view flag_help;
  /// Paragraphs and examples below the options.
  std::string_view more;
};

std::span<const CommandText> command_texts();

}  // namespace stoa::cli
