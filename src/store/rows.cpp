#include "store/rows.h"

#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>
#include <boost/intrusive/unordered_set.hpp>

#include <bit>
#include <cassert>
#include <utility>

namespace stoa::store {
namespace {

namespace bi = boost::intrusive;

constexpr std::size_t kTickets = 4096;
/// settle() lets others in after so many rows, so that a big batch does not hold up the readers.
constexpr std::size_t kSettledAtOnce = 512;
/// The buckets are made for as many rows of this size as the bound allows, and lie in memory from the start;
/// where rows are smaller some buckets have several.
constexpr std::size_t kUsualRow = 512;

}  // namespace

struct Rows::Row {
  Row(std::string_view its_key, std::string_view its_value) : key(its_key), value(its_value) {}

  const std::string key;
  std::string value;
  Sequence sequence = 0;        // the newest transaction that wrote it; 0 when read from disk
  Sequence durable_writer = 0;  // the newest durable one
  bool present = true;
  bool pending = false;
  mutable bool used = false;
  bi::unordered_set_member_hook<bi::store_hash<true>> by_hash;
  bi::set_member_hook<bi::optimize_size<true>> by_key;  // pending and in order
  bi::list_member_hook<> by_age;                        // clean, or pending and not in order yet

  std::size_t bytes() const { return sizeof(Row) + key.size() + value.size(); }
};

struct Rows::Table {
  struct KeyOf {
    using type = std::string_view;
    std::string_view operator()(const Row& row) const { return row.key; }
  };
  struct Hash {
    std::size_t operator()(std::string_view key) const { return std::hash<std::string_view>{}(key); }
  };
  using ByHash = bi::unordered_set<
      Row, bi::member_hook<Row, bi::unordered_set_member_hook<bi::store_hash<true>>, &Row::by_hash>,
      bi::key_of_value<KeyOf>, bi::hash<Hash>, bi::equal<std::equal_to<>>, bi::power_2_buckets<true>>;
  using ByKey = bi::set<Row, bi::member_hook<Row, bi::set_member_hook<bi::optimize_size<true>>, &Row::by_key>,
                        bi::key_of_value<KeyOf>, bi::compare<std::less<>>>;
  using ByAge = bi::list<Row, bi::member_hook<Row, bi::list_member_hook<>, &Row::by_age>>;

  explicit Table(std::size_t buckets) : storage(buckets), rows({storage.data(), storage.size()}) {}
  ~Table() {
    pending.clear();
    unordered.clear();
    clean.clear();
    rows.clear_and_dispose([](Row* row) { delete row; });
  }

  Row* find(std::string_view key, std::size_t hash) {
    const auto at = rows.find(
        key, [hash](std::string_view) { return hash; }, std::equal_to<>{});
    return at == rows.end() ? nullptr : &*at;
  }
  void drop(Row& row) {
    rows.erase_and_dispose(rows.iterator_to(row), [](Row* gone) { delete gone; });
  }

  /// Many rows are written before anybody scans, and most are on disk by then: those never need a place.
  void order_pending() {
    while (!unordered.empty()) {
      Row& row = unordered.front();
      unordered.pop_front();
      pending.insert(row);
    }
  }
  void end_pending(Row& row) {
    if (row.by_key.is_linked())
      pending.erase(pending.iterator_to(row));
    else
      unordered.erase(unordered.iterator_to(row));
  }

