#include "keyspace/redis/pool.h"

#include "keyspace/redis/back_off.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::keyspace::redis {
namespace {

using namespace std::chrono_literals;
constexpr auto kFirstPause = 20ms;
// Short enough that a server which is back is noticed within a second.
constexpr auto kLongestPause = 1s;

}  // namespace

Lease::~Lease() {
  if (connection_) pool_->take_back(std::move(connection_));
}

void Lease::discard() {
  if (!connection_) return;
  connection_.reset();
  pool_->take_back(nullptr);
}

Pool::Pool(Connector& connector, std::size_t size)
    : connector_(connector), size_(std::max<std::size_t>(size, 1)) {}

std::unique_ptr<Connection> Pool::pop_idle() {
  while (!idle_.empty()) {
    auto connection = std::move(idle_.back());
    idle_.pop_back();
    if (!connection->gone()) return connection;
    --open_;
  }
  return nullptr;
}

Result<Lease> Pool::lease(Deadline deadline) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (auto connection = pop_idle()) return Lease(*this, std::move(connection), Lease::Age::Reused);
    const bool may_connect = open_ < size_ && !backing_off();
    if (may_connect) {
      ++open_;
      lock.unlock();
      return connect(deadline);
    }
    if (open_ == 0) return *last_failure_;
    if (Clock::now() >= deadline)
      return Error{Error::Kind::Unavailable, "redis.busy",
                   fmt::format("{}: all {} connections are in use; try again, or allow more",
                               connector_.where(), size_)};
    changed_.wait_until(lock, open_ < size_ ? std::min(deadline, connect_again_) : deadline);
  }
}

Result<Lease> Pool::lease_fresh(Deadline deadline) {
  {
    const std::lock_guard lock(mutex_);
    open_ -= idle_.size();
    idle_.clear();
  }
  return lease(deadline);
}

Result<Lease> Pool::connect(Deadline deadline) {
  auto connection = connector_.connect(deadline);
  const std::lock_guard lock(mutex_);
  if (!connection.ok()) {
    note_failure(connection.error());
    return std::move(connection).error();
  }
  failures_ = 0;
  return Lease(*this, *std::move(connection), Lease::Age::Fresh);
}

void Pool::note_failure(const Error& error) {
  --open_;
  // Those who failed together are one failure.
  if (!backing_off()) ++failures_;
  last_failure_ = error;
  connect_again_ = Clock::now() + back_off(failures_, kFirstPause, kLongestPause);
  changed_.notify_all();
}

void Pool::take_back(std::unique_ptr<Connection> connection) {
  const std::lock_guard lock(mutex_);
  if (connection && connection->usable()) {
    idle_.push_back(std::move(connection));
    changed_.notify_one();
  } else {
    --open_;
    changed_.notify_all();
  }
}

}  // namespace stoa::keyspace::redis
