#include "resp/conversation.h"

#include <fmt/format.h>

namespace stoa::resp {
namespace {

using keyspace::Door;
using keyspace::Visit;

/// So many commands share a hold of the keyspace's lock, while others wait for it.
constexpr std::size_t kMostTogether = 64;
/// With so many bytes of answers waiting, the rest of the input waits too.
constexpr std::size_t kEnough = 1 << 20;
/// So much of an unknown command is said back.
constexpr std::size_t kSaidBack = 128;

std::string unknown_command(Words words) {
  std::string arguments;
  for (std::size_t i = 1; i < words.size() && arguments.size() < kSaidBack; ++i)
    arguments += fmt::format("'{}' ", printed(words[i]).substr(0, kSaidBack - arguments.size()));
  return fmt::format("ERR unknown command '{}', with args beginning with: {}",
                     printed(words[0]).substr(0, kSaidBack), arguments);
}

}  // namespace

Conversation::Conversation(Lobby& lobby, std::string address) : lobby_(lobby) {
  client_.id = ++lobby.last_id;
  client_.address = std::move(address);
  client_.since = lobby.clock.now();
  client_.known = lobby.options.password.empty();
  lobby.clients.emplace(client_.id, &client_);
}

Conversation::~Conversation() {
  lobby_.clients.erase(client_.id);
  if (client_.watched.empty()) return;
  const auto forget = [&](Visit& visit) { end_transaction(client_, visit); };
  static_cast<void>(lobby_.door.enter(Door::Access::Watch, Durability::Relaxed, forget));
}

Conversation::Turn Conversation::take(std::string_view input, Batch& batch, Buffer& out) {
  Turn turn;
  for (;;) {
    batch.clear();
    std::size_t used = 0;
    const Parser::Outcome outcome = collect(input.substr(turn.used), batch, used);
    const std::size_t done = run(batch, out, turn.awaits);
    if (client_.leaving) {
      turn.next = Turn::Next::Close;
      return turn;
    }
    if (done < batch.requests.size()) {
      if (done > 0) turn.used += batch.requests[done - 1].end;
      turn.next = Turn::Next::Drain;
      return turn;
    }
    turn.used += used;
    if (outcome == Parser::Outcome::Nonsense) {
      Reply(out, client_.protocol).error(parser_.error());
      turn.next = Turn::Next::Close;
      return turn;
    }
    if (outcome == Parser::Outcome::Http) {
      turn.next = Turn::Next::HangUp;
      return turn;
    }
    if (outcome == Parser::Outcome::Incomplete) return turn;
  }
}

Parser::Outcome Conversation::collect(std::string_view input, Batch& batch, std::size_t& used) {
  // The word after the password is judged by whether the password was right.
  const std::size_t most = client_.known ? kMostTogether : 1;
  const auto trust = client_.known ? Parser::Trust::Known : Parser::Trust::Stranger;
  while (batch.requests.size() < most) {
    std::size_t size = 0;
    const std::size_t before = batch.requests.size();
    const Parser::Outcome outcome = parser_.next(input.substr(used), trust, batch, size);
    if (outcome != Parser::Outcome::Complete) return outcome;
    used += size;
    if (batch.requests.size() > before) batch.requests.back().end = used;
  }
  return Parser::Outcome::Complete;
}

Door::Access Conversation::access_for(const Batch& batch) const {
  auto access = Door::Access::Read;
  for (const Batch::Request& request : batch.requests) {
    if (!request.command) continue;
    if (request.command->does == Command::Does::Writes && lobby_.options.mode == RespOptions::Mode::Write)
      return Door::Access::Change;
    if (request.command->does == Command::Does::Watches) {
      if (client_.queue.writes()) return Door::Access::Change;
      access = Door::Access::Watch;
    }
  }
  return access;
}

std::size_t Conversation::run(const Batch& batch, Buffer& out, Sequence& awaits) {
  if (batch.requests.empty()) return 0;
  std::size_t done = 0;
  Reply reply(out, client_.protocol);
  const auto answer_all = [&](Visit& visit) {
    for (; done < batch.requests.size() && out.size() < kEnough && !client_.leaving; ++done) {
      const Batch::Request& request = batch.requests[done];
      answer(request.command, batch.words_of(request), visit, reply);
    }
  };
  const Durability durability = lobby_.options.durability;
  auto entered = lobby_.door.enter(access_for(batch), durability, answer_all);
  if (!entered.ok()) {
    lobby_.refusal = entered.error().message;
    entered = lobby_.door.enter(Door::Access::Watch, durability, answer_all);
    lobby_.refusal.clear();
  }
  if (entered.ok()) awaits = std::max(awaits, *entered);
  return done;
}

void Conversation::answer(const Command* command, Words words, Visit& visit, Reply& reply) {
  ++lobby_.commands;
  const bool open = client_.transaction != Client::Transaction::None;
  if (const std::string refusal = refusal_of(command, words); !refusal.empty()) {
    if (command && command->name == "exec") return abort_transaction(refusal, visit, reply);
    if (open) client_.transaction = Client::Transaction::Broken;
    return reply.error(refusal);
  }
  if (open && !command->at_once()) {
    if (client_.queue.add(*command, words)) return reply.status("QUEUED");
    client_.transaction = Client::Transaction::Broken;
    return reply.error("ERR too many commands wait for EXEC");
  }
  Call call{visit, reply, words, client_, lobby_};
  command->subcommands.empty() ? command->run(call) : run_command(*command, call);
}

/// An EXEC that may not run ends what it was to end.
void Conversation::abort_transaction(std::string_view why, Visit& visit, Reply& reply) {
  constexpr std::string_view kUsual = "ERR ";
  if (why.starts_with(kUsual)) why.remove_prefix(kUsual.size());
  end_transaction(client_, visit);
  reply.error(fmt::format("EXECABORT Transaction discarded because of: {}", why));
}

std::string Conversation::refusal_of(const Command* command, Words words) const {
  if (!command) return unknown_command(words);
  if (!fits(command->arity, words.size()) || !command->subcommands.empty())
    if (std::string misuse = misuse_of(*command, words); !misuse.empty()) return misuse;
  if (!client_.known && !command->for_anybody()) return "NOAUTH Authentication required.";
  if (command->does != Command::Does::Writes) return {};
  if (lobby_.options.mode == RespOptions::Mode::Read)
    return "READONLY You can't write here: resp.mode is 'read'; set it to 'write' to allow it.";
  if (!lobby_.refusal.empty()) return "MISCONF " + lobby_.refusal;
  return {};
}

}  // namespace stoa::resp
