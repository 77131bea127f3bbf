#pragma once
#include <string_view>

namespace stoa::keyspace::redis {

// What takes several steps on the server and must be one. Redis's own commands for it take a set where a
// sorted set is meant, so the scripts look at the types first.

/// KEYS: into, members, scores. ARGV: expiry in ms. The weight of -0 leaves every score as it is, a negative
/// zero too.
inline constexpr std::string_view kIntersectInto = R"(
local function is(key, wanted)
  local type = redis.call('TYPE', key).ok
  return type == 'none' or type == wanted
end
if not (is(KEYS[2], 'set') and is(KEYS[3], 'zset')) then
  return redis.error_reply('WRONGTYPE Operation against a key holding the wrong kind of value')
end
redis.call('ZINTERSTORE', KEYS[1], 2, KEYS[2], KEYS[3], 'WEIGHTS', '-0', '1')
redis.call('PEXPIREAT', KEYS[1], ARGV[1])
return redis.status_reply('OK'))";

/// KEYS: the sorted set. ARGV: the factor. ZUNIONSTORE drops the expiry, so it is put back.
inline constexpr std::string_view kScale = R"(
local type = redis.call('TYPE', KEYS[1]).ok
if type == 'none' then return redis.status_reply('OK') end
if type ~= 'zset' then
  return redis.error_reply('WRONGTYPE Operation against a key holding the wrong kind of value')
end
local expires = redis.call('PEXPIRETIME', KEYS[1])
redis.call('ZUNIONSTORE', KEYS[1], 1, KEYS[1], 'WEIGHTS', ARGV[1])
if expires >= 0 then redis.call('PEXPIREAT', KEYS[1], expires) end
return redis.status_reply('OK'))";

}  // namespace stoa::keyspace::redis
