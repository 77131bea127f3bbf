#include "engines.h"

#include "keyspace/embedded/embedded_keyspace.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"

namespace stoa::bench {

Engines::Engines(const std::filesystem::path& directory) {
  store::Options options;
  options.directory = directory;
  store = must(store::open(options));
  keyspace = must(keyspace::open_embedded_keyspace(*store, Clock::system()));
  records = must(records::open_embedded_records(*store, Clock::system(), records::all_collections()));
}

}  // namespace stoa::bench
