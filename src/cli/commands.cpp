#include "cli/commands.h"

#include <array>

namespace stoa::cli {
namespace {

constexpr auto kConfigFlags = std::to_array<CommandFlag>(
    {{"example", "", "Print a configuration file to start from instead, with what was set left in"}});
constexpr auto kKeysFlags =
    std::to_array<CommandFlag>({{"no-count", "", "Print the table only, without looking at any data"}});
constexpr auto kUserFlags = std::to_array<CommandFlag>({{"admin", "", "Make them an admin"}});
constexpr auto kImportFlags = std::to_array<CommandFlag>(
    {{"add-authors", "",
      "Of articles: give those who wrote them and have no account one, and show the passwords made up"},
     {"set-stock", "",
      "Of products: take the file's stock also where the product has changed since, as after a count by "
      "hand"}});
constexpr auto kExportFlags = std::to_array<CommandFlag>(
    {{"csv", "", "Write CSV where the name of the file does not say which; otherwise JSON lines"}});
constexpr auto kDemoFlags = std::to_array<CommandFlag>(
    {{"seed", "NUMBER", "Another number makes another shop and feed, the same one the same"},
     {"beside", "", "Also where there are products already: they stay, and the demo's come beside them"},
     {"first", "", "Only where there is no data yet, or a demo that broke off; otherwise do nothing"}});

constexpr auto kCommands = std::to_array<CommandText>({
    {"serve",
     "Serves HTTP until SIGTERM or Ctrl-C",
     "",
     "",
     {},
     R"(Examples:
  stoa serve                                    on http://127.0.0.1:8080, data in ./data
  stoa serve --http.port=8081 --log.format=json
  stoa serve --config=/etc/stoa/stoa.toml
  STOA_HTTP_ADDRESS=0.0.0.0 stoa serve

SIGTERM and Ctrl-C end it cleanly: answers that are under way are sent first. A second one ends it at once.
Takes every option that `stoa --help` lists.)"},
    {"config", "Prints every option with its help, value, and where the value came from", "", "",
     kConfigFlags,
     R"(Examples:
  stoa config                                   what `stoa serve` would use here
  stoa config --config=/etc/stoa/stoa.toml      what that file makes of it; its errors name their line
  stoa config --example > stoa.toml             every option, commented out)"},
    {"doctor",
     "Checks engines, data directory and everything that must hold of the data",
     "",
     "",
     {},
     R"(Works while a server runs on the data directory (through the server) and while none does. It changes nothing.
Exit code: 0 all is well, 1 there are findings, 2 it could not look.

Examples:
  stoa doctor
  stoa doctor --data.directory=/var/lib/stoa
  stoa doctor > report.txt || mail -s "stoa" admin < report.txt)"},
    {"backup",
     "Makes a consistent copy of the data directory, also while a server runs on it",
     "DIRECTORY",
     "Where to; must not exist yet",
     {},
     R"(A running server makes the copy itself, without a pause, with its own rights: it must be able to write there. On the
same file system most of it costs no space, as the files are linked.

Examples:
  stoa backup /var/lib/stoa-backup/monday
  stoa backup copy && stoa serve --data.directory=copy --http.port=8081)"},
    {"keys", "Prints every family of keys: type, lifetime, durability, how many there are", "", "",
     kKeysFlags,
     R"(Counting walks over the names of all keys once; through the server, if one runs on the data directory.

Examples:
  stoa keys
  stoa keys --no-count | less -S)"},
    {"status",
     "Asks the running server how it does: engines, disk, background jobs",
     "",
     "",
     {},
     R"(Exit code: 0 all engines serve, 1 one does not or no server runs here.

Examples:
  stoa status
  watch stoa status --data.directory=/var/lib/stoa)"},
    {"run",
     "Has the running server do a background job at once",
     "JOB",
     "Its name, as `stoa status` shows it",
     {},
     R"(Examples:
  stoa run records.ttl)"},
    {"user", "Adds somebody who can log in, and shows the password made up for them", "ACTION NAME",
     "add, and a name of 3 to 30 of a-z, 0-9 and _", kUserFlags,
     R"(Works while a server runs on the data directory (through the server) and while none does.

Examples:
  stoa user add anna --admin                    the first admin
  stoa user add boris)"},
    {"import", "Takes products or articles from a file: creates what is new, changes what is there",
     "WHAT FILE", "products and a file that ends in .csv or .jsonl, or articles and a file of JSON lines",
     kImportFlags,
     R"(Products. CSV has a line of column names first: _id, name, description, category, price, created_at, updated_at, retired_at,
pictures.1 and on, attributes.color and the like, stock_by_zone.MSK and the like; any may be missing. Commas or
semicolons separate. A file of JSON lines has one document a line, with the same names, as export or mongoexport writes
it. A product is known by its _id; one that comes without gets one made of its category and name, so that importing a
file again changes nothing. Where a line has updated_at, as export writes it, and the product has changed since, by a
sale perhaps, its stock is left as it is and that is listed, so that an old file puts nothing back that was sold;
--set-stock takes the file's numbers whatever happened.

Articles. A line is a JSON object: title, groups, author; link or text or both; and where there are any id, time, votes,
product, comments (a list of id, parent, author, time, text, votes). An article is known by its id, which is whatever it
was called where it comes from, or by its link, or by author and title, so that importing a file again changes nothing.
Groups that are missing are created. Who wrote an article or a comment must have an account, unless --add-authors makes
one. docs/feed.md has an example.

A line is taken whole or not at all; those that are not are listed with their number and the reason.

Works while a server runs on the data directory (the server reads the file then, with its own rights) and while none does.
Exit code: 0 all lines were taken, 1 some were not.

Examples:
  stoa import products spring.csv
  stoa import products products.jsonl --data.directory=/var/lib/stoa
  stoa import products counted.csv --set-stock
  stoa import articles forum.jsonl --add-authors > passwords.txt)"},
    {"export", "Writes all products to a file that import takes", "WHAT FILE",
     "products, and a file that ends in .csv or .jsonl, or - for standard output", kExportFlags,
     R"(Retired products are in it too. Works while a server runs on the data directory and while none does.

Examples:
  stoa export products products.csv
  stoa export products - | gzip > products.jsonl.gz
  stoa export products - --csv | head)"},
    {"demo", "Fills a shop and a feed to look at: products, orders, articles, comments of the last 90 days",
     "", "", kDemoFlags,
     R"(For a data directory that no server runs on. It is made when it is not there. Shows the passwords of a customer and
of an admin, made up for this machine.

Examples:
  stoa demo --data.directory=demo && stoa serve --data.directory=demo
  stoa demo --seed=7)"},
    {"completion",
     "Prints a completion script for a shell",
     "SHELL",
     "bash, zsh or fish",
     {},
     R"(Examples:
  stoa completion bash > /etc/bash_completion.d/stoa
  stoa completion zsh > "${fpath[1]}/_stoa"
  stoa completion fish > ~/.config/fish/completions/stoa.fish)"},
    {"version", "Prints the version", "", "", {}, "Examples:\n  stoa version"},
});

}  // namespace

std::span<const CommandText> command_texts() {
  return kCommands;
}

}  // namespace stoa::cli
