#pragma once
#include "keyspace/door.h"
#include "keyspace/embedded/engine.h"

namespace stoa::keyspace::embedded {

class EmbeddedDoor final : public Door {
 public:
  explicit EmbeddedDoor(Engine& engine) : engine_(engine) {}
  Result<Sequence> enter(Access, Durability, FunctionRef<void(Visit&)> body) override;

 private:
  Engine& engine_;
};

}  // namespace stoa::keyspace::embedded
