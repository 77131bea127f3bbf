#include "keyspace/redis/client.h"

#include "keyspace/redis/failure.h"

namespace stoa::keyspace::redis {
namespace {

/// Whether a failure tells of a connection that was dead before it was used, not of the server.
bool was_closed_meanwhile(const Lease& lease, const Error& error) {
  return lease.age() == Lease::Age::Reused && connection_broke(error);
}

Result<void> change_on(const Lease& lease, std::string_view bytes, std::span<Reply> replies,
                       Deadline deadline) {
  auto done = lease->exchange(bytes, replies, deadline);
  if (!done.ok() && lease->sent_all()) return outcome_unknown(done.error());
  return done;
}

}  // namespace

Result<void> Client::read(const Commands& commands, std::span<Reply> replies) {
  const Deadline by = deadline();
  {
    const Lease lease = STOA_TRY(pool_.lease(by));
    auto done = lease->exchange(commands, replies, by);
    if (done.ok() || !was_closed_meanwhile(lease, done.error())) return done;
  }
  for (Reply& reply : replies) reply = Reply{};
  const Lease lease = STOA_TRY(pool_.lease_fresh(by));
  return lease->exchange(commands, replies, by);
}

Result<void> Client::change(std::string_view bytes, std::span<Reply> replies) {
  const Deadline by = deadline();
  {
    const Lease lease = STOA_TRY(pool_.lease(by));
    auto done = change_on(lease, bytes, replies, by);
    if (done.ok() || !was_closed_meanwhile(lease, done.error())) return done;
  }
  const Lease lease = STOA_TRY(pool_.lease_fresh(by));
  return change_on(lease, bytes, replies, by);
}

Result<void> no_error(std::span<const Reply> replies) {
  for (const Reply& reply : replies)
    if (reply.kind == Reply::Kind::Error) return error_of(reply.text);
  return {};
}

Result<Reply> exec_answer(std::span<Reply> replies) {
  Reply& answer = replies.back();
  // EXEC itself only says that something was refused before; the refusal says what.
  if (answer.kind == Reply::Kind::Error) STOA_TRY(no_error(replies));
  return std::move(answer);
}

}  // namespace stoa::keyspace::redis
