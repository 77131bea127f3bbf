#include "cli/commands.h"

#include <array>

namespace stoa::cli {
namespace {

constexpr auto kCommands = std::to_array<CommandText>({
    {"serve", "Serves HTTP until SIGTERM or Ctrl-C", "", "", "", "",
     R"(Examples:
  stoa serve                                    on http://127.0.0.1:8080, data in ./data
  stoa serve --http.port=8081 --log.format=json
  stoa serve --config=/etc/stoa/stoa.toml
  STOA_HTTP_ADDRESS=0.0.0.0 stoa serve

SIGTERM and Ctrl-C end it cleanly: answers that are under way are sent first. A second one ends it at once.
Takes every option that `stoa --help` lists.)"},
    {"config", "Prints every option with its help, value, and where the value came from", "", "", "example",
     "Print a configuration file to start from instead, with what was set left in",
     R"(Examples:
  stoa config                                   what `stoa serve` would use here
  stoa config --config=/etc/stoa/stoa.toml      what that file makes of it; its errors name their line
  stoa config --example > stoa.toml             every option, commented out)"},
    {"doctor", "Checks engines, data directory and everything that must hold of the data", "", "", "", "",
     R"(Works while a server runs on the data directory (through the server) and while none does. It changes nothing.
Exit code: 0 all is well, 1 there are findings, 2 it could not look.

Examples:
  stoa doctor
  stoa doctor --data.directory=/var/lib/stoa
  stoa doctor > report.txt || mail -s "stoa" admin < report.txt)"},
    {"backup", "Makes a consistent copy of the data directory, also while a server runs on it", "DIRECTORY",
     "Where to; must not exist yet", "", "",
     R"(A running server makes the copy itself, without a pause, with its own rights: it must be able to write there. On the
same file system most of it costs no space, as the files are linked.

Examples:
  stoa backup /var/lib/stoa-backup/monday
  stoa backup copy && stoa serve --data.directory=copy --http.port=8081)"},
    {"keys", "Prints every family of keys: type, lifetime, durability, how many there are", "", "",
     "no-count", "Print the table only, without looking at any data",
     R"(Counting walks over the names of all keys once; through the server, if one runs on the data directory.

Examples:
  stoa keys
  stoa keys --no-count | less -S)"},
    {"status", "Asks the running server how it does: engines, disk, background jobs", "", "", "", "",
     R"(Exit code: 0 all engines serve, 1 one does not or no server runs here.

Examples:
  stoa status
  watch stoa status --data.directory=/var/lib/stoa)"},
    {"run", "Has the running server do a background job at once", "JOB",
     "Its name, as `stoa status` shows it", "", "",
     R"(Examples:
  stoa run records.ttl)"},
    {"user", "Adds somebody who can log in, and shows the password made up for them", "ACTION NAME",
     "add, and a name of 3 to 30 of a-z, 0-9 and _", "admin", "Make them an admin",
     R"(Works while a server runs on the data directory (through the server) and while none does.

Examples:
  stoa user add anna --admin                    the first admin
  stoa user add boris)"},
    {"completion", "Prints a completion script for a shell", "SHELL", "bash, zsh or fish", "", "",
     R"(Examples:
  stoa completion bash > /etc/bash_completion.d/stoa
  stoa completion zsh > "${fpath[1]}/_stoa"
  stoa completion fish > ~/.config/fish/completions/stoa.fish)"},
    {"version", "Prints the version", "", "", "", "", "Examples:\n  stoa version"},
});

}  // namespace

std::span<const CommandText> command_texts() {
  return kCommands;
}

}  // namespace stoa::cli
