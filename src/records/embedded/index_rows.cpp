#include "records/embedded/index_rows.h"

#include "records/embedded/overlay.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::records::embedded {
namespace {

constexpr std::size_t kRowsAtOnce = 1000;

Result<void> submit(store::Store& store, Overlay& batch) {
  STOA_TRY(store.admit());
  store::Changes changes;
  batch.append_to(changes);
  store.submit(changes, Durability::Relaxed);
  batch.clear();
  return {};
}

Result<void> remove_rows(store::Store& store, const std::string& prefix) {
  Overlay batch(store);
  const auto to = after_prefix(prefix);
  for (std::size_t removed = kRowsAtOnce; removed == kRowsAtOnce;) {
    removed = 0;
    const auto row = store.scan(prefix, to, store::Direction::Forward);
    for (; row->valid() && removed < kRowsAtOnce; row->next(), ++removed)
      row->value().empty() ? batch.remove_bare(row->key()) : batch.remove(row->key());
    STOA_TRY(row->status());
    if (removed > 0) STOA_TRY(submit(store, batch));
  }
  return {};
}

Error cannot_build(const CollectionLayout& layout, const IndexLayout& index, std::string_view code,
                   std::string_view why) {
  return {Error::Kind::Corrupt, std::string(code),
          fmt::format("the index '{}' of '{}' cannot be built: {}; change the documents with the program "
                      "that wrote them, or "
                      "the declaration",
                      index.index->name, layout.collection->name, why)};
}

Result<void> add_row(Overlay& batch, const CollectionLayout& layout, const IndexLayout& index,
                     std::string_view id, std::string_view document, std::string& key) {
  if (const auto made = make_index_key(index, document, id, key); !made.ok())
    return cannot_build(layout, index, made.error().code, made.error().message);
  if (index.unique() && STOA_TRY(batch.get(key)))
    return cannot_build(layout, index, "records.unique", "two documents have the same values");
  index.unique() ? batch.put(key, id) : batch.put_bare(key);
  return {};
}

Result<void> build(store::Store& store, const CollectionLayout& layout, const IndexLayout& index,
                   const BuildProgress& progress) {
  std::size_t documents = 0;
  Overlay batch(store);
  std::string key;
  std::string from = layout.document_prefix;
  const auto to = after_prefix(layout.document_prefix);
  for (std::size_t added = kRowsAtOnce; added == kRowsAtOnce;) {
    added = 0;
    const auto row = store.scan(from, to, store::Direction::Forward);
    for (; row->valid() && added < kRowsAtOnce; row->next(), ++added) {
      STOA_TRY(
          add_row(batch, layout, index, row->key().substr(layout.document_prefix.size()), row->value(), key));
      from.assign(row->key()).push_back('\0');
    }
    STOA_TRY(row->status());
    if (added == 0) break;
    STOA_TRY(submit(store, batch));
    if (progress) progress(layout.collection->name, index.index->name, documents += added);
  }
  return {};
}

bool still_declared(const CollectionLayout& layout, std::string_view name,
                    const Catalogue::IndexEntry& entry) {
  return entry.state == Catalogue::State::Ready &&
         std::ranges::any_of(layout.collection->indexes, [&](const Index& index) {
           return index.name == name && declaration_of(index) == entry.declaration;
         });
}

// The entry is marked first and goes last: a crash between leaves an index that the next open drops again.
Result<void> drop_what_is_not_declared(store::Store& store, Catalogue& catalogue,
                                       const CollectionLayout& layout) {
  const auto entries = catalogue.indexes();
  for (const auto& [place, entry] : entries) {
    const auto& [collection, name] = place;
    if (collection != layout.number || still_declared(layout, name, entry)) continue;
    catalogue.write(collection, name, {entry.number, Catalogue::State::Incomplete, entry.declaration});
    STOA_TRY(catalogue.sync());
    STOA_TRY(remove_rows(store, index_prefix(collection, entry.number)));
    catalogue.forget(collection, name);
    STOA_TRY(catalogue.sync());
  }
  return {};
}

}  // namespace

Result<void> bring_indexes_up_to_date(store::Store& store, Catalogue& catalogue, CollectionLayout& layout,
                                      const BuildProgress& progress) {
  STOA_TRY(drop_what_is_not_declared(store, catalogue, layout));
  for (const auto& index : layout.collection->indexes) {
    const auto known = catalogue.indexes().find({layout.number, std::string(index.name)});
    const bool ready = known != catalogue.indexes().end();
    const auto number = ready ? known->second.number : catalogue.free_index_number(layout.number);
    layout.add_index(index, number);
    if (ready) continue;
    catalogue.write(layout.number, index.name, {number, Catalogue::State::Incomplete, declaration_of(index)});
    STOA_TRY(catalogue.sync());
    STOA_TRY(build(store, layout, layout.indexes.back(), progress));
    catalogue.write(layout.number, index.name, {number, Catalogue::State::Ready, declaration_of(index)});
    STOA_TRY(catalogue.sync());
  }
  return {};
}

}  // namespace stoa::records::embedded
