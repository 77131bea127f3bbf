#include "resp/client.h"
#include "resp/command.h"

#include <algorithm>

namespace stoa::resp {

void end_transaction(Client& client, keyspace::Visit& visit) {
  for (const keyspace::Watched& watched : client.watched) visit.unwatch(watched);
  client.watched.clear();
  client.queue.clear();
  client.transaction = Client::Transaction::None;
}

namespace {

using Does = Command::Does;
using Manner = Command::Manner;
using Transaction = Client::Transaction;

void multi(Call& call) {
  if (call.client.transaction != Transaction::None)
    return call.reply.error("ERR MULTI calls can not be nested");
  call.client.transaction = Transaction::Open;
  call.reply.ok();
}

void discard(Call& call) {
  if (call.client.transaction == Transaction::None) return call.reply.error("ERR DISCARD without MULTI");
  end_transaction(call.client, call.keys);
  call.reply.ok();
}

void exec(Call& call) {
  Client& client = call.client;
  if (client.transaction == Transaction::None) return call.reply.error("ERR EXEC without MULTI");
  const bool broken = client.transaction == Transaction::Broken;
  const bool kept = std::ranges::all_of(
      client.watched, [&](const keyspace::Watched& watched) { return call.keys.unchanged(watched); });
  if (!broken && !call.lobby.refusal.empty() && client.queue.writes()) {
    end_transaction(client, call.keys);
    return call.reply.error("MISCONF " + call.lobby.refusal);
  }
  const Queue queue = std::move(client.queue);
  end_transaction(client, call.keys);
  if (broken) return call.reply.error("EXECABORT Transaction discarded because of previous errors.");
  if (!kept) return call.reply.null_array();
  call.reply.array(queue.size());
  queue.for_each([&](const Command& command, Words words) {
    Call queued{call.keys, call.reply, words, client, call.lobby};
    run_command(command, queued);
  });
}

void watch(Call& call) {
  if (call.client.transaction != Transaction::None)
    return call.reply.error("ERR WATCH inside MULTI is not allowed");
  for (const std::string_view name : call.words.subspan(1))
    if (!call.client.watched.contains(name)) call.client.watched.insert(call.keys.watch(name));
  call.reply.ok();
}

void unwatch(Call& call) {
  for (const keyspace::Watched& watched : call.client.watched) call.keys.unwatch(watched);
  call.client.watched.clear();
  call.reply.ok();
}

}  // namespace

std::span<const Command> transaction_commands() {
  static constexpr Command kRows[] = {
      {"multi", 1, Does::Elsewhere, {}, multi, Manner::Immediate},
      {"exec", 1, Does::Watches, {}, exec, Manner::Immediate},
      {"discard", 1, Does::Watches, {}, discard, Manner::Immediate},
      {"watch", -2, Does::Watches, {1, -1, 1}, watch, Manner::Immediate},
      {"unwatch", 1, Does::Watches, {}, unwatch},
  };
  return kRows;
}

}  // namespace stoa::resp
