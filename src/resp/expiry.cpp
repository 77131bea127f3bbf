#include "resp/command.h"
#include "resp/expire_time.h"

#include <fmt/format.h>

#include <limits>

namespace stoa::resp {
namespace {

using keyspace::Milliseconds;
using keyspace::Slot;
using Does = Command::Does;

struct Conditions {
  bool only_new = false, only_old = false, later = false, sooner = false;
};

/// False, and the error is said, when they are unknown or contradict.
bool take_conditions(Call& call, Conditions& conditions) {
  for (const std::string_view word : call.words.subspan(3)) {
    if (is_word(word, "nx")) {
      conditions.only_new = true;
    } else if (is_word(word, "xx")) {
      conditions.only_old = true;
    } else if (is_word(word, "gt")) {
      conditions.later = true;
    } else if (is_word(word, "lt")) {
      conditions.sooner = true;
    } else {
      call.reply.error(fmt::format("ERR Unsupported option {}", printed(word)));
      return false;
    }
  }
  if (conditions.only_new && (conditions.only_old || conditions.later || conditions.sooner)) {
    call.reply.error("ERR NX and XX, GT or LT options at the same time are not compatible");
    return false;
  }
  if (conditions.later && conditions.sooner) {
    call.reply.error("ERR GT and LT options at the same time are not compatible");
    return false;
  }
  return true;
}

bool hold(const Conditions& conditions, std::optional<Milliseconds> old, Milliseconds moment) {
  if (conditions.only_new && old) return false;
  if (conditions.only_old && !old) return false;
  if (conditions.later && (!old || moment <= *old)) return false;
  return !conditions.sooner || !old || moment < *old;
}

void expire(Call& call, TimeUnit unit, TimeFrom from) {
  using Limits = std::numeric_limits<std::int64_t>;
  Conditions conditions;
  if (!take_conditions(call, conditions)) return;
  const auto number = call.integer(call[2]);
  if (!number) return;
  const std::int64_t scale = unit == TimeUnit::Seconds ? 1000 : 1;
  if (*number > Limits::max() / scale || *number < Limits::min() / scale) return invalid_expire_time(call);
  const std::int64_t base = from == TimeFrom::Now ? now_of(call).time_since_epoch().count() : 0;
  if (*number * scale > Limits::max() - base) return invalid_expire_time(call);
  const Milliseconds moment{std::chrono::milliseconds(*number * scale + base)};
  Slot slot = call.keys.find(call[1]);
  if (!slot.found() || !hold(conditions, call.keys.expiry(slot), moment)) return call.reply.integer(false);
  call.keys.set_expiry(slot, moment);
  call.reply.integer(true);
}
void expire(Call& call) {
  expire(call, TimeUnit::Seconds, TimeFrom::Now);
}
void pexpire(Call& call) {
  expire(call, TimeUnit::Milliseconds, TimeFrom::Now);
}
void expireat(Call& call) {
  expire(call, TimeUnit::Seconds, TimeFrom::Epoch);
}
void pexpireat(Call& call) {
  expire(call, TimeUnit::Milliseconds, TimeFrom::Epoch);
}

void remaining(Call& call, TimeUnit unit, TimeFrom from) {
  const Slot slot = call.keys.find(call[1]);
  if (!slot.found()) return call.reply.integer(std::int64_t{-2});
  const auto moment = call.keys.expiry(slot);
  if (!moment) return call.reply.integer(std::int64_t{-1});
  const std::int64_t base = from == TimeFrom::Now ? now_of(call).time_since_epoch().count() : 0;
  const std::int64_t left = std::max<std::int64_t>(moment->time_since_epoch().count() - base, 0);
  call.reply.integer(unit == TimeUnit::Seconds ? left / 1000 + (left % 1000 + 500) / 1000 : left);
}
void ttl(Call& call) {
  remaining(call, TimeUnit::Seconds, TimeFrom::Now);
}
void pttl(Call& call) {
  remaining(call, TimeUnit::Milliseconds, TimeFrom::Now);
}
void expiretime(Call& call) {
  remaining(call, TimeUnit::Seconds, TimeFrom::Epoch);
}
void pexpiretime(Call& call) {
  remaining(call, TimeUnit::Milliseconds, TimeFrom::Epoch);
}

void persist(Call& call) {
  Slot slot = call.keys.find(call[1]);
  const bool expires = slot.found() && call.keys.expiry(slot);
  if (expires) call.keys.set_expiry(slot, std::nullopt);
  call.reply.integer(expires);
}

}  // namespace

std::span<const Command> expiry_commands() {
  static constexpr Command kRows[] = {
      {"expire", -3, Does::Writes, {1, 1, 1}, expire},
      {"pexpire", -3, Does::Writes, {1, 1, 1}, pexpire},
      {"expireat", -3, Does::Writes, {1, 1, 1}, expireat},
      {"pexpireat", -3, Does::Writes, {1, 1, 1}, pexpireat},
      {"ttl", 2, Does::Reads, {1, 1, 1}, ttl},
      {"pttl", 2, Does::Reads, {1, 1, 1}, pttl},
      {"expiretime", 2, Does::Reads, {1, 1, 1}, expiretime},
      {"pexpiretime", 2, Does::Reads, {1, 1, 1}, pexpiretime},
      {"persist", 2, Does::Writes, {1, 1, 1}, persist},
  };
  return kRows;
}

}  // namespace stoa::resp
