// The wiring: the only file that names concrete engines.

#include "base/clock.h"
#include "cli/command_line.h"
#include "cli/load_progress.h"
#include "clockwork/steady_clock.h"
#include "keyspace/embedded/embedded_keyspace.h"
#include "keyspace/redis/redis_keyspace.h"
#include "records/collections.h"
#include "records/embedded/embedded_records.h"
#include "store/store.h"

namespace stoa {
namespace {

/// What was opened, in the order that closing needs: the engines go before the store they stand on.
struct OpenedEngines final : cli::Engines {
  std::unique_ptr<store::Store> store;
  std::unique_ptr<keyspace::Keyspace> opened_keyspace;
  std::unique_ptr<records::Records> opened_records;
  Settings::Keyspace::Engine keyspace_engine = Settings::Keyspace::Engine::Embedded;

  keyspace::Keyspace& keyspace() override { return *opened_keyspace; }
  records::Records& records() override { return *opened_records; }
  std::string keyspace_name() const override { return keyspace_is_shared() ? "redis" : "embedded"; }
  std::string records_name() const override { return "embedded"; }
  bool keyspace_is_shared() const override { return keyspace_engine == Settings::Keyspace::Engine::Redis; }
  bool records_are_shared() const override { return false; }
  DurableProgress& progress() override { return store->progress(); }
  DiskFigures figures() const override { return store->figures(); }
  Result<void> backup(const std::filesystem::path& target) override { return store->backup(target); }
};

store::Options store_options(const Settings& settings, const Logger& log) {
  store::Options options;
  options.log = log;
  options.directory = settings.data.directory;
  options.damaged = settings.store.damaged == Settings::Store::Damaged::Prefix
                        ? store::Options::Damaged::Prefix
                        : store::Options::Damaged::Refuse;
  options.queue_bytes = settings.store.queue_bytes;
  options.row_cache_bytes = settings.store.row_cache_bytes;
  options.block_cache_bytes = settings.store.block_cache_bytes;
  return options;
}

Result<std::unique_ptr<keyspace::Keyspace>> open_embedded_keyspace(store::Store& store, const Logger& log,
                                                                   const cli::EngineFactory::Tell& tell) {
  keyspace::EmbeddedOptions options;
  cli::LoadProgress progress(log, tell, clockwork::steady_clock());
  options.progress = [&](std::size_t rows) { progress.reached(rows); };
  auto keyspace = STOA_TRY(keyspace::open_embedded_keyspace(store, Clock::system(), options));
  progress.done();
  return keyspace;
}

/// Expired documents are the clockwork's affair.
Result<std::unique_ptr<records::Records>> open_records(const Settings& settings, store::Store& store,
                                                       const Logger& log,
                                                       const cli::EngineFactory::Tell& tell) {
  records::EmbeddedOptions options;
  options.sweep_every = {};
  options.search_directory = std::filesystem::path(settings.data.directory) / "search";
  options.log = log;
  options.progress = [&](std::string_view collection, std::string_view index, std::size_t documents) {
    tell("building the index " + std::string(collection) + "." + std::string(index) + ": " +
         std::to_string(documents) + " documents");
  };
  return records::open_embedded_records(store, Clock::system(), records::all_collections(), options);
}

Result<std::unique_ptr<keyspace::Keyspace>> open_redis_keyspace(const Settings::Keyspace& settings) {
  keyspace::RedisOptions options;
  options.url = settings.redis_url;
  options.connections = static_cast<std::size_t>(settings.redis_connections);
  options.timeout = settings.redis_timeout;
  return keyspace::open_redis_keyspace(options);
}

Result<void> refuse_absent(const Settings& settings) {
  std::error_code failure;
  if (std::filesystem::exists(settings.data.directory, failure)) return {};
  return Error{Error::Kind::NotFound, "data.absent",
               "there is no data directory '" + settings.data.directory +
                   "'; name yours with --data.directory=…, or make a new one: start `stoa serve` once"};
}

Result<std::unique_ptr<cli::Engines>> open_engines(const Settings& settings, const Logger& log,
                                                   cli::Absent absent, const cli::EngineFactory::Tell& tell) {
  if (absent == cli::Absent::Refuse) STOA_TRY(refuse_absent(settings));
  auto engines = std::make_unique<OpenedEngines>();
  engines->store = STOA_TRY(store::open(store_options(settings, log)));
  engines->keyspace_engine = settings.keyspace.engine;
  engines->opened_keyspace = settings.keyspace.engine == Settings::Keyspace::Engine::Redis
                                 ? STOA_TRY(open_redis_keyspace(settings.keyspace))
                                 : STOA_TRY(open_embedded_keyspace(*engines->store, log, tell));
  engines->opened_records = STOA_TRY(open_records(settings, *engines->store, log, tell));
  return std::unique_ptr<cli::Engines>(std::move(engines));
}

}  // namespace
}  // namespace stoa

int main(int argc, char** argv) {
  return stoa::cli::run_command_line({argv + 1, argv + argc}, {stoa::open_engines});
}
