#pragma once
// All that both ports hold, to be compared with what they hold later.

#include "keyspace/engines.h"
#include "keyspace/keys.h"
#include "records/collections.h"
#include "records/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::cli {

/// By place: a document's collection and id, a key's name.
using Content = std::map<std::string, std::string>;

/// What changes by itself: caches, leases, and when a session was last used.
inline bool changes_by_itself(std::string_view key) {
  return keyspace::is_volatile(key) || key == keyspace::keys::schedule().name() ||
         key.starts_with("clockwork:") || key.starts_with("outbox:");
}

inline std::string text_of(keyspace::Reader& read, const std::string& name, keyspace::Type type) {
  using keyspace::must;
  std::vector<std::string> parts;
  switch (type) {
    case keyspace::Type::String:
      return must(read.get(keyspace::StringKey(name))).value_or("");
    case keyspace::Type::Hash:
      for (const auto& [field, value] : must(read.hgetall(keyspace::HashKey(name))))
        parts.push_back(field + "=" + value);
      break;
    case keyspace::Type::Set:
      parts = must(read.smembers(keyspace::SetKey(name)));
      break;
    case keyspace::Type::SortedSet:
      for (const auto& [member, score] :
           must(read.zrange(keyspace::SortedSetKey(name), 0, -1, keyspace::Order::Ascending)))
        parts.push_back(name == keyspace::keys::recent().name() ? member
                                                                : fmt::format("{}={}", member, score));
      break;
    case keyspace::Type::List:
      return fmt::format("{}", fmt::join(must(read.lrange(keyspace::ListKey(name), 0, -1)), " "));
  }
  std::ranges::sort(parts);
  return fmt::format("{}", fmt::join(parts, " "));
}

inline void add_keys(keyspace::Keyspace& keyspace, Content& content) {
  using keyspace::must;
  std::uint64_t cursor = 0;
  do {
    const auto page = must(keyspace.scan(cursor, "*", 1000));
    for (const std::string& name : page.names)
      if (const auto type = must(keyspace.read().type(keyspace::KeyName(name)));
          type && !changes_by_itself(name))
        content["key " + name] = text_of(keyspace.read(), name, *type);
    cursor = page.cursor;
  } while (cursor != 0);
}

inline void add_documents(records::Records& records, Content& content) {
  for (const records::Collection* collection : records::all_collections()) {
    records::Query query{.index = "_id", .limit = 1000};
    std::size_t number = 0;
    do {
      const auto page = keyspace::must(records.read().find(*collection, query));
      for (const auto& document : page.documents)
        content[fmt::format("{} {:06}", collection->name, number++)] = document;
      query.cursor = page.next;
    } while (!query.cursor.empty());
  }
}

inline Content content_of(keyspace::Keyspace& keyspace, records::Records& records) {
  Content content;
  add_keys(keyspace, content);
  add_documents(records, content);
  return content;
}

/// The places that differ; empty when all is as it was.
inline std::vector<std::string> differences(const Content& before, const Content& after) {
  std::vector<std::string> places;
  for (const auto& [place, what] : before)
    if (const auto found = after.find(place); found == after.end() || found->second != what)
      places.push_back(place);
  for (const auto& [place, what] : after)
    if (!before.contains(place)) places.push_back(place + " (new)");
  return places;
}

}  // namespace stoa::cli
