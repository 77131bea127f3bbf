#include "keyspace/embedded/sweeper.h"

#include "keyspace/embedded/writer.h"

namespace stoa::keyspace::embedded {
namespace {

/// What one hold of the lock may remove, and one look in all: requests wait no longer than that.
constexpr int kKeysAStep = 100;
constexpr int kStepsALook = 100;

}  // namespace

Sweeper::Sweeper(Engine& engine, std::chrono::milliseconds every) : engine_(engine), every_(every) {
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Sweeper::~Sweeper() = default;

void Sweeper::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    for (int i = 0; i < kStepsALook && sweep(engine_); ++i) {
    }
    wake_.wait_for(lock, stop, every_, [] { return false; });
  }
}

bool Sweeper::sweep(Engine& engine) {
  const Time now = engine.clock.now();
  // While the disk takes nothing, the keys stay; readers do not see them anyway.
  if (!engine.store.admit().ok()) return false;
  const std::unique_lock lock(engine.lock);
  Writer writer(engine.objects, engine.journal, now);
  for (int i = 0; i < kKeysAStep; ++i) {
    Object* object = engine.objects.next_due(now);
    if (!object) break;
    if (engine.objects.expired(*object, now))
      writer.drop(*object);
    else
      engine.objects.look_later(*object);
  }
  engine.commit(Durability::Relaxed);
  return engine.objects.next_due(now) != nullptr;
}

}  // namespace stoa::keyspace::embedded
