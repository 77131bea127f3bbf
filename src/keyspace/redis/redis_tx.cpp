#include "keyspace/redis/redis_tx.h"

#include "keyspace/redis/failure.h"

#include <algorithm>

namespace stoa::keyspace::redis {
namespace {

constexpr std::string_view kMulti = "*1\r\n$5\r\nMULTI\r\n";

}  // namespace

RedisTx::~RedisTx() {
  // Keys that are still watched would fail the next one's EXEC.
  if (lease_ && !watched_.empty()) lease_->discard();
}

Error RedisTx::failed(const Error& error) {
  failure_ = error;
  if (lease_ && lease_->age() == Lease::Age::Reused && connection_broke(error)) lost_old_connection_ = true;
  return error;
}

Result<void> RedisTx::exchange(const Commands& commands, std::span<Reply> replies) {
  if (failure_) return *failure_;
  const Deadline by = client_.deadline();
  if (!lease_) {
    auto lease = client_.pool().lease(by);
    if (!lease.ok()) return failed(lease.error());
    lease_.emplace(*std::move(lease));
  }
  auto done = (*lease_)->exchange(commands, replies, by);
  if (!done.ok()) return failed(done.error());
  return {};
}

/// Adds a WATCH for those of the keys that are not watched yet; false when all are.
bool RedisTx::watch(std::span<const KeyName* const> keys, Commands& commands) {
  const std::size_t before = watched_.size();
  for (const KeyName* key : keys)
    if (std::find(watched_.begin(), watched_.end(), key->name()) == watched_.end())
      watched_.push_back(key->name());
  if (watched_.size() == before) return false;
  commands.begin(watched_.size() - before + 1);
  commands.word("WATCH");
  for (std::size_t i = before; i < watched_.size(); ++i) commands.word(watched_[i]);
  return true;
}

Result<void> RedisTx::ask(std::span<const KeyName* const> keys, const Commands& commands,
                          std::span<Reply> replies) {
  for (const KeyName* key : keys) law_.reads(*key);
  reads_ += commands.count();
  Commands all;
  if (!watch(keys, all)) return exchange(commands, replies);
  all.append(commands);
  std::vector<Reply> answers(all.count());
  STOA_TRY(exchange(all, answers));
  if (answers.front().kind == Reply::Kind::Error) return failed(error_of(answers.front().text));
  std::move(answers.begin() + 1, answers.end(), replies.begin());
  return {};
}

Result<RedisTx::End> RedisTx::commit() {
  if (failure_) return *failure_;
  if (writes_.empty()) return end_of_reads();
  return watched_.empty() ? write_alone() : write_after_reads();
}

Result<RedisTx::End> RedisTx::give_up() {
  return end_of_reads();
}

Result<RedisTx::End> RedisTx::end_of_reads() {
  if (failure_) return *failure_;
  if (watched_.empty()) return End::Done;
  Commands commands;
  if (reads_ == 1) {
    commands.add("UNWATCH");
  } else {
    // An empty transaction: nil when a watched key has changed, so that the reads were not of one moment.
    commands.add("MULTI");
    commands.add("EXEC");
  }
  std::vector<Reply> replies(commands.count());
  STOA_TRY(exchange(commands, replies));
  const Reply answer = STOA_TRY(exec_answer(replies));
  watched_.clear();
  return answer.kind == Reply::Kind::Nil ? End::Stale : End::Done;
}

Result<RedisTx::End> RedisTx::write_alone() {
  // One command is atomic by itself.
  if (writes_.count() == 2) {
    Reply reply;
    STOA_TRY(client_.change(writes_.bytes().substr(kMulti.size()), std::span(&reply, 1)));
    STOA_TRY(no_error(std::span(&reply, 1)));
    return End::Done;
  }
  writes_.add("EXEC");
  std::vector<Reply> replies(writes_.count());
  STOA_TRY(client_.change(writes_.bytes(), replies));
  const Reply answer = STOA_TRY(exec_answer(replies));
  STOA_TRY(no_error(answer.elements));
  return End::Done;
}

Result<RedisTx::End> RedisTx::write_after_reads() {
  writes_.add("EXEC");
  std::vector<Reply> replies(writes_.count());
  auto done = exchange(writes_, replies);
  if (!done.ok() && lease_ && (*lease_)->sent_all()) {
    lost_old_connection_ = false;
    return outcome_unknown(done.error());
  }
  STOA_TRY(std::move(done));
  watched_.clear();
  const Reply answer = STOA_TRY(exec_answer(replies));
  if (answer.kind == Reply::Kind::Nil) return End::Stale;
  STOA_TRY(no_error(answer.elements));
  return End::Done;
}

}  // namespace stoa::keyspace::redis
