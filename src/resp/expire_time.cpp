#include "resp/expire_time.h"

#include "resp/command_table.h"

#include <fmt/format.h>

#include <limits>

namespace stoa::resp {

keyspace::Milliseconds now_of(Call& call) {
  return std::chrono::floor<std::chrono::milliseconds>(call.keys.now());
}

void invalid_expire_time(Call& call) {
  call.reply.error(fmt::format("ERR invalid expire time in '{}' command", find_command(call[0])->name));
}

std::optional<keyspace::Milliseconds> expire_time(Call& call, std::string_view word, TimeUnit unit,
                                                  TimeFrom from) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const auto number = call.integer(word);
  if (!number) return std::nullopt;
  const std::int64_t now = from == TimeFrom::Now ? now_of(call).time_since_epoch().count() : 0;
  const std::int64_t scale = unit == TimeUnit::Seconds ? 1000 : 1;
  if (*number <= 0 || *number > kMost / scale || *number * scale > kMost - now) {
    invalid_expire_time(call);
    return std::nullopt;
  }
  return keyspace::Milliseconds(std::chrono::milliseconds(*number * scale + now));
}

}  // namespace stoa::resp
