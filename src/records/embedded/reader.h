#pragma once
#include "records/embedded/query.h"

namespace stoa::records::embedded {

/// The part of Reader that is the same inside a transaction (Base is Tx) and outside (Base is Reader).
template <class Base>
class RowReader : public Base {
 public:
  RowReader(Rows& rows, const Layouts& layouts, const CursorKey& cursor_key)
      : rows_(rows), layouts_(layouts), cursor_key_(cursor_key) {}

  Result<std::optional<Document>> get(const Collection& collection, const Value& id) override {
    return get_document(rows_, layouts_.of(collection), id);
  }

  Result<std::vector<std::optional<Document>>> get_many(const Collection& collection,
                                                        std::span<const Value> ids) override {
    const auto& layout = layouts_.of(collection);
    std::vector<std::optional<Document>> documents;
    documents.reserve(ids.size());
    for (const auto& id : ids) documents.push_back(STOA_TRY(get_document(rows_, layout, id)));
    return documents;
  }

  Result<Page> find(const Collection& collection, const Query& query) override {
    return find_page(rows_, layouts_.of(collection), cursor_key_, query);
  }

  Result<std::size_t> count(const Collection& collection, const Query& query, std::size_t most) override {
    return count_rows(rows_, layouts_.of(collection), query, most);
  }

 private:
  Rows& rows_;

 protected:
  const Layouts& layouts_;

 private:
  const CursorKey& cursor_key_;
};

/// Reads outside any transaction; takes no lock of the records.
class PlainReader final : public RowReader<Reader> {
 public:
  PlainReader(StoredRows& rows, const Layouts& layouts, const CursorKey& cursor_key)
      : RowReader(rows, layouts, cursor_key), stored_(rows) {}

  Result<std::uint64_t> size(const Collection& collection) override {
    const auto size = layouts_.of(collection).size.load(std::memory_order_acquire);
    stored_.note_newest();
    return size;
  }

 private:
  StoredRows& stored_;
};

}  // namespace stoa::records::embedded
