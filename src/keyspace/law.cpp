#include "keyspace/law.h"

#include <fmt/format.h>

namespace stoa::keyspace {

void Law::reads(const KeyName& key) {
  if (written_) throw LawBroken(fmt::format("transaction reads '{}' after it has written", key.name()));
  if (!has_read_) {
    has_read_ = true;
    entity_ = key.entity();
  } else if (entity_ != key.entity()) {
    throw LawBroken(fmt::format("transaction reads '{}' of entity '{}' after entity '{}'", key.name(),
                                key.entity(), entity_));
  }
}

void Law::reset() {
  has_read_ = false;
  written_ = false;
}

}  // namespace stoa::keyspace
