#include "base/durability.h"

namespace stoa {
namespace {
thread_local DeferredDurability* innermost = nullptr;
}

DeferredDurability::DeferredDurability() : outer_(innermost) {
  innermost = this;
}
DeferredDurability::~DeferredDurability() {
  innermost = outer_;
}
DeferredDurability* DeferredDurability::current() {
  return innermost;
}

}  // namespace stoa
