#pragma once
#include "keyspace/door.h"
#include "resp/reply.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace stoa::resp {

struct Client;
struct Lobby;

/// A command and its arguments as they came; the first one is its name.
using Words = std::span<const std::string_view>;

/// One command being answered.
struct Call {
  keyspace::Visit& keys;
  Reply& reply;
  Words words;
  Client& client;
  Lobby& lobby;

  std::size_t size() const { return words.size(); }
  std::string_view operator[](std::size_t i) const { return words[i]; }

  /// False, and the error is said, when the key holds another type.
  bool has_type(const keyspace::Slot& slot, keyspace::Type type) {
    if (!slot.found() || slot.type == type) return true;
    wrong_type();
    return false;
  }
  void wrong_type();
  void syntax_error() { reply.error("ERR syntax error"); }
  /// nullopt, and the error is said, when the word is no integer.
  std::optional<std::int64_t> integer(
      std::string_view word, std::string_view otherwise = "ERR value is not an integer or out of range");
  void wrong_arity();
};

/// A row of what a command like CLIENT can do: the second word, how many words as Command::arity counts them,
/// who does it, and what HELP says of it: the words behind it, and what comes of it. HELP has no row.
struct Subcommand {
  std::string_view name;
  int arity;
  void (*run)(Call&);
  std::string_view words;
  std::string_view meaning;
};

/// Whether so many words fit an arity: that many, or at least that many when it is negative.
inline bool fits(int arity, std::size_t words) {
  return arity >= 0 ? words == static_cast<std::size_t>(arity) : words >= static_cast<std::size_t>(-arity);
}

/// One row of the table of commands.
struct Command {
  enum class Does : std::uint8_t {
    Reads,      // looks at keys
    Writes,     // changes keys; refused where only reading is allowed
    Watches,    // watches keys, or runs what was queued
    Elsewhere,  // has nothing to do with keys
  };
  /// What a transaction does with it, and who may call it.
  enum class Manner : std::uint8_t {
    Queued,     // the usual: queued after MULTI, and only for those who are known
    Immediate,  // also after MULTI at once
    Anybody,    // queued, and before AUTH too
    AnybodyAtOnce,
  };
  /// Where its keys stand, as COMMAND tells it: a last one of -1 is the last word.
  struct Keys {
    int first = 0;
    int last = 0;
    int step = 0;
  };

  std::string_view name;
  /// How many words, itself included; at least so many when negative.
  int arity;
  Does does;
  Keys keys;
  void (*run)(Call&);
  Manner manner = Manner::Queued;

  /// Of a command that does nothing by itself; `run` is null then.
  std::span<const Subcommand> subcommands = {};

  bool at_once() const { return manner == Manner::Immediate || manner == Manner::AnybodyAtOnce; }
  bool for_anybody() const { return manner == Manner::Anybody || manner == Manner::AnybodyAtOnce; }
};

/// Why a command with these words cannot be, as the error to say; empty when it can.
std::string misuse_of(const Command&, Words);
/// Runs what the words name. They fit.
void run_command(const Command&, Call&);

/// A word as an error says it back: Redis prints up to the first NUL.
inline std::string_view printed(std::string_view word) {
  return word.substr(0, word.find('\0'));
}

/// Whether two words are the same but for the case of ASCII letters; `lower` is lower case.
bool is_word(std::string_view word, std::string_view lower);

// The rows, by what they are about; each stands at the end of its file.
std::span<const Command> string_commands();
std::span<const Command> hash_commands();
std::span<const Command> set_commands();
std::span<const Command> sorted_set_commands();
std::span<const Command> sorted_set_range_commands();
std::span<const Command> sorted_set_algebra_commands();
std::span<const Command> list_commands();
std::span<const Command> key_commands();
std::span<const Command> expiry_commands();
std::span<const Command> scan_commands();
std::span<const Command> transaction_commands();
std::span<const Command> connection_commands();
std::span<const Command> client_commands();
std::span<const Command> server_commands();

}  // namespace stoa::resp
