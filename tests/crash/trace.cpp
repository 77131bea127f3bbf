#include "crash/trace.h"

#include "base/bson.h"
#include "base/fields.h"
#include "base/must.h"
#include "base/schema_of.h"
#include "keyspace/embedded/embedded_keyspace.h"
#include "records/embedded/embedded_records.h"

#include <stdexcept>

namespace stoa::test {
namespace {

struct Mark {
  std::int64_t id = 0;
  std::int64_t stream = 0;
  std::string filling;
};
StructDescription describe(Described<Mark>) {
  return fields("Mark", field("id", &Mark::id).stored_as("_id"), field("stream", &Mark::stream),
                field("filling", &Mark::filling));
}

constexpr std::int64_t kStreamSpan = 1'000'000'000;

const records::Collection& left() {
  static const records::Collection collection{"left", {{"stream", {{"stream"}}}}};
  return collection;
}
const records::Collection& right() {
  static const records::Collection collection{"right", {{"stream", {{"stream"}}}}};
  return collection;
}

keyspace::HashKey first_key(int stream) {
  return {"first:", std::to_string(stream)};
}
keyspace::SortedSetKey second_key(int stream) {
  return {"second:", std::to_string(stream)};
}

std::set<std::uint64_t> numbers_in(records::Records& records, const records::Collection& collection,
                                   int stream) {
  std::set<std::uint64_t> numbers;
  records::Query query{.index = "stream", .equal = {std::int64_t{stream}}, .limit = 1000};
  do {
    const records::Page page = must(records.read().find(collection, query));
    for (const auto& document : page.documents)
      numbers.insert(static_cast<std::uint64_t>(must(read_bson<Mark>(document)).id - stream * kStreamSpan));
    query.cursor = page.next;
  } while (!query.cursor.empty());
  return numbers;
}

void compare(const std::set<std::uint64_t>& a, const std::set<std::uint64_t>& b, Traces& traces) {
  for (const std::uint64_t number : a) (b.contains(number) ? traces.whole : traces.half).insert(number);
  for (const std::uint64_t number : b)
    if (!a.contains(number)) traces.half.insert(number);
}

}  // namespace

Result<Ports> Ports::open(const std::filesystem::path& directory) {
  static const records::Collection* const collections[] = {&left(), &right()};
  store::Options options;
  options.directory = directory;
  // Often full, so that kills come while segments begin, move into tables and are removed, too.
  options.segment_bytes = 1 << 20;
  Ports ports;
  ports.store = STOA_TRY(store::open(options));
  ports.keyspace = STOA_TRY(keyspace::open_embedded_keyspace(*ports.store, Clock::system()));
  ports.records = STOA_TRY(records::open_embedded_records(*ports.store, Clock::system(), collections));
  return ports;
}

Result<void> leave_trace(Ports& ports, int stream, std::uint64_t number, Durability durability) {
  if (number % 2 == 0)
    return ports.keyspace->transact(durability, [&](keyspace::Tx& tx) -> Result<void> {
      tx.hset(first_key(stream), std::to_string(number), "left behind");
      tx.zadd(second_key(stream), std::to_string(number), static_cast<double>(number));
      return {};
    });
  const Mark mark{stream * kStreamSpan + static_cast<std::int64_t>(number), stream, std::string(100, 'x')};
  return ports.records->transact(
      [&](records::Tx& tx) -> Result<void> {
        STOA_TRY(tx.insert(left(), write_bson(mark)));
        return tx.insert(right(), write_bson(mark));
      },
      durability);
}

Traces find_traces(Ports& ports, int stream) {
  std::set<std::uint64_t> first, second;
  for (const auto& field : must(ports.keyspace->read().hgetall(first_key(stream))))
    first.insert(std::stoull(field.name));
  for (const auto& scored :
       must(ports.keyspace->read().zrange(second_key(stream), 0, -1, keyspace::Order::Ascending)))
    second.insert(std::stoull(scored.member));
  Traces traces;
  compare(first, second, traces);
  compare(numbers_in(*ports.records, left(), stream), numbers_in(*ports.records, right(), stream), traces);
  return traces;
}

}  // namespace stoa::test
