#include "sessions.h"

#include "engines.h"
#include "keyspace/keys.h"
#include "keyspace/score.h"

#include <fmt/format.h>

namespace stoa::bench {
namespace {

constexpr double kStart = 1'711'794'081.470433;

/// Quick, as it is part of what is measured on our side only.
void write_hex(char* at, std::uint64_t bits, int digits) {
  for (int i = digits - 1; i >= 0; --i, bits >>= 4) at[i] = "0123456789abcdef"[bits & 15];
}

std::uint64_t scrambled(std::uint64_t number) {
  return (number + 1) * 0x9e3779b97f4a7c15u;
}

}  // namespace

std::string session_token(std::uint64_t number) {
  std::string token = "00000000-0000-4000-a000-000000000000";
  const std::uint64_t bits = scrambled(number);
  write_hex(token.data(), bits >> 32, 8);
  write_hex(token.data() + 9, bits >> 16, 4);
  write_hex(token.data() + 15, bits, 3);
  write_hex(token.data() + 24, number, 12);
  return token;
}

std::string item_id(std::uint64_t number) {
  std::string id(24, '0');
  write_hex(id.data(), scrambled(number) >> 32, 8);
  write_hex(id.data() + 8, number, 16);
  return id;
}

void page_view(keyspace::Keyspace& keyspace, const std::string& token, const std::string& item, double now) {
  must(keyspace.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
    const keyspace::ListKey viewed("viewed:", token);
    tx.zadd_greater(keyspace::keys::recent(), token, now);
    tx.lrem(viewed, 0, item);
    tx.lpush(viewed, item);
    tx.ltrim(viewed, 0, 24);
    tx.zincrement(keyspace::keys::viewed(), item, -1);
    return {};
  }));
}

void page_view(Pipeline& pipeline, const std::string& token, const std::string& item, double now) {
  const std::string viewed = "viewed:" + token;
  pipeline.add({"MULTI"});
  pipeline.add({"ZADD", "recent:", "GT", keyspace::format_score(now), token});
  pipeline.add({"LREM", viewed, "0", item});
  pipeline.add({"LPUSH", viewed, item});
  pipeline.add({"LTRIM", viewed, "0", "24"});
  pipeline.add({"ZINCRBY", "viewed:", "-1", item});
  pipeline.add({"EXEC"});
}

void add_session(keyspace::Tx& tx, std::uint64_t number) {
  const std::string token = session_token(number);
  tx.hset(keyspace::keys::login(), token, fmt::format("user{}", number));
  tx.zadd(keyspace::keys::recent(), token, kStart + static_cast<double>(number) / 1000);
  const keyspace::ListKey viewed("viewed:", token);
  for (std::uint64_t i = 0; i < 3; ++i) tx.lpush(viewed, item_id(number % 1000 + i));
}

void add_session(Pipeline& pipeline, std::uint64_t number) {
  const std::string token = session_token(number);
  pipeline.add({"HSET", "login:", token, fmt::format("user{}", number)});
  pipeline.add(
      {"ZADD", "recent:", keyspace::format_score(kStart + static_cast<double>(number) / 1000), token});
  const std::string viewed = "viewed:" + token;
  for (std::uint64_t i = 0; i < 3; ++i) pipeline.add({"LPUSH", viewed, item_id(number % 1000 + i)});
}

void fill(keyspace::Keyspace& keyspace, std::uint64_t sessions, std::uint64_t items) {
  constexpr std::uint64_t kAtOnce = 100;
  for (std::uint64_t start = 0; start < std::max(sessions, items); start += kAtOnce)
    must(keyspace.transact(Durability::Relaxed, [&](keyspace::Tx& tx) -> Result<void> {
      for (std::uint64_t i = start; i < start + kAtOnce; ++i) {
        if (i < sessions) add_session(tx, i);
        if (i < items) tx.zadd(keyspace::keys::viewed(), item_id(i), -static_cast<double>(i % 5000));
      }
      return {};
    }));
}

void fill(const std::filesystem::path& redis_socket, std::uint64_t sessions, std::uint64_t items) {
  redis_fill(redis_socket, std::max(sessions, items), [&](std::uint64_t i, Pipeline& pipeline) {
    if (i < sessions) add_session(pipeline, i);
    if (i < items) pipeline.add({"ZADD", "viewed:", std::to_string(-static_cast<int>(i % 5000)), item_id(i)});
  });
}

}  // namespace stoa::bench
