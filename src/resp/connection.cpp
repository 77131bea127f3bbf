#include "resp/client.h"
#include "resp/command.h"
#include "resp/numbers.h"

#include <fmt/format.h>

namespace stoa::resp {
namespace {

using Does = Command::Does;
using Manner = Command::Manner;

/// What clients may count on; they look at it to see what a server can do.
constexpr std::string_view kRedisVersion = "7.0.15";
constexpr std::string_view kWrongPassword = "WRONGPASS invalid username-password pair or user is disabled.";

void ping(Call& call) {
  if (call.size() > 2) return call.wrong_arity();
  call.size() == 2 ? call.reply.bulk(call[1]) : call.reply.status("PONG");
}

void echo(Call& call) {
  call.reply.bulk(call[1]);
}

void select(Call& call) {
  const auto database = call.integer(call[1]);
  if (!database) return;
  *database == 0 ? call.reply.ok() : call.reply.error("ERR DB index is out of range");
}

void quit(Call& call) {
  call.client.leaving = true;
  call.reply.ok();
}

/// Takes as long for a wrong password as for a right one of the same length.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned char difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

/// There is one user, whom Redis calls `default`; without a password anything is right.
bool let_in(Call& call, std::string_view user, std::string_view password) {
  const std::string& secret = call.lobby.options.password;
  if (user != "default" || (!secret.empty() && !same_secret(password, secret))) return false;
  call.client.known = true;
  return true;
}

void auth(Call& call) {
  if (call.size() > 3) return call.syntax_error();
  if (call.size() == 2 && call.lobby.options.password.empty())
    return call.reply.error(
        "ERR AUTH <password> called without any password configured for the default user. Are you sure your "
        "configuration is correct?");
  const std::string_view user = call.size() == 3 ? call[1] : "default";
  let_in(call, user, call.words.back()) ? call.reply.ok() : call.reply.error(kWrongPassword);
}

void say_hello(Call& call) {
  call.reply.map(7);
  const auto text = [&](std::string_view name, std::string_view value) {
    call.reply.bulk(name);
    call.reply.bulk(value);
  };
  text("server", "redis");
  text("version", kRedisVersion);
  call.reply.bulk(std::string_view("proto"));
  call.reply.integer(static_cast<std::int64_t>(call.client.protocol));
  call.reply.bulk(std::string_view("id"));
  call.reply.integer(static_cast<std::int64_t>(call.client.id));
  text("mode", "standalone");
  text("role", "master");
  call.reply.bulk(std::string_view("modules"));
  call.reply.array(0);
}

/// What HELLO may be told behind the version; each is done in its turn.
struct HelloOptions {
  std::optional<std::pair<std::string_view, std::string_view>> user;
  std::optional<std::string_view> name;
};

std::optional<HelloOptions> take_hello_options(Call& call) {
  HelloOptions options;
  for (std::size_t i = 2; i < call.size(); ++i) {
    const std::size_t left = call.size() - i - 1;
    if (is_word(call[i], "auth") && left >= 2) {
      options.user = {call[i + 1], call[i + 2]};
      i += 2;
    } else if (is_word(call[i], "setname") && left >= 1) {
      options.name = call[++i];
    } else {
      call.reply.error(fmt::format("ERR Syntax error in HELLO option '{}'", printed(call[i])));
      return std::nullopt;
    }
  }
  return options;
}

void hello(Call& call) {
  Protocol protocol = call.client.protocol;
  if (call.size() > 1) {
    const auto version = call.integer(call[1], "ERR Protocol version is not an integer or out of range");
    if (!version) return;
    if (*version != 2 && *version != 3) return call.reply.error("NOPROTO unsupported protocol version");
    protocol = static_cast<Protocol>(*version);
  }
  const auto options = take_hello_options(call);
  if (!options) return;
  if (options->user && !let_in(call, options->user->first, options->user->second))
    return call.reply.error(kWrongPassword);
  if (!call.client.known)
    return call.reply.error(
        "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO <proto> AUTH "
        "<user> <pass> option can be used to authenticate the client and select the RESP protocol version at "
        "the same time");
  if (options->name) {
    if (!is_client_name(*options->name)) return call.reply.error(kBadClientName);
    call.client.name = *options->name;
  }
  call.client.protocol = protocol;
  call.reply.use(protocol);
  say_hello(call);
}

void reset(Call& call) {
  end_transaction(call.client, call.keys);
  call.client.protocol = Protocol::Resp2;
  call.reply.use(Protocol::Resp2);
  call.client.name.clear();
  call.client.known = call.lobby.options.password.empty();
  call.reply.status("RESET");
}

}  // namespace

std::span<const Command> connection_commands() {
  static constexpr Command kRows[] = {
      {"ping", -1, Does::Elsewhere, {}, ping},
      {"echo", 2, Does::Elsewhere, {}, echo},
      {"select", 2, Does::Elsewhere, {}, select},
      {"quit", -1, Does::Elsewhere, {}, quit, Manner::AnybodyAtOnce},
      {"auth", -2, Does::Elsewhere, {}, auth, Manner::Anybody},
      {"hello", -1, Does::Elsewhere, {}, hello, Manner::Anybody},
      {"reset", 1, Does::Watches, {}, reset, Manner::AnybodyAtOnce},
  };
  return kRows;
}

}  // namespace stoa::resp
