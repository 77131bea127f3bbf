// Bytes of a Redis client, cut into pieces at arbitrary places, through the parser and every command, on an
// embedded keyspace whose store keeps nothing. After each input a client that behaves must be served.

#include "keyspace/embedded/embedded_keyspace.h"
#include "resp/conversation.h"
#include "store/stalled_store.h"

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace stoa;

struct House {
  test::StalledStore store;
  FakeClock clock;
  std::unique_ptr<keyspace::Keyspace> keyspace =
      *keyspace::open_embedded_keyspace(store, clock, {std::chrono::hours(1), {}});
};

resp::RespOptions options(std::uint8_t bits) {
  resp::RespOptions options;
  options.mode = bits & 1 ? resp::RespOptions::Mode::Read : resp::RespOptions::Mode::Write;
  if (bits & 2) options.password = "p";
  options.durability = bits & 4 ? Durability::Durable : Durability::Relaxed;
  return options;
}

/// Feeds `bytes` in pieces of `step` bytes, as a socket would.
void feed(resp::Conversation& conversation, std::string_view bytes, std::size_t step) {
  resp::Batch batch;
  resp::Buffer out;
  std::string waiting;
  while (!bytes.empty()) {
    waiting += bytes.substr(0, step);
    bytes.remove_prefix(std::min(step, bytes.size()));
    for (;;) {
      const auto turn = conversation.take(waiting, batch, out);
      if (turn.used > waiting.size()) std::abort();
      waiting.erase(0, turn.used);
      using Next = resp::Conversation::Turn::Next;
      if (turn.next == Next::Close || turn.next == Next::HangUp) return;
      out.clear();
      if (turn.next == Next::Read) break;
    }
  }
}

void must_answer(resp::Lobby& lobby, std::string_view question, std::string_view answer) {
  resp::Conversation conversation(lobby, "fuzz");
  resp::Batch batch;
  resp::Buffer out;
  conversation.take(question, batch, out);
  if (out.bytes() != answer) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  House house;
  resp::Lobby lobby(options(data[0]), *house.keyspace->door(), house.clock);
  {
    resp::Conversation conversation(lobby, "fuzz");
    feed(conversation, {reinterpret_cast<const char*>(data + 2), size - 2}, std::size_t{1} + data[1]);
  }
  const std::string hello = lobby.options.password.empty() ? "" : "*2\r\n$4\r\nAUTH\r\n$1\r\np\r\n";
  must_answer(lobby, hello + "*1\r\n$4\r\nPING\r\n", hello.empty() ? "+PONG\r\n" : "+OK\r\n+PONG\r\n");
  if (!lobby.clients.empty()) std::abort();
  return 0;
}