  std::vector<ByHash::bucket_type> storage;
  ByHash rows;
  ByKey pending;
  ByAge unordered;
  ByAge clean;  // the front is the newest
};

namespace {
std::size_t hash_of(std::string_view key) {
  return std::hash<std::string_view>{}(key);
}
}  // namespace

Rows::Rows(std::size_t clean_bytes)
    : clean_limit_(clean_bytes),
      table_(std::make_unique<Table>(std::bit_floor(std::max<std::size_t>(4096, clean_bytes / kUsualRow)))),
      tickets_(kTickets) {}

Rows::~Rows() = default;

Rows::Row& Rows::pending_row(std::string_view key, std::size_t hash) {
  Row* row = table_->find(key, hash);
  if (row == nullptr) {
    row = new Row(key, {});
    table_->rows.insert(*row);
  } else if (!row->pending) {
    clean_bytes_ -= row->bytes();
    table_->clean.erase(table_->clean.iterator_to(*row));
  }
  if (!row->pending) {
    row->pending = true;
    table_->unordered.push_back(*row);
  }
  return *row;
}

void Rows::enter(const Changes& changes, Sequence sequence, Durability durability) {
  changes.for_each([&](const Changes::Change& change) {
    if (change.family != Family::Records) return;
    assert(change.kind != Changes::Kind::RemoveRange && "rows of Records are removed one by one");
    if (change.kind == Changes::Kind::PutBare || change.kind == Changes::Kind::RemoveBare)
      bare_.push_back({std::string(change.key), bare_came_++, sequence, change.kind == Changes::Kind::PutBare,
                       durability});
    else
      enter_row(change, sequence, durability);
  });
}

void Rows::enter_row(const Changes::Change& change, Sequence sequence, Durability durability) {
  const auto hash = hash_of(change.key);
  ++tickets_[hash % kTickets];
  Row& row = pending_row(change.key, hash);
  row.present = change.kind == Changes::Kind::Put;
  row.value.assign(change.value);
  if (durability == Durability::Durable) row.durable_writer = sequence;
  if (row.sequence != sequence) marks_.push_back({&row, sequence});
  row.sequence = sequence;
}

void Rows::settle(Sequence sequence) {
  bool more = true;
  while (more) {
    const auto guard = lock();
    const auto rows = settle_rows(sequence, kSettledAtOnce), bare = settle_bare(sequence, kSettledAtOnce);
    more = rows == kSettledAtOnce || bare == kSettledAtOnce;
    if (rows + bare > 0) settled_.fetch_add(1, std::memory_order_release);
    evict();
  }
}

std::size_t Rows::settle_rows(Sequence sequence, std::size_t most) {
  const auto before = first_mark_;
  while (first_mark_ < marks_.size() && marks_[first_mark_].sequence <= sequence &&
         first_mark_ - before < most) {
    const Mark& mark = marks_[first_mark_++];
    if (mark.row->sequence == mark.sequence) make_clean(*mark.row);
  }
  const auto gone = first_mark_ - before;
  if (first_mark_ == marks_.size()) {
    marks_.clear();
    first_mark_ = 0;
  } else if (first_mark_ > marks_.size() / 2) {
    marks_.erase(marks_.begin(), marks_.begin() + static_cast<std::ptrdiff_t>(first_mark_));
    first_mark_ = 0;
  }
  return gone;
}

std::size_t Rows::settle_bare(Sequence sequence, std::size_t most) {
  std::size_t gone = 0;
  for (; gone < most && !bare_.empty() && bare_.front().sequence <= sequence; ++gone) {
    if (!ordered_bare_.empty()) ordered_bare_.erase(&bare_.front());
    bare_.pop_front();
  }
  return gone;
}

void Rows::make_clean(Row& row) {
  row.pending = false;
  table_->end_pending(row);
  if (!row.present) return table_->drop(row);
  clean_bytes_ += row.bytes();
  table_->clean.push_front(row);
}

void Rows::evict() {
  while (clean_bytes_ > clean_limit_) {
    Row& oldest = table_->clean.back();
    table_->clean.pop_back();
    if (oldest.used) {
      oldest.used = false;
      table_->clean.push_front(oldest);
      continue;
    }
    clean_bytes_ -= oldest.bytes();
    table_->drop(oldest);
  }
}

std::optional<Rows::Found> Rows::find(std::string_view key, Ticket& ticket) const {
  const auto hash = hash_of(key);
  const auto guard = lock();
  const Row* row = table_->find(key, hash);
  if (row == nullptr) {
    ticket = tickets_[hash % kTickets];
    return std::nullopt;
  }
  row->used = true;
  Found found{std::nullopt, row->durable_writer};
  if (row->present) found.value = row->value;
  return found;
}

void Rows::remember(std::string_view key, std::optional<std::string_view> value, Ticket ticket) {
  const auto hash = hash_of(key);
  auto row = std::make_unique<Row>(key, value.value_or(std::string_view()));
  row->present = value.has_value();
  const auto guard = lock();
  if (tickets_[hash % kTickets] != ticket || table_->find(key, hash) != nullptr) return;
  clean_bytes_ += row->bytes();
  table_->rows.insert(*row);
  table_->clean.push_front(*row.release());
  evict();
}

bool Rows::pending_in(std::string_view from, std::string_view to, std::uint64_t settled,
                      std::vector<Pending>& out) const {
  const auto guard = lock();
  if (settled_.load(std::memory_order_relaxed) != settled) return false;
  table_->order_pending();
  order_bare();
  auto row = table_->pending.lower_bound(from);
  auto bare = ordered_bare_.lower_bound(from);
  const auto row_end = table_->pending.end();
  const auto bare_end = ordered_bare_.end();
  const auto bare_before = [&](std::string_view key) { return bare != bare_end && (*bare)->key < key; };
  Sequence durable_bare = 0;
  const auto take_bare = [&] {
    const Bare& newest = **bare++;
    if (newest.durability == Durability::Durable) durable_bare = newest.sequence;
    if (bare != bare_end && (*bare)->key == newest.key) return;
    out.push_back({newest.key, newest.present ? std::optional(std::string()) : std::nullopt,
                   std::exchange(durable_bare, 0)});
  };
  for (; row != row_end && row->key < to; ++row) {
    while (bare_before(row->key)) take_bare();
    out.push_back({row->key, row->present ? std::optional(row->value) : std::nullopt, row->durable_writer});
  }
  while (bare_before(to)) take_bare();
  return true;
}

/// Few of them are still there when somebody scans, and then all that came before are in order already.
void Rows::order_bare() const {
  for (std::size_t at = ordered_bare_.size(); at < bare_.size(); ++at) ordered_bare_.insert(&bare_[at]);
}

std::size_t Rows::clean_bytes() const {
  const auto guard = lock();
  return clean_bytes_;
}

}  // namespace stoa::store
