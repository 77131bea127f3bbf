#pragma once
#include "keyspace/companion.h"
#include "records/embedded/overlay.h"
#include "records/embedded/reader.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stoa::records::embedded {

/// The one transaction object of the records, used by whoever holds the transaction lock and cleared in
/// between: its buffers are warm for the next.
class Transaction final : public RowReader<Tx> {
 public:
  Transaction(store::Store&, Overlay&, const Layouts&, const CursorKey&);

  Result<std::uint64_t> size(const Collection&) override;
  Result<void> insert(const Collection&, const Document&, Form) override;
  Result<void> replace(const Collection&, const Document&, Form) override;
  Result<bool> remove(const Collection&, const Value& id) override;
  Result<std::int64_t> increment_if(const Collection&, const Value& id, std::string_view path,
                                    std::int64_t delta, std::int64_t floor,
                                    std::optional<std::pair<std::string_view, Time>> touch) override;
  bool carry(keyspace::Keyspace&, const std::shared_ptr<Passenger>&) override;

  /// Removes the document that an index row leads to, if it still stands in that row.
  Result<bool> remove_if_in(CollectionLayout&, const IndexLayout&, std::string_view row_key,
                            std::string_view encoded_id);

  /// Whether a text index has to hear of it.
  bool changes_text() const { return !text_changes_.empty(); }

  /// Gives everything to the store, with its passengers if they can come along; nullopt when nothing was
  /// written. Fails, and nothing was submitted, when what was left behind cannot be written.
  Result<std::optional<Sequence>> submit(Durability);
  void clear();

 private:
  using Keys = std::vector<std::string>;
  struct Growth {
    CollectionLayout* layout;
    std::int64_t documents;
  };

  Result<Sequence> submit_with_passengers(Durability);
  /// The rows that follow from all others.
  void write_sums();
  /// Whether a document has the key at hand.
  Result<bool> is_taken(CollectionLayout&);
  void clear_keys(const CollectionLayout&);
  Result<void> make_keys(const CollectionLayout&, const IndexedValues&, Keys&);
  /// Both old and new ones, of the indexes in which the document's row is another; the others' are empty.
  Result<void> make_changed_keys(const CollectionLayout&);
  Result<void> check_unique(const CollectionLayout&);
  void write_indexes(CollectionLayout&);
  void remove_index_row(const IndexLayout&, std::string_view key);
  /// The new document is the one that new_values_ are of.
  Result<void> change(CollectionLayout&, std::string_view old_document, std::string_view new_document);
  Result<void> drop(CollectionLayout&, std::string_view old_document);
  std::string_view id(const CollectionLayout&) const;
  /// The document at hand, of a collection with a text index, can be searched otherwise than before.
  void note_text(CollectionLayout&);
  std::int64_t& growth(CollectionLayout&);

  store::Store& store_;
  Overlay& rows_;
  store::Changes changes_;
  std::vector<std::shared_ptr<Passenger>> passengers_;
  keyspace::Companion* companion_ = nullptr;  // of the passengers
  std::vector<Growth> growths_;
  std::vector<std::pair<CollectionLayout*, std::string>> text_changes_;
  // Of the document at hand: its row's key, what is indexed of it, and its index rows before and after the
  // change.
  std::string key_;
  IndexedValues old_values_;
  IndexedValues new_values_;
  Keys old_keys_;
  Keys new_keys_;
};

}  // namespace stoa::records::embedded
