#include "records/embedded/transaction.h"

#include "keyspace/keyspace.h"
#include "records/bson_document.h"
#include "records/bson_edit.h"
#include "records/embedded/text_changes.h"
#include "records/value_encoding.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::records::embedded {
namespace {

Error absent(const CollectionLayout& layout) {
  return {Error::Kind::NotFound, "records.absent",
          fmt::format("the collection '{}' has no document with this _id", layout.collection->name)};
}

Result<void> check(const Document& document, Form form) {
  if (form == Form::Sound && document.size() <= kMaxDocumentBytes) return {};
  return check_document(document);
}

bool is_within(std::string_view path, std::string_view outer) {
  if (path.size() < outer.size() || (path.size() > outer.size() && path[outer.size()] != '.')) return false;
  return path.starts_with(outer);
}

bool is_indexed(const CollectionLayout& layout, std::string_view path) {
  return std::ranges::any_of(layout.paths, [&](std::string_view indexed) {
    return is_within(path, indexed) || is_within(indexed, path);
  });
}

Result<void> check_not_id(std::string_view path) {
  if (is_within(path, "_id"))
    return Error{Error::Kind::Invalid, "records.id",
                 "a document's _id cannot be changed; insert another document"};
  return {};
}

}  // namespace

Transaction::Transaction(store::Store& store, Overlay& rows, const Layouts& layouts,
                         const CursorKey& cursor_key)
    : RowReader(rows, layouts, cursor_key), store_(store), rows_(rows) {}

Result<std::uint64_t> Transaction::size(const Collection& collection) {
  auto& layout = layouts_.of(collection);
  return layout.size.load(std::memory_order_relaxed) + static_cast<std::uint64_t>(growth(layout));
}

Result<void> Transaction::insert(const Collection& collection, const Document& document, Form form) {
  auto& layout = layouts_.of(collection);
  STOA_TRY(check(document, form));
  find_indexed(layout, document, new_values_);
  key_.assign(layout.document_prefix);
  STOA_TRY(encode_document_id(new_values_.front(), key_));
  if (STOA_TRY(is_taken(layout)))
    return Error{Error::Kind::Conflict, "records.exists",
                 fmt::format("the collection '{}' already has a document with this _id", collection.name)};
  clear_keys(layout);
  STOA_TRY(make_keys(layout, new_values_, new_keys_));
  STOA_TRY(check_unique(layout));
  write_indexes(layout);
  rows_.put(key_, document);
  ++growth(layout);
  if (layout.last_text_change) note_text(layout);
  return {};
}

// Most ids are made of the time and come in order: those need not be looked for.
Result<bool> Transaction::is_taken(CollectionLayout& layout) {
  if (key_ <= layout.highest_key) return STOA_TRY(rows_.look(key_)).has_value();
  layout.highest_key = key_;
  return false;
}

Result<void> Transaction::replace(const Collection& collection, const Document& document, Form form) {
  auto& layout = layouts_.of(collection);
  STOA_TRY(check(document, form));
  find_indexed(layout, document, new_values_);
  key_.assign(layout.document_prefix);
  STOA_TRY(encode_document_id(new_values_.front(), key_));
  const auto old = STOA_TRY(rows_.look(key_));
  if (!old) return absent(layout);
  return change(layout, *old, document);
}

Result<bool> Transaction::remove(const Collection& collection, const Value& id) {
  auto& layout = layouts_.of(collection);
  key_.assign(layout.document_prefix);
  if (!encode_id(id, key_).ok()) return false;
  const auto old = STOA_TRY(rows_.look(key_));
  if (!old) return false;
  STOA_TRY(drop(layout, *old));
  return true;
}

Result<std::int64_t> Transaction::increment_if(const Collection& collection, const Value& id,
                                               std::string_view path, std::int64_t delta, std::int64_t floor,
                                               std::optional<std::pair<std::string_view, Time>> touch) {
  auto& layout = layouts_.of(collection);
  STOA_TRY(check_not_id(path));
  if (touch) STOA_TRY(check_not_id(touch->first));
  key_.assign(layout.document_prefix);
  if (!encode_id(id, key_).ok()) return absent(layout);
  const auto old = STOA_TRY(rows_.look(key_));
  if (!old) return absent(layout);

  // A number is no text, but the moment may be the mark that hides a document from the search.
  const bool hides = touch && collection.text && touch->first == collection.text->unless;
  const bool indexed = hides || is_indexed(layout, path) || (touch && is_indexed(layout, touch->first));
  Document document(*old);
  const auto sum = STOA_TRY(increment_number(document, path, delta, floor));
  if (touch) STOA_TRY(set_moment(document, touch->first, touch->second));
  if (indexed) {
    find_indexed(layout, document, new_values_);
    STOA_TRY(change(layout, *old, document));
  } else {
    rows_.put(key_, document);
  }
  return sum;
}

Result<bool> Transaction::remove_if_in(CollectionLayout& layout, const IndexLayout& index,
                                       std::string_view row_key, std::string_view encoded_id) {
  key_.assign(layout.document_prefix).append(encoded_id);
  const auto old = STOA_TRY(rows_.look(key_));
  std::string now;
  if (!old || !make_index_key(index, *old, encoded_id, now).ok() || now != row_key) return false;
  STOA_TRY(drop(layout, *old));
  return true;
}

bool Transaction::carry(keyspace::Keyspace& keyspace, const std::shared_ptr<Passenger>& passenger) {
  keyspace::Companion* companion = keyspace.companion();
  if (companion == nullptr || !companion->lives_on(store_)) return false;
  if (companion_ != nullptr && companion != companion_) return false;
  companion_ = companion;
  passengers_.push_back(passenger);
  return true;
}

