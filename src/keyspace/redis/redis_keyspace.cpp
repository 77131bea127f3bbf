#include "keyspace/redis/redis_keyspace.h"

#include "keyspace/redis/back_off.h"
#include "keyspace/redis/redis_reader.h"
#include "keyspace/redis/redis_tx.h"
#include "keyspace/redis/score_bound.h"
#include "keyspace/redis/scripts.h"
#include "keyspace/redis/url.h"

#include <fmt/format.h>

#include <exception>
#include <thread>

namespace stoa::keyspace {
namespace {

using namespace redis;
using namespace std::chrono_literals;

/// How a body ended.
struct BodyEnd {
  Result<void> outcome;
  std::exception_ptr thrown;
  bool keeps_writes() const { return !thrown && outcome.ok(); }
};

class RedisKeyspace final : public Keyspace {
 public:
  RedisKeyspace(std::unique_ptr<Connector> connector, const RedisOptions& options)
      : client_(std::move(connector), options.connections, options.timeout), attempts_(options.attempts) {}

  Reader& read() override { return reader_; }

  Result<void> intersect_into(const SortedSetKey& into, const SetKey& members, const SortedSetKey& scores,
                              Time expires) override {
    Commands command;
    command.add("EVAL", kIntersectInto, 3, into.name(), members.name(), scores.name(),
                std::chrono::floor<std::chrono::milliseconds>(expires.time_since_epoch()).count());
    return change(command);
  }

  Result<void> scale(const SortedSetKey& key, double factor) override {
    must_be_number(factor);
    Commands command;
    command.add("EVAL", kScale, 1, key.name(), factor);
    return change(command);
  }

  Result<ScanPage> scan(std::uint64_t cursor, std::string_view pattern, std::size_t count) override {
    Commands command;
    command.add("SCAN", std::to_string(cursor), "MATCH", pattern, "COUNT",
                static_cast<std::int64_t>(std::clamp<std::size_t>(count, 1, INT32_MAX)));
    Reply reply;
    STOA_TRY(client_.read(command, std::span(&reply, 1)));
    return to_scan_page(std::move(reply));
  }

  Result<std::size_t> size() override {
    Commands command;
    command.add("DBSIZE");
    Reply reply;
    STOA_TRY(client_.read(command, std::span(&reply, 1)));
    return to_size(std::move(reply));
  }

  Result<void> ping() override {
    Commands command;
    command.add("PING");
    Reply reply;
    STOA_TRY(client_.read(command, std::span(&reply, 1)));
    return no_error(std::span(&reply, 1));
  }

 protected:
  Result<void> run(Durability, const TransactionBody& body) override {
    bool has_reconnected = false;
    for (int attempt = 1; attempt <= attempts_; ++attempt) {
      RedisTx tx(client_);
      const BodyEnd body_end = run_body(body, tx);
      const Result<RedisTx::End> end = body_end.keeps_writes() ? tx.commit() : tx.give_up();
      if (end.ok() && *end == RedisTx::End::Stale) {
        std::this_thread::sleep_for(back_off(attempt, 100us, 20ms));
        continue;
      }
      if (tx.lost_old_connection() && !has_reconnected) {
        has_reconnected = true;
        continue;
      }
      if (body_end.thrown) std::rethrow_exception(body_end.thrown);
      STOA_TRY(body_end.outcome);
      if (!end.ok()) return end.error();
      return {};
    }
    return Error{
        Error::Kind::Conflict, "keyspace.contended",
        fmt::format("others kept changing what the transaction read, {} times; try again", attempts_)};
  }

 private:
  static BodyEnd run_body(const TransactionBody& body, RedisTx& tx) {
    try {
      return {body(tx), nullptr};
    } catch (...) {
      return {{}, std::current_exception()};
    }
  }

  Result<void> change(const Commands& command) {
    Reply reply;
    STOA_TRY(client_.change(command.bytes(), std::span(&reply, 1)));
    return no_error(std::span(&reply, 1));
  }

  Client client_;
  RedisReader reader_{client_};
  const int attempts_;
};

}  // namespace

Result<std::unique_ptr<Keyspace>> open_redis_keyspace(const RedisOptions& options) {
  Url url = STOA_TRY(parse_url(options.url));
  auto connector = STOA_TRY(Connector::open(std::move(url)));
  return std::unique_ptr<Keyspace>(std::make_unique<RedisKeyspace>(std::move(connector), options));
}

}  // namespace stoa::keyspace
