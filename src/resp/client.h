#pragma once
#include "keyspace/door.h"
#include "resp/queue.h"
#include "resp/reply.h"
#include "resp/server.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace stoa::resp {

/// For a set of watched keys that is asked by name.
struct ByName {
  using is_transparent = void;
  static std::string_view name_of(const keyspace::Watched& watched) { return watched.name; }
  static std::string_view name_of(std::string_view name) { return name; }
  bool operator()(const auto& a, const auto& b) const { return name_of(a) < name_of(b); }
};

/// What is known of one client, for its commands to look at and change. The server's thread only.
struct Client {
  std::uint64_t id = 0;
  std::string address;
  Time since{};
  std::string name, library, library_version;
  Protocol protocol = Protocol::Resp2;
  /// Whether it may do more than say the password.
  bool known = true;
  /// After the answer to the running command nothing more is read.
  bool leaving = false;

  enum class Transaction { None, Open, Broken } transaction = Transaction::None;
  Queue queue;
  /// Each name once: it is registered with the keyspace as often as it stands here.
  std::set<keyspace::Watched, ByName> watched;
};

/// What all conversations of a server share. The server's thread only.
struct Lobby {
  Lobby(const RespOptions& the_options, keyspace::Door& the_door, const Clock& the_clock = Clock::system())
      : options(the_options), door(the_door), clock(the_clock), started(the_clock.now()) {}

  // Fixed at construction.
  const RespOptions options;
  keyspace::Door& door;
  const Clock& clock;
  const Time started;

  std::uint16_t port = 0;
  std::map<std::uint64_t, Client*> clients;
  std::uint64_t last_id = 0;
  std::uint64_t commands = 0;
  /// Why nothing can be written at the moment; empty when it can.
  std::string refusal;
};

/// Printable, without spaces.
bool is_client_name(std::string_view);
inline constexpr std::string_view kBadClientName =
    "ERR Client names cannot contain spaces, newlines or special characters.";

/// Ends a transaction that was begun, its watches included.
void end_transaction(Client&, keyspace::Visit&);

}  // namespace stoa::resp
