#include "base/durability.h"

namespace stoa {
namespace {
thread_local DeferredDurability* innermost = nullptr;
}

DeferredDurability::DeferredDurability(Writes writes) : outer_(innermost), writes_(writes) {
  innermost = this;
}
DeferredDurability::~DeferredDurability() {
  innermost = outer_;
}
DeferredDurability* DeferredDurability::current() {
  return innermost;
}

}  // namespace stoa
