#include "keyspace/embedded/embedded_keyspace.h"

#include "keyspace/companion.h"
#include "keyspace/embedded/embedded_door.h"
#include "keyspace/embedded/embedded_reader.h"
#include "keyspace/embedded/embedded_tx.h"
#include "keyspace/embedded/engine.h"
#include "keyspace/embedded/errors.h"
#include "keyspace/embedded/loader.h"
#include "keyspace/embedded/sweeper.h"
#include "keyspace/glob.h"

#include <mutex>
#include <shared_mutex>

namespace stoa::keyspace {
namespace embedded {

Random& thread_random() {
  thread_local Random random;
  return random;
}

namespace {

class EmbeddedKeyspace final : public Keyspace, public Companion {
 public:
  EmbeddedKeyspace(store::Store& store, const Clock& clock)
      : engine_(store, clock), reader_(engine_), door_(engine_) {}

  Result<void> load(const EmbeddedOptions&);

  Reader& read() override { return reader_; }
  Result<void> intersect_into(const SortedSetKey& into, const SetKey& members, const SortedSetKey& scores,
                              Time expires) override;
  Result<void> scale(const SortedSetKey&, double factor) override;
  Result<ScanPage> scan(std::uint64_t cursor, std::string_view pattern, std::size_t count) override;
  Result<std::size_t> size() override;
  Result<void> ping() override { return engine_.store.admit(); }
  Door* door() override { return &door_; }
  Companion* companion() override { return this; }

  bool lives_on(const store::Store& store) const override { return &store == &engine_.store; }
  Result<Sequence> submit_together(std::span<const Body>, Durability,
                                   FunctionRef<void(store::Changes&)> rows) override;

 protected:
  Result<void> run(Durability, const TransactionBody&) override;

 private:
  enum class Wrote { No, Yes };
  /// The body's outcome, or that of its writes. Whatever stops it, the journal has been rolled back.
  Result<Wrote> attempt(const TransactionBody&);

  Engine engine_;
  EmbeddedReader reader_;
  EmbeddedDoor door_;
  std::optional<Sweeper> sweeper_;
};

Result<void> EmbeddedKeyspace::load(const EmbeddedOptions& options) {
  constexpr std::size_t kRowsBetweenReports = 1 << 18;
  Loader loader(engine_.objects);
  STOA_TRY(engine_.store.load([&](std::string_view key, std::string_view value) {
    loader.row(key, value);
    if (options.progress && loader.rows() % kRowsBetweenReports == 0) options.progress(loader.rows());
  }));
  STOA_TRY(loader.finish());
  if (options.progress) options.progress(loader.rows());
  sweeper_.emplace(engine_, options.sweep_every);
  return {};
}

Result<void> EmbeddedKeyspace::run(Durability durability, const TransactionBody& body) {
  STOA_TRY(engine_.store.admit());
  Sequence sequence = 0;
  {
    const std::unique_lock lock(engine_.lock);
    const Wrote wrote = STOA_TRY(attempt(body));
    sequence = wrote == Wrote::Yes ? engine_.commit_writes(durability) : engine_.commit(durability);
  }
  return engine_.store.settle(sequence, durability);
}

// The journal holds what all of them did, so that the failure of one takes all of them back.
Result<Sequence> EmbeddedKeyspace::submit_together(std::span<const Body> bodies, Durability durability,
                                                   FunctionRef<void(store::Changes&)> rows) {
  const std::unique_lock lock(engine_.lock);
  for (const Body& body : bodies) STOA_TRY(attempt(body));
  rows(engine_.journal.rows());
  return engine_.commit(durability);
}

Result<EmbeddedKeyspace::Wrote> EmbeddedKeyspace::attempt(const TransactionBody& body) {
  EmbeddedTx tx(engine_);
  try {
    Result<void> outcome = body(tx);
    if (outcome.ok()) outcome = tx.finish();
    if (outcome.ok()) return tx.wrote() ? Wrote::Yes : Wrote::No;
    engine_.journal.roll_back(engine_.objects);
    return outcome.error();
  } catch (...) {
    engine_.journal.roll_back(engine_.objects);
    throw;
  }
}

Result<void> EmbeddedKeyspace::intersect_into(const SortedSetKey& into, const SetKey& members,
                                              const SortedSetKey& scores, Time expires) {
  // Built beside the running keyspace: a large group would hold everybody up otherwise.
  auto destroy = [](Object* object) { Object::destroy(object); };
  std::unique_ptr<Object, decltype(destroy)> built(Object::make(into.name(), Type::SortedSet), destroy);
  {
    const std::shared_lock lock(engine_.lock);
    const Time now = engine_.clock.now();
    const Object* group = engine_.objects.find_live(members.name(), now);
    const Object* all = engine_.objects.find_live(scores.name(), now);
    if (group && group->type() != Type::Set) return wrong_type(members.name(), group->type(), Type::Set);
    if (all && all->type() != Type::SortedSet) return wrong_type(scores.name(), all->type(), Type::SortedSet);
    if (group && all)
      group->set().for_each([&](Member& member) {
        if (const auto score = all->sorted().score(member.name()))
          built->sorted().load(member.name(), *score);
      });
  }
  built->sorted().finish_load();
  STOA_TRY(engine_.store.admit());
  const std::unique_lock lock(engine_.lock);
  Writer writer(engine_.objects, engine_.journal, engine_.clock.now());
  if (built->size() == 0) {
    writer.del(into.name());
  } else {
    writer.adopt(*built.release());
    writer.expire_at(into.name(), expires);
  }
  engine_.commit(Durability::Relaxed);
  return {};
}

Result<void> EmbeddedKeyspace::scale(const SortedSetKey& key, double factor) {
  STOA_TRY(engine_.store.admit());
  const std::unique_lock lock(engine_.lock);
  Writer writer(engine_.objects, engine_.journal, engine_.clock.now());
  STOA_TRY(writer.zscale(key.name(), factor));
  engine_.commit(Durability::Relaxed);
  return {};
}

Result<std::size_t> EmbeddedKeyspace::size() {
  const std::shared_lock lock(engine_.lock);
  return engine_.objects.size();
}

Result<ScanPage> EmbeddedKeyspace::scan(std::uint64_t cursor, std::string_view pattern, std::size_t count) {
  ScanPage page;
  const std::shared_lock lock(engine_.lock);
  page.cursor =
      engine_.objects.walk(cursor, std::max<std::size_t>(count, 1), engine_.clock.now(), [&](Object& object) {
        if (matches_glob(pattern, object.name())) page.names.emplace_back(object.name());
      });
  return page;
}

}  // namespace
}  // namespace embedded

Result<std::unique_ptr<Keyspace>> open_embedded_keyspace(store::Store& store, const Clock& clock,
                                                         const EmbeddedOptions& options) {
  auto keyspace = std::make_unique<embedded::EmbeddedKeyspace>(store, clock);
  STOA_TRY(keyspace->load(options));
  return std::unique_ptr<Keyspace>(std::move(keyspace));
}

}  // namespace stoa::keyspace
