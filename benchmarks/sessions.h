#pragma once
#include "keyspace/keyspace.h"
#include "redis_load.h"

#include <array>
#include <cstdint>
#include <string>

namespace stoa::bench {

/// A made-up session's token: the same for the same number.
std::string session_token(std::uint64_t number);
/// A made-up item's id, 24 hex digits.
std::string item_id(std::uint64_t number);

/// What a page view records: the token's last use, the item in the session's list, the item's popularity.
/// Five operations, the same on both sides.
void page_view(keyspace::Keyspace&, const std::string& token, const std::string& item, double now);
void page_view(Pipeline&, const std::string& token, const std::string& item, double now);

/// A session as it is kept: login, recent, three viewed items.
void add_session(keyspace::Tx&, std::uint64_t number);
void add_session(Pipeline&, std::uint64_t number);

/// Adds sessions and popularity of items to a keyspace, many at a time.
void fill(keyspace::Keyspace&, std::uint64_t sessions, std::uint64_t items);
void fill(const std::filesystem::path& redis_socket, std::uint64_t sessions, std::uint64_t items);

}  // namespace stoa::bench
