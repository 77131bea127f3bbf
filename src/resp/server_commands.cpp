#include "keyspace/glob.h"
#include "resp/client.h"
#include "resp/command.h"
#include "resp/command_table.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace stoa::resp {
namespace {

using Does = Command::Does;

struct Section {
  std::string_view name;
  std::string text;
};

std::vector<Section> sections(Call& call) {
  const auto up =
      std::chrono::floor<std::chrono::seconds>(call.lobby.clock.now() - call.lobby.started).count();
  const bool writes = call.lobby.options.mode == RespOptions::Mode::Write;
  const bool durable = call.lobby.options.durability == Durability::Durable;
  const std::size_t keys = call.keys.size();
  return {
      {"server",
       fmt::format("# Server\r\nredis_version:7.0.15\r\nredis_mode:standalone\r\nserver_name:stoa\r\n"
                   "stoa_version:{}\r\nprocess_id:{}\r\ntcp_port:{}\r\nuptime_in_seconds:{}\r\n"
                   "uptime_in_days:{}\r\nstoa_mode:{}\r\n",
                   call.lobby.options.version, ::getpid(), call.lobby.port, up, up / 86400,
                   writes ? "write" : "read")},
      {"clients", fmt::format("# Clients\r\nconnected_clients:{}\r\nmaxclients:{}\r\nblocked_clients:0\r\n",
                              call.lobby.clients.size(), call.lobby.options.most_clients)},
      {"persistence", fmt::format("# Persistence\r\nloading:0\r\naof_enabled:1\r\nstoa_durability:{}\r\n",
                                  durable ? "durable" : "relaxed")},
      {"stats", fmt::format("# Stats\r\ntotal_connections_received:{}\r\ntotal_commands_processed:{}\r\n",
                            call.lobby.last_id, call.lobby.commands)},
      {"replication", "# Replication\r\nrole:master\r\nconnected_slaves:0\r\n"},
      {"cluster", "# Cluster\r\ncluster_enabled:0\r\n"},
      {"keyspace", keys == 0 ? std::string("# Keyspace\r\n")
                             : fmt::format("# Keyspace\r\ndb0:keys={},expires={},avg_ttl=0\r\n", keys,
                                           call.keys.expiring())},
  };
}

void info(Call& call) {
  const Words wanted = call.words.subspan(1);
  const bool all = wanted.empty() || std::ranges::any_of(wanted, [](std::string_view word) {
                     return is_word(word, "all") || is_word(word, "default") || is_word(word, "everything");
                   });
  std::string text;
  for (const Section& section : sections(call)) {
    const bool asked =
        std::ranges::any_of(wanted, [&](std::string_view word) { return is_word(word, section.name); });
    if (!all && !asked) continue;
    if (!text.empty()) text += "\r\n";
    text += section.text;
  }
  call.reply.verbatim(text);
}

void time(Call& call) {
  const auto now = call.keys.now().time_since_epoch().count();
  call.reply.array(2);
  call.reply.bulk(std::string_view(std::to_string(now / 1'000'000)));
  call.reply.bulk(std::string_view(std::to_string(now % 1'000'000)));
}

void config_get(Call& call) {
  const RespOptions& options = call.lobby.options;
  const std::pair<std::string_view, std::string> rows[] = {
      {"appendfsync", options.durability == Durability::Durable ? "always" : "everysec"},
      {"appendonly", "yes"},
      {"bind", options.address},
      {"databases", "1"},
      {"maxclients", std::to_string(options.most_clients)},
      {"maxmemory", "0"},
      {"maxmemory-policy", "noeviction"},
      {"port", std::to_string(call.lobby.port)},
      {"proto-max-bulk-len", "67108864"},
      {"replica-read-only", options.mode == RespOptions::Mode::Read ? "yes" : "no"},
      {"save", ""},
      {"timeout", "0"},
  };
  std::vector<const std::pair<std::string_view, std::string>*> found;
  for (const auto& row : rows)
    if (std::ranges::any_of(call.words.subspan(2), [&](std::string_view pattern) {
          return keyspace::matches_glob(pattern, row.first) || is_word(pattern, row.first);
        }))
      found.push_back(&row);
  call.reply.map(found.size());
  for (const auto* row : found) {
    call.reply.bulk(row->first);
    call.reply.bulk(std::string_view(row->second));
  }
}

void config_refused(Call& call) {
  call.reply.error(
      "ERR settings are not changed here: they come from Stoa's configuration file, environment and command "
      "line; "
      "'stoa config' shows them");
}

constexpr Subcommand kConfig[] = {
    {"get", -3, config_get, "<pattern> [<pattern> ...]", "Return settings that match, with their values."},
    {"set", -4, config_refused, "<setting> <value>", "Refused: settings are not changed here."},
    {"rewrite", 2, config_refused, "", "Refused: settings are not changed here."},
    {"resetstat", 2, config_refused, "", "Refused: settings are not changed here."},
};

void describe(Call& call, const Command& command) {
  call.reply.array(10);
  call.reply.bulk(command.name);
  call.reply.integer(std::int64_t{command.arity});
  std::vector<std::string_view> flags;
  if (command.does == Does::Writes) flags.emplace_back("write");
  if (command.does == Does::Reads) flags.emplace_back("readonly");
  if (command.for_anybody()) flags.emplace_back("no_auth");
  call.reply.set(flags.size());
  for (const std::string_view flag : flags) call.reply.status(flag);
  call.reply.integer(std::int64_t{command.keys.first});
  call.reply.integer(std::int64_t{command.keys.last});
  call.reply.integer(std::int64_t{command.keys.step});
  for (int i = 0; i < 4; ++i) i == 0 ? call.reply.set(0) : call.reply.array(0);
}

void command_count(Call& call) {
  call.reply.integer(all_commands().size());
}

void command_info(Call& call) {
  const Words names = call.words.subspan(2);
  call.reply.array(names.empty() ? all_commands().size() : names.size());
  if (names.empty())
    for (const Command* command : all_commands()) describe(call, *command);
  for (const std::string_view name : names) {
    const Command* command = find_command(name);
    command ? describe(call, *command) : call.reply.null_array();
  }
}

void command_list(Call& call) {
  call.reply.array(all_commands().size());
  for (const Command* command : all_commands()) call.reply.bulk(command->name);
}

void command_docs(Call& call) {
  std::vector<const Command*> wanted;
  for (const std::string_view name : call.words.subspan(2))
    if (const Command* command = find_command(name)) wanted.push_back(command);
  if (call.size() == 2) wanted = all_commands();
  call.reply.map(wanted.size());
  for (const Command* command : wanted) {
    call.reply.bulk(command->name);
    call.reply.map(1);
    call.reply.bulk(std::string_view("summary"));
    call.reply.bulk(std::string_view("As in Redis."));
  }
}

constexpr Subcommand kCommand[] = {
    {"count", 2, command_count, "", "Return how many commands there are."},
    {"info", -2, command_info, "[<command> ...]", "Return words, flags and keys of these, or of all."},
    {"list", -2, command_list, "", "Return the names of all commands."},
    {"docs", -2, command_docs, "[<command> ...]", "Return what these, or all, are for."},
};

void command(Call& call) {
  call.reply.array(all_commands().size());
  for (const Command* one : all_commands()) describe(call, *one);
}

void flush(Call& call) {
  call.reply.error(
      "ERR refused: this is a shop's data, and one word will not delete all of it; delete keys by name");
}

void save(Call& call) {
  call.reply.error("ERR refused: all changes go to the disk by themselves; 'stoa backup' makes a copy");
}

}  // namespace

std::span<const Command> server_commands() {
  static constexpr Command kRows[] = {
      {"info", -1, Does::Reads, {}, info},
      {"time", 1, Does::Elsewhere, {}, time},
      {"config", -2, Does::Elsewhere, {}, nullptr, Command::Manner::Queued, kConfig},
      {"command", -1, Does::Elsewhere, {}, command, Command::Manner::Queued, kCommand},
      {"flushdb", -1, Does::Writes, {}, flush},
      {"flushall", -1, Does::Writes, {}, flush},
      {"save", 1, Does::Elsewhere, {}, save},
      {"bgsave", -1, Does::Elsewhere, {}, save},
      {"bgrewriteaof", 1, Does::Elsewhere, {}, save},
  };
  return kRows;
}

}  // namespace stoa::resp
