#include "records/embedded/rows.h"

namespace stoa::records::embedded {

Result<std::optional<std::string>> StoredRows::get(std::string_view key) {
  auto* scope = DeferredDurability::current();
  if (scope == nullptr) return store_.get(key);
  Sequence pending = 0;
  auto row = store_.get(key, &pending);
  scope->note(pending);
  return row;
}

std::unique_ptr<store::Scan> StoredRows::scan(std::string_view from, std::string_view to,
                                              store::Direction direction) {
  auto scan = store_.scan(from, to, direction);
  if (auto* scope = DeferredDurability::current()) scope->note(scan->pending());
  return scan;
}

void StoredRows::note_newest() {
  if (auto* scope = DeferredDurability::current()) scope->note(store_.newest_durable_submitted());
}

}  // namespace stoa::records::embedded