Result<std::optional<Sequence>> Transaction::submit(Durability durability) {
  if (!passengers_.empty()) {
    if (const auto together = submit_with_passengers(durability); together.ok())
      return *together == 0 ? std::nullopt : std::optional(*together);
    for (const auto& passenger : passengers_) STOA_TRY(passenger->left_behind(*this));
  }
  write_sums();
  if (rows_.empty()) return std::optional<Sequence>();
  rows_.append_to(changes_);
  return std::optional(store_.submit(changes_, durability));
}

Result<Sequence> Transaction::submit_with_passengers(Durability durability) {
  std::vector<keyspace::Companion::Body> bodies;
  bodies.reserve(passengers_.size());
  for (const auto& passenger : passengers_)
    bodies.emplace_back([this, one = passenger.get()](keyspace::Tx& tx) { return one->aboard(tx, *this); });
  return companion_->submit_together(bodies, durability, [this](store::Changes& rows) {
    write_sums();
    rows_.append_to(rows);
  });
}

void Transaction::write_sums() {
  for (auto& [layout, documents] : growths_) {
    if (documents == 0) continue;
    const auto size = layout->size.load(std::memory_order_relaxed) + static_cast<std::uint64_t>(documents);
    rows_.put(layout->size_key, encode_size(size));
    layout->size.store(size, std::memory_order_release);
  }
  for (auto& [layout, encoded_id] : text_changes_)
    rows_.put(text_change_key(layout->number, ++*layout->last_text_change), encoded_id);
}

void Transaction::clear() {
  rows_.clear();
  changes_.clear();
  growths_.clear();
  text_changes_.clear();
  passengers_.clear();
  companion_ = nullptr;
}

// There are as many as any collection has needed so far, so that their memory stays.
void Transaction::clear_keys(const CollectionLayout& layout) {
  for (Keys* keys : {&old_keys_, &new_keys_}) {
    if (keys->size() < layout.indexes.size()) keys->resize(layout.indexes.size());
    for (std::string& key : *keys) key.clear();
  }
}

Result<void> Transaction::make_keys(const CollectionLayout& layout, const IndexedValues& values, Keys& keys) {
  for (std::size_t i = 0; i < layout.indexes.size(); ++i)
    STOA_TRY(make_index_key(layout.indexes[i], values, id(layout), keys[i]));
  return {};
}

// Most changes leave most indexes as they are: their keys, which are the same, need not be made.
Result<void> Transaction::make_changed_keys(const CollectionLayout& layout) {
  clear_keys(layout);
  for (std::size_t i = 0; i < layout.indexes.size(); ++i) {
    const auto& index = layout.indexes[i];
    if (are_same(index, old_values_, new_values_)) continue;
    STOA_TRY(make_index_key(index, old_values_, id(layout), old_keys_[i]));
    STOA_TRY(make_index_key(index, new_values_, id(layout), new_keys_[i]));
  }
  return {};
}

Result<void> Transaction::check_unique(const CollectionLayout& layout) {
  for (std::size_t i = 0; i < layout.indexes.size(); ++i) {
    if (!layout.indexes[i].unique() || new_keys_[i] == old_keys_[i]) continue;
    if (STOA_TRY(rows_.look(new_keys_[i])))
      return Error{Error::Kind::Conflict, "records.unique",
                   fmt::format("another document of '{}' has the same values in the unique index '{}'",
                               layout.collection->name, layout.indexes[i].index->name)};
  }
  return {};
}

void Transaction::write_indexes(CollectionLayout& layout) {
  for (std::size_t i = 0; i < layout.indexes.size(); ++i) {
    if (new_keys_[i] == old_keys_[i]) continue;
    auto& index = layout.indexes[i];
    if (!old_keys_[i].empty()) remove_index_row(index, old_keys_[i]);
    index.unique() ? rows_.put(new_keys_[i], id(layout)) : rows_.put_bare(new_keys_[i]);
    if (index.index->expire_after) index.swept.add(new_keys_[i]);
  }
}

void Transaction::remove_index_row(const IndexLayout& index, std::string_view key) {
  index.unique() ? rows_.remove(key) : rows_.remove_bare(key);
}

Result<void> Transaction::change(CollectionLayout& layout, std::string_view old_document,
                                 std::string_view new_document) {
  find_indexed(layout, old_document, old_values_);
  STOA_TRY(make_changed_keys(layout));
  STOA_TRY(check_unique(layout));
  write_indexes(layout);
  rows_.put(key_, new_document);
  if (layout.last_text_change && text_differs(*layout.collection->text, old_document, new_document))
    note_text(layout);
  return {};
}

Result<void> Transaction::drop(CollectionLayout& layout, std::string_view old_document) {
  find_indexed(layout, old_document, old_values_);
  clear_keys(layout);
  STOA_TRY(make_keys(layout, old_values_, old_keys_));
  for (std::size_t i = 0; i < layout.indexes.size(); ++i) remove_index_row(layout.indexes[i], old_keys_[i]);
  rows_.remove(key_);
  --growth(layout);
  if (layout.last_text_change) note_text(layout);
  return {};
}

std::string_view Transaction::id(const CollectionLayout& layout) const {
  return std::string_view(key_).substr(layout.document_prefix.size());
}

void Transaction::note_text(CollectionLayout& layout) {
  text_changes_.emplace_back(&layout, id(layout));
}

std::int64_t& Transaction::growth(CollectionLayout& layout) {
  const auto known = std::ranges::find(growths_, &layout, &Growth::layout);
  return known != growths_.end() ? known->documents : growths_.emplace_back(Growth{&layout, 0}).documents;
}

}  // namespace stoa::records::embedded
