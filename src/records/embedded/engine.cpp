#include "records/embedded/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace stoa::records::embedded {
namespace {

/// So many documents go in one transaction of the sweep, so that it never holds the others up for long.
constexpr std::size_t kSweptAtOnce = 100;
constexpr std::size_t kSweptInOneLook = 10'000;

// Only moments run out: whatever else stands in the field sorts below them and stays.
Query expired(const Index& index, Time now) {
  return {.index = index.name,
          .min = Query::Bound{true, Query::End::Excluded},
          .max = Query::Bound{now - *index.expire_after, Query::End::Included}};
}

std::string search_binding(const Collection& collection, std::string_view text) {
  return fmt::format("search {} {}", collection.name, text);
}

std::string text_of(const TextPlace& place) {
  return fmt::format("{}{}", place.words == TextPlace::Words::All ? 'a' : 's', place.offset);
}

Result<TextPlace> place_of(std::string_view text) {
  TextPlace place;
  if (text.starts_with('s')) place.words = TextPlace::Words::Some;
  if (std::from_chars(text.data() + 1, text.data() + text.size(), place.offset).ec == std::errc{})
    return place;
  return Error{Error::Kind::Invalid, "records.cursor",
               "the cursor is of another version; begin at the start"};
}

}  // namespace

struct EmbeddedRecords::RowName {
  std::string key;
  std::string id;
};

// One transaction's hold of the lock; whatever it leaves behind is forgotten at its end.
class EmbeddedRecords::Turn {
 public:
  explicit Turn(EmbeddedRecords& records) : records_(records), lock_(records.mutex_) {
    records_.holder_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  }
  ~Turn() {
    records_.transaction_.clear();
    records_.holder_.store({}, std::memory_order_relaxed);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  EmbeddedRecords& records_;
  std::lock_guard<store::AdaptiveMutex> lock_;
};

EmbeddedRecords::EmbeddedRecords(store::Store& store, std::unique_ptr<Layouts> layouts,
                                 const CursorKey& cursor_key, std::unique_ptr<TextFollower> follower)
    : store_(store),
      layouts_(std::move(layouts)),
      cursor_key_(cursor_key),
      stored_(store),
      reader_(stored_, *layouts_, cursor_key_),
      overlay_(store),
      transaction_(store, overlay_, *layouts_, cursor_key_),
      follower_(std::move(follower)) {}

void EmbeddedRecords::sweep_by_itself(const Clock& clock, std::chrono::milliseconds every) {
  // A look that fails (the disk is full) is made again at the next turn; whoever writes hears of it anyway.
  sweeper_.emplace(every, [this, &clock] { (void)sweep_expired(clock.now(), kSweptInOneLook); });
}

Result<void> EmbeddedRecords::run(Durability durability, const TransactionBody& body) {
  if (holder_.load(std::memory_order_relaxed) == std::this_thread::get_id())
    throw std::logic_error("a transaction of the records inside another one");
  STOA_TRY(store_.admit());
  Result<void> outcome;
  std::optional<Sequence> submitted;
  Sequence seen = 0;
  bool changes_text = false;
  {
    Turn turn(*this);
    seen = store_.newest_durable_submitted();
    outcome = body(transaction_);
    if (outcome.ok()) {
      const auto sequence = transaction_.submit(durability);
      if (sequence.ok())
        submitted = *sequence;
      else
        outcome = sequence.error();
    }
    changes_text = submitted && transaction_.changes_text();
  }
  if (changes_text) follower_->wake();
  // Whatever the outcome, it shows what others have written before and may not be on disk yet.
  if (auto* scope = DeferredDurability::current()) scope->note(seen);
  if (!outcome.ok()) return outcome;
  return store_.settle(submitted.value_or(seen), durability);
}

Result<Page> EmbeddedRecords::search(const Collection& collection, const Search& search) {
  const auto& layout = layouts_->of(collection);
  if (!follower_)
    return Error{Error::Kind::Unavailable, "records.no_search", "no text indexes are kept here"};
  TermIndex& index = follower_->index_of(layout);
  const auto binding = search_binding(collection, search.text);
  TextPlace place;
  if (!search.cursor.empty()) {
    const auto position = STOA_TRY(read_cursor(cursor_key_, binding, search.cursor));
    place = STOA_TRY(place_of(position));
  }
  const auto hits = STOA_TRY(index.search(search.text, place, search.limit));
  Page page;
  for (const auto& id : hits.ids) {
    auto document = STOA_TRY(stored_.get(layout.document_prefix + id));
    // The index hears of what is gone a little later.
    if (document && is_searchable(*collection.text, *document))
      page.documents.push_back(*std::move(document));
  }
  if (hits.next) page.next = write_cursor(cursor_key_, binding, text_of(*hits.next));
  return page;
}

Result<std::size_t> EmbeddedRecords::sweep_expired(Time now, std::size_t most) {
  std::size_t removed = 0;
  for (const auto& layout : layouts_->all())
    for (auto& index : layout->indexes)
      if (index.index->expire_after && removed < most)
        removed += STOA_TRY(sweep_index(*layout, index, now, most - removed));
  return removed;
}

Result<std::size_t> EmbeddedRecords::sweep_index(CollectionLayout& layout, IndexLayout& index, Time now,
                                                 std::size_t most) {
  std::size_t removed = 0;
  while (removed < most) {
    const auto rows = STOA_TRY(first_expired(layout, index, now, std::min(kSweptAtOnce, most - removed)));
    std::size_t gone = 0;
    const auto remove_them = [&](Tx&) -> Result<void> {
      for (const auto& row : rows)
        if (STOA_TRY(transaction_.remove_if_in(layout, index, row.key, row.id))) ++gone;
      return {};
    };
    if (!rows.empty()) STOA_TRY(run(Durability::Relaxed, remove_them));
    // None: all are gone, or others have changed those that were found; they are looked at next time.
    if (gone == 0) break;
    removed += gone;
  }
  return removed;
}

// Whatever is inserted while this looks, seen by the scan or not, lowers the mark that was set before.
Result<std::vector<EmbeddedRecords::RowName>> EmbeddedRecords::first_expired(const CollectionLayout& layout,
                                                                             IndexLayout& index, Time now,
                                                                             std::size_t most) {
  const auto range = range_of(layout, expired(*index.index, now));
  const auto from = [&] {
    const Turn turn(*this);
    return index.swept.begin(range.from, range.to);
  }();
  std::vector<RowName> rows;
  if (from >= range.to) return rows;
  const auto row = store_.scan(from, range.to, store::Direction::Forward);
  for (; row->valid() && rows.size() < most; row->next())
    rows.push_back({std::string(row->key()), std::string(id_of_row(index, row->key(), row->value()))});
  const auto status = row->status();
  if (!status.ok() || !rows.empty()) {
    const Turn turn(*this);
    index.swept.add(status.ok() ? std::string_view(rows.front().key) : from);
  }
  STOA_TRY(status);
  return rows;
}

Result<void> EmbeddedRecords::ping() {
  STOA_TRY(store_.admit());
  STOA_TRY(store_.get("CF"));
  return {};
}

}  // namespace stoa::records::embedded
