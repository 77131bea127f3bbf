#include "resp/command.h"

#include "resp/command_table.h"
#include "resp/numbers.h"

#include <fmt/format.h>

namespace stoa::resp {

void Call::wrong_type() {
  reply.error("WRONGTYPE Operation against a key holding the wrong kind of value");
}

std::optional<std::int64_t> Call::integer(std::string_view word, std::string_view otherwise) {
  const auto number = parse_integer(word);
  if (!number) reply.error(otherwise);
  return number;
}

void Call::wrong_arity() {
  const Command* command = find_command(words[0]);
  reply.error(
      fmt::format("ERR wrong number of arguments for '{}' command", command ? command->name : words[0]));
}

namespace {

constexpr std::string_view kHelp = "help";

const Subcommand* find_subcommand(const Command& command, std::string_view name) {
  for (const Subcommand& row : command.subcommands)
    if (is_word(name, row.name)) return &row;
  return nullptr;
}

std::string upper_case(std::string_view lower) {
  std::string upper(lower);
  for (char& letter : upper)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter & ~0x20);
  return upper;
}

void help(const Command& command, Reply& reply) {
  reply.array(1 + 2 * (command.subcommands.size() + 1));
  reply.status(upper_case(command.name) + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:");
  const auto say = [&](std::string_view name, std::string_view words, std::string_view meaning) {
    reply.status(fmt::format("{}{}{}", upper_case(name), words.empty() ? "" : " ", words));
    reply.status(fmt::format("    {}", meaning));
  };
  for (const Subcommand& row : command.subcommands) say(row.name, row.words, row.meaning);
  say(kHelp, "", "Print this help.");
}

}  // namespace

std::string misuse_of(const Command& command, Words words) {
  if (!command.subcommands.empty() && words.size() > 1) {
    const Subcommand* found = find_subcommand(command, words[1]);
    if (!found && !is_word(words[1], kHelp))
      return fmt::format("ERR unknown subcommand '{}'. Try {} HELP.", printed(words[1]).substr(0, 128),
                         upper_case(command.name));
    if (fits(found ? found->arity : 2, words.size())) return {};
    return fmt::format("ERR wrong number of arguments for '{}|{}' command", command.name,
                       found ? found->name : kHelp);
  }
  if (fits(command.arity, words.size())) return {};
  return fmt::format("ERR wrong number of arguments for '{}' command", command.name);
}

void run_command(const Command& command, Call& call) {
  if (command.subcommands.empty() || call.size() < 2) return command.run(call);
  const Subcommand* found = find_subcommand(command, call[1]);
  found ? found->run(call) : help(command, call.reply);
}

bool is_word(std::string_view word, std::string_view lower) {
  if (word.size() != lower.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char letter = word[i];
    if ((letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20) : letter) != lower[i])
      return false;
  }
  return true;
}

}  // namespace stoa::resp
