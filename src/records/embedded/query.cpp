#include "records/embedded/query.h"

#include "records/bson_document.h"
#include "records/value_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace stoa::records::embedded {
namespace {

using Direction = IndexField::Direction;

// `_id` is walked as an index of one ascending field, over the documents themselves.
struct Walked {
  const IndexLayout* index;  // null for "_id"
  std::string_view prefix;

  std::size_t fields() const { return index ? index->index->fields.size() : 1; }
  Direction direction(std::size_t field) const {
    return index ? index->index->fields[field].direction : Direction::Ascending;
  }
};

Walked walked(const CollectionLayout& layout, const Query& query) {
  if (query.index == "_id") return {nullptr, layout.document_prefix};
  const auto& index = layout.index(query.index);
  return {&index, index.prefix};
}

std::string bound_key(const std::string& prefix, const Query::Bound& bound, Direction direction) {
  auto key = prefix;
  encode_value(bound.value, direction, key);
  return key;
}

// Moves the range on to just behind the page before.
Result<void> start_after(const std::string& cursor, const CursorKey& key, const CollectionLayout& layout,
                         const Query& query, KeyRange& range) {
  auto position = std::string(walked(layout, query).prefix);
  position += STOA_TRY(read_cursor(key, cursor_binding(*layout.collection, query), cursor));
  if (query.walk == Query::Walk::Along) {
    position.push_back('\0');
    range.from = std::max(range.from, position);
  } else {
    range.to = std::min(range.to, position);
  }
  return {};
}

std::unique_ptr<store::Scan> scan(Rows& rows, const KeyRange& range, Query::Walk walk) {
  return rows.scan(range.from, range.to,
                   walk == Query::Walk::Along ? store::Direction::Forward : store::Direction::Backward);
}

// The documents that index rows lead to. A row whose document has changed since the scan began leads to none.
class Follower {
 public:
  Follower(Rows& rows, const CollectionLayout& layout, const IndexLayout* index)
      : rows_(rows), layout_(layout), index_(index) {}

  Result<std::optional<Document>> follow(std::string_view key, std::string_view value) {
    if (index_ == nullptr) return std::optional<Document>(value);
    const auto id = id_of_row(*index_, key, value);
    document_key_.assign(layout_.document_prefix).append(id);
    auto document = STOA_TRY(rows_.get(document_key_));
    if (!document || !make_index_key(*index_, *document, id, row_key_).ok() || row_key_ != key)
      return std::optional<Document>();
    return document;
  }

 private:
  Rows& rows_;
  const CollectionLayout& layout_;
  const IndexLayout* index_;
  std::string document_key_;
  std::string row_key_;
};

// All fields of a unique index: there is one row at most, and its key is known. A look-up costs a fraction of
// a scan.
bool names_one_row(const Walked& walked, const Query& query) {
  return walked.index != nullptr && walked.index->unique() && query.equal.size() == walked.fields() &&
         query.cursor.empty();
}

Result<Page> page_of_one(Rows& rows, Follower& follower, const std::string& key) {
  Page page;
  const auto row = STOA_TRY(rows.get(key));
  if (!row) return page;
  if (auto document = STOA_TRY(follower.follow(key, *row))) page.documents.push_back(*std::move(document));
  return page;
}

}  // namespace

KeyRange range_of(const CollectionLayout& layout, const Query& query) {
  const auto index = walked(layout, query);
  const bool bounded = query.min || query.max;
  if (query.equal.size() + (bounded ? 1 : 0) > index.fields())
    throw std::logic_error(fmt::format("the index '{}' of '{}' has {} fields, fewer than the query asks for",
                                       query.index, layout.collection->name, index.fields()));
  std::string prefix(index.prefix);
  for (std::size_t i = 0; i < query.equal.size(); ++i)
    encode_value(query.equal[i], index.direction(i), prefix);
  KeyRange range{prefix, after_prefix(prefix)};
  if (!bounded) return range;

  const auto direction = index.direction(query.equal.size());
  const bool ascending = direction == Direction::Ascending;
  const auto& low = ascending ? query.min : query.max;
  const auto& high = ascending ? query.max : query.min;
  if (low) {
    range.from = bound_key(prefix, *low, direction);
    if (low->end == Query::End::Excluded) range.from = after_prefix(std::move(range.from));
  }
  if (high) {
    range.to = bound_key(prefix, *high, direction);
    if (high->end == Query::End::Included) range.to = after_prefix(std::move(range.to));
  }
  return range;
}

Result<std::optional<Document>> get_document(Rows& rows, const CollectionLayout& layout, const Value& id) {
  constexpr std::size_t kUsualKey = 96;
  std::string key;
  key.reserve(kUsualKey);
  key = layout.document_prefix;
  // What cannot be an id is no document's: absent, not wrong.
  if (!encode_id(id, key).ok()) return std::optional<Document>();
  return rows.get(key);
}

Result<Page> find_page(Rows& rows, const CollectionLayout& layout, const CursorKey& key, const Query& query) {
  const auto index = walked(layout, query);
  auto range = range_of(layout, query);
  if (!query.cursor.empty()) STOA_TRY(start_after(query.cursor, key, layout, query, range));
  Page page;
  if (query.limit == 0) {
    page.next = query.cursor;
    return page;
  }

  Follower follower(rows, layout, index.index);
  if (names_one_row(index, query)) return page_of_one(rows, follower, range.from);
  std::string last;
  const auto row = scan(rows, range, query.walk);
  for (; row->valid() && page.documents.size() < query.limit; row->next()) {
    auto document = STOA_TRY(follower.follow(row->key(), row->value()));
    if (!document) continue;
    page.documents.push_back(*std::move(document));
    if (page.documents.size() == query.limit) last = row->key().substr(index.prefix.size());
  }
  STOA_TRY(row->status());
  if (row->valid()) page.next = write_cursor(key, cursor_binding(*layout.collection, query), last);
  return page;
}

Result<std::size_t> count_rows(Rows& rows, const CollectionLayout& layout, const Query& query,
                               std::size_t most) {
  std::size_t count = 0;
  const auto row = scan(rows, range_of(layout, query), query.walk);
  for (; row->valid() && count < most; row->next()) ++count;
  STOA_TRY(row->status());
  return count;
}

}  // namespace stoa::records::embedded
