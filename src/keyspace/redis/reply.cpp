#include "keyspace/redis/reply.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace stoa::keyspace::redis {
namespace {

struct Meaning {
  std::string_view starts_with;
  Error::Kind kind;
  std::string_view code;
  std::string_view next_step;
};

constexpr auto kUnavailable = Error::Kind::Unavailable;
constexpr auto kCorrupt = Error::Kind::Corrupt;
constexpr std::string_view kRepair = "another program wrote the key; look at it with redis-cli and remove it";

constexpr auto kMeanings = std::to_array<Meaning>({
    {"WRONGTYPE", kCorrupt, "keyspace.wrong_type", kRepair},
    {"ERR value is not an integer", kCorrupt, "keyspace.not_a_number", kRepair},
    {"ERR hash value is not an integer", kCorrupt, "keyspace.not_a_number", kRepair},
    {"ERR resulting score is not a number", kCorrupt, "keyspace.not_a_number", "it adds opposite infinities"},
    {"ERR increment or decrement would overflow", kCorrupt, "keyspace.not_a_number", kRepair},
    {"LOADING", kUnavailable, "redis.loading", "wait until it has read its data"},
    {"MASTERDOWN", kUnavailable, "redis.loading", "wait until the replica has its master back"},
    {"BUSY", kUnavailable, "redis.busy", "a script runs on the server; wait, or end it with SCRIPT KILL"},
    {"TRYAGAIN", kUnavailable, "redis.busy", "wait until the server has moved its slots"},
    {"READONLY", kUnavailable, "redis.read_only", "point the url at the master, not at a replica"},
    {"CLUSTERDOWN", kUnavailable, "redis.cluster_down", "look at CLUSTER INFO on the server"},
    {"OOM", kUnavailable, "redis.out_of_memory", "raise maxmemory on the server"},
    {"MISCONF", kUnavailable, "redis.misconfigured", "the server cannot save its data; look at its log"},
    {"NOREPLICAS", kUnavailable, "redis.no_replicas",
     "the server has too few replicas; look at INFO replication"},
    {"ERR max number of clients", kUnavailable, "redis.busy", "raise maxclients on the server"},
    {"NOAUTH", kUnavailable, "redis.auth", "put the password into the url: redis://:password@host"},
    {"WRONGPASS", kUnavailable, "redis.auth", "correct the user and password in the url"},
    {"NOPERM", kUnavailable, "redis.auth", "give the user the right with ACL SETUSER on the server"},
    {"ERR AUTH", kUnavailable, "redis.auth", "the server asks for no password; leave it out of the url"},
    {"ERR DB index is out of range", kUnavailable, "redis.database",
     "choose a smaller database number in the url"},
});

Error unexpected(const Reply& reply, std::string_view wanted) {
  if (reply.kind == Reply::Kind::Error) return error_of(reply.text);
  return {Error::Kind::Corrupt, "redis.protocol",
          fmt::format("redis answered with something other than {} (kind {}); is it a Redis 7 server?",
                      wanted, static_cast<int>(reply.kind))};
}

Result<double> to_score(const std::string& text) {
  double score = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, score);
  if (error != std::errc{} || stop != end)
    return Error{Error::Kind::Corrupt, "redis.protocol", fmt::format("redis gave the score '{}'", text)};
  return score;
}

/// Each element through `convert`.
template <class T, class Convert>
Result<std::vector<T>> each(Reply&& reply, Convert convert) {
  if (reply.kind != Reply::Kind::Array) return unexpected(reply, "a list");
  std::vector<T> all;
  all.reserve(reply.elements.size());
  for (Reply& element : reply.elements) all.push_back(STOA_TRY(convert(std::move(element))));
  return all;
}

Result<std::string> to_text(Reply&& reply) {
  if (reply.kind != Reply::Kind::Text) return unexpected(reply, "a text");
  return std::move(reply.text);
}

Result<void> check_pairs(const Reply& reply) {
  if (reply.kind != Reply::Kind::Array || reply.elements.size() % 2 != 0)
    return unexpected(reply, "a list of pairs");
  return {};
}

}  // namespace

