#pragma once
#include "base/result.h"
#include "keyspace/redis/connection.h"
#include "keyspace/redis/connector.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace stoa::keyspace::redis {

class Pool;

/// A connection lent to one caller; goes back with this object, or is closed when it broke.
class Lease {
 public:
  enum class Age { Fresh, Reused };

  Lease(Pool& pool, std::unique_ptr<Connection> connection, Age age)
      : pool_(&pool), connection_(std::move(connection)), age_(age) {}
  ~Lease();
  Lease(Lease&&) noexcept = default;
  Lease& operator=(Lease&&) = delete;

  Connection* operator->() const { return connection_.get(); }
  /// A reused one may turn out to have been closed by the server meanwhile; that says nothing of the server
  /// now.
  Age age() const { return age_; }
  /// Closes it, whatever state it is in (keys watched, say).
  void discard();

 private:
  Pool* pool_;
  std::unique_ptr<Connection> connection_;
  Age age_;
};

/// A bounded number of connections, made when needed and kept. When connecting fails, it is not tried again
/// for a while that doubles, and calls that would need it fail at once. Safe from any thread.
class Pool {
 public:
  /// The connector must outlive the pool.
  Pool(Connector& connector, std::size_t size);

  /// Unavailable: `redis.busy` when all are in use until the deadline, else what connecting says.
  Result<Lease> lease(Deadline);
  /// The same, after closing the idle ones: the caller has found that the server dropped one of them.
  Result<Lease> lease_fresh(Deadline);

 private:
  friend class Lease;
  using Clock = std::chrono::steady_clock;

  Result<Lease> connect(Deadline);
  void take_back(std::unique_ptr<Connection>);
  std::unique_ptr<Connection> pop_idle();
  void note_failure(const Error&);
  bool backing_off() const { return Clock::now() < connect_again_; }

  // Fixed at construction.
  Connector& connector_;
  const std::size_t size_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::vector<std::unique_ptr<Connection>> idle_;
  std::size_t open_ = 0;
  int failures_ = 0;
  Clock::time_point connect_again_{};
  std::optional<Error> last_failure_;
};

}  // namespace stoa::keyspace::redis
