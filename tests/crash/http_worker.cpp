// A server over both ports, with routes that write; answers until it is killed. Started by the crash test
// with the data directory; prints its port.

#include "base/bson.h"
#include "base/fields.h"
#include "base/schema_of.h"
#include "http/idempotency.h"
#include "http/server.h"
#include "http/site.h"
#include "keyspace/embedded/embedded_keyspace.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "records/typed.h"
#include "store/store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <vector>

namespace stoa::test {
namespace {

struct Counter {
  std::string id;
  std::int64_t value = 0;
};
StructDescription describe(Described<Counter>) {
  return fields("Counter", field("id", &Counter::id).stored_as("_id"), field("value", &Counter::value));
}

const records::Collection& counters() {
  static const records::Collection collection{"counters", {}};
  return collection;
}

const keyspace::HashKey kNotes("notes");

template <class T>
T must(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().message);
  return std::move(result).value();
}

Result<http::Response> write_note(keyspace::Keyspace& keyspace, const http::Call& call) {
  STOA_TRY(keyspace.transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<void> {
    tx.hset(kNotes, call.parameter("number"), "kept");
    return {};
  }));
  return http::no_content();
}

Result<http::Response> read_note(keyspace::Keyspace& keyspace, const http::Call& call) {
  if (STOA_TRY(keyspace.read().hget(kNotes, call.parameter("number")))) return http::no_content();
  return Error{Error::Kind::NotFound, "note.absent", "there is no such note"};
}

Result<http::Response> count_once(records::Records& records, http::Call& call) {
  return http::once(call, records, [&](records::Tx& tx) -> Result<http::Response> {
    const auto name = std::string(call.parameter("name"));
    const auto found = STOA_TRY(records::get<Counter>(tx, counters(), name));
    const Counter counter{name, found ? found->value + 1 : 1};
    if (found) {
      STOA_TRY(records::replace(tx, counters(), counter));
    } else {
      STOA_TRY(records::insert(tx, counters(), counter));
    }
    return http::json(counter, 201);
  });
}

Result<http::Response> read_counter(records::Records& records, const http::Call& call) {
  const auto name = std::string(call.parameter("name"));
  const auto found = STOA_TRY(records::get<Counter>(records.read(), counters(), name));
  return http::json(found.value_or(Counter{name}));
}

std::vector<http::Route> routes(keyspace::Keyspace& keyspace, records::Records& records) {
  using http::Call, http::Method;
  return {
      {.method = Method::Put,
       .path = "/api/notes/{number:int}",
       .summary = "Writes a note",
       .handler = [&](Call& call) { return write_note(keyspace, call); },
       .success = 204},
      {.method = Method::Get,
       .path = "/api/notes/{number:int}",
       .summary = "Whether a note is there",
       .handler = [&](Call& call) { return read_note(keyspace, call); },
       .success = 204},
      {.method = Method::Post,
       .path = "/api/counters/{name}",
       .summary = "Counts once a key",
       .handler = [&](Call& call) { return count_once(records, call); },
       .returns = &schema_of<Counter>(),
       .success = 201,
       .idempotency = http::Idempotency::Required,
       .keep = http::Keep::InTransaction},
      {.method = Method::Get,
       .path = "/api/counters/{name}",
       .summary = "A count",
       .handler = [&](Call& call) { return read_counter(records, call); },
       .returns = &schema_of<Counter>()},
  };
}

void serve(const std::filesystem::path& directory) {
  store::Options options;
  options.directory = directory;
  const auto store = must(store::open(options));
  const auto keyspace = must(keyspace::open_embedded_keyspace(*store, Clock::system()));
  const auto declared = records::all_collections();
  std::vector<const records::Collection*> collections(declared.begin(), declared.end());
  collections.push_back(&counters());
  const auto records = must(records::open_embedded_records(*store, Clock::system(), collections));
  http::Site site({.secret = must(http::shared_secret(*records)),
                   .routes = routes(*keyspace, *records),
                   .version = "test",
                   .records = records.get()});
  http::ServerOptions server_options;
  server_options.port = 0;
  const auto server = must(http::start_server(server_options, site, store->progress()));
  fmt::print("port {}.\n", server->port());
  std::fflush(stdout);
  for (;;) ::pause();
}

}  // namespace
}  // namespace stoa::test

int main(int count, char** arguments) try {
  if (count != 2) return 2;
  stoa::test::serve(arguments[1]);
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