Error error_of(std::string_view text) {
  for (const Meaning& meaning : kMeanings)
    if (text.starts_with(meaning.starts_with))
      return {meaning.kind, std::string(meaning.code),
              fmt::format("redis says '{}'; {}", text, meaning.next_step)};
  return {Error::Kind::Unavailable, "redis.refused",
          fmt::format("redis says '{}'; look at the server's version and log", text)};
}

Result<std::optional<std::string>> to_optional_text(Reply&& reply) {
  if (reply.kind == Reply::Kind::Nil) return std::optional<std::string>{};
  return std::optional(STOA_TRY(to_text(std::move(reply))));
}

Result<std::vector<std::optional<std::string>>> to_optional_texts(Reply&& reply) {
  return each<std::optional<std::string>>(std::move(reply), to_optional_text);
}

Result<std::vector<std::string>> to_texts(Reply&& reply) {
  return each<std::string>(std::move(reply), to_text);
}

Result<std::vector<Field>> to_fields(Reply&& reply) {
  STOA_TRY(check_pairs(reply));
  std::vector<Field> fields;
  fields.reserve(reply.elements.size() / 2);
  for (std::size_t i = 0; i < reply.elements.size(); i += 2)
    fields.push_back({std::move(reply.elements[i].text), std::move(reply.elements[i + 1].text)});
  return fields;
}

Result<std::vector<Scored>> to_scored(Reply&& reply) {
  STOA_TRY(check_pairs(reply));
  std::vector<Scored> all;
  all.reserve(reply.elements.size() / 2);
  for (std::size_t i = 0; i < reply.elements.size(); i += 2) {
    const double score = STOA_TRY(to_score(reply.elements[i + 1].text));
    all.push_back({std::move(reply.elements[i].text), score});
  }
  return all;
}

Result<std::int64_t> to_number(Reply&& reply) {
  if (reply.kind != Reply::Kind::Number) return unexpected(reply, "a number");
  return reply.number;
}

Result<std::size_t> to_size(Reply&& reply) {
  return static_cast<std::size_t>(STOA_TRY(to_number(std::move(reply))));
}

Result<std::vector<bool>> to_bools(Reply&& reply) {
  return each<bool>(std::move(reply), [](Reply&& element) -> Result<bool> {
    return STOA_TRY(to_number(std::move(element))) != 0;
  });
}

Result<std::optional<double>> to_optional_score(Reply&& reply) {
  if (reply.kind == Reply::Kind::Nil) return std::optional<double>{};
  const std::string text = STOA_TRY(to_text(std::move(reply)));
  return std::optional(STOA_TRY(to_score(text)));
}

Result<std::vector<std::optional<double>>> to_optional_scores(Reply&& reply) {
  return each<std::optional<double>>(std::move(reply), to_optional_score);
}

Result<std::optional<Type>> to_type(Reply&& reply) {
  if (reply.kind != Reply::Kind::Status) return unexpected(reply, "a type");
  for (const Type type : {Type::String, Type::Hash, Type::Set, Type::SortedSet, Type::List})
    if (reply.text == type_name(type)) return std::optional(type);
  if (reply.text == "none") return std::optional<Type>{};
  return Error{Error::Kind::Corrupt, "keyspace.wrong_type",
               fmt::format("redis holds a '{}' there, which Stoa does not use; {}", reply.text, kRepair)};
}

Result<ScanPage> to_scan_page(Reply&& reply) {
  if (reply.kind != Reply::Kind::Array || reply.elements.size() != 2)
    return unexpected(reply, "a page of keys");
  const std::string cursor = STOA_TRY(to_text(std::move(reply.elements[0])));
  ScanPage page{};
  page.names = STOA_TRY(to_texts(std::move(reply.elements[1])));
  std::from_chars(cursor.data(), cursor.data() + cursor.size(), page.cursor);
  return page;
}

}  // namespace stoa::keyspace::redis
