#include "resp/client.h"
#include "resp/command.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::resp {

bool is_client_name(std::string_view name) {
  return std::ranges::all_of(name, [](char letter) { return letter >= '!' && letter <= '~'; });
}

namespace {

using Does = Command::Does;

std::string line_of(Call& call, const Client& client) {
  const auto age = std::chrono::floor<std::chrono::seconds>(call.keys.now() - client.since).count();
  return fmt::format(
      "id={} addr={} laddr={}:{} fd=-1 name={} age={} idle=0 flags={} db=0 sub=0 psub=0 ssub=0 multi={} "
      "cmd=client "
      "user=default redir=-1 resp={} lib-name={} lib-ver={}\n",
      client.id, client.address, call.lobby.options.address, call.lobby.port, client.name, age,
      client.transaction == Client::Transaction::None ? "N" : "x",
      client.transaction == Client::Transaction::None ? std::int64_t{-1}
                                                      : static_cast<std::int64_t>(client.queue.size()),
      static_cast<int>(client.protocol), client.library, client.library_version);
}

void setname(Call& call) {
  if (!is_client_name(call[2])) return call.reply.error(kBadClientName);
  call.client.name = call[2];
  call.reply.ok();
}

void getname(Call& call) {
  call.client.name.empty() ? call.reply.null() : call.reply.bulk(std::string_view(call.client.name));
}

void setinfo(Call& call) {
  const bool name = is_word(call[2], "lib-name");
  if (!name && !is_word(call[2], "lib-ver"))
    return call.reply.error(fmt::format("ERR Unrecognized option '{}'", call[2]));
  if (!is_client_name(call[3]))
    return call.reply.error(fmt::format("ERR {} cannot contain spaces, newlines or special characters.",
                                        name ? "lib-name" : "lib-ver"));
  (name ? call.client.library : call.client.library_version) = call[3];
  call.reply.ok();
}

void id(Call& call) {
  call.reply.integer(static_cast<std::int64_t>(call.client.id));
}

void client_info(Call& call) {
  call.reply.verbatim(line_of(call, call.client));
}

void list(Call& call) {
  if (call.size() > 2) return call.syntax_error();
  std::string lines;
  for (const auto& [number, client] : call.lobby.clients) lines += line_of(call, *client);
  call.reply.verbatim(lines);
}

/// Nobody is ever put out here for want of memory, and nobody's reading moves a key.
void on_or_off(Call& call) {
  if (!is_word(call[2], "on") && !is_word(call[2], "off")) return call.syntax_error();
  call.reply.ok();
}

constexpr Subcommand kClient[] = {
    {"setname", 3, setname, "<name>", "Name this connection."},
    {"getname", 2, getname, "", "Return the name of this connection."},
    {"setinfo", 4, setinfo, "(LIB-NAME|LIB-VER) <text>", "Say which library this client is made with."},
    {"id", 2, id, "", "Return the number of this connection."},
    {"info", 2, client_info, "", "Return what is known of this connection."},
    {"list", -2, list, "", "Return what is known of every connection."},
    {"no-evict", 3, on_or_off, "(ON|OFF)", "Accepted; nobody is put out for want of memory."},
    {"no-touch", 3, on_or_off, "(ON|OFF)", "Accepted; reading a key changes nothing of it."},
};

}  // namespace

std::span<const Command> client_commands() {
  static constexpr Command kRows[] = {
      {"client", -2, Does::Elsewhere, {}, nullptr, Command::Manner::Queued, kClient},
  };
  return kRows;
}

}  // namespace stoa::resp
