#include "store/rows.h"

#include <boost/intrusive/list.hpp>
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
  explicit Row(const RowVersion& newest) : version(&newest) {}
  explicit Row(OwnVersion clean) : version(clean.get()), own(std::move(clean)) {}

  const RowVersion* version;    // the newest: among the recent rows while the row is pending, else `own`
  OwnVersion own;               // of a clean one
  Sequence durable_writer = 0;  // the newest durable transaction that wrote it
  bool pending = false;
  mutable bool used = false;
  bi::unordered_set_member_hook<bi::store_hash<true>> by_hash;
  bi::list_member_hook<> by_age;  // of clean ones

  std::string_view key() const { return version->key(); }
  std::size_t bytes() const { return sizeof(Row) + version->bytes(); }
};

struct Rows::Table {
  struct KeyOf {
    using type = std::string_view;
    std::string_view operator()(const Row& row) const { return row.key(); }
  };
  struct Hash {
    std::size_t operator()(std::string_view key) const { return std::hash<std::string_view>{}(key); }
  };
  using ByHash = bi::unordered_set<
      Row, bi::member_hook<Row, bi::unordered_set_member_hook<bi::store_hash<true>>, &Row::by_hash>,
      bi::key_of_value<KeyOf>, bi::hash<Hash>, bi::equal<std::equal_to<>>, bi::power_2_buckets<true>>;
  using ByAge = bi::list<Row, bi::member_hook<Row, bi::list_member_hook<>, &Row::by_age>>;

  explicit Table(std::size_t buckets) : storage(buckets), rows({storage.data(), storage.size()}) {}
  ~Table() {
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

  std::vector<ByHash::bucket_type> storage;
  ByHash rows;
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

void Rows::enter(const Changes& changes, Sequence sequence, Durability durability, Sequence durable) {
  changes.for_each([&](const Changes::Change& change) {
    if (change.family != Family::Records) return;
    assert(change.kind != Changes::Kind::RemoveRange && "rows of Records are removed one by one");
    const RowVersion& version = recent_.enter(change, sequence, durability, durable);
    const bool bare = change.kind == Changes::Kind::PutBare || change.kind == Changes::Kind::RemoveBare;
    if (!bare) enter_row(version, durability);
  });
}

void Rows::enter_row(const RowVersion& version, Durability durability) {
  const auto hash = hash_of(version.key());
  ++tickets_[hash % kTickets];
  Row* row = table_->find(version.key(), hash);
  if (row == nullptr) {
    row = new Row(version);
    table_->rows.insert(*row);
  } else if (!row->pending) {
    clean_bytes_ -= row->bytes();
    table_->clean.erase(table_->clean.iterator_to(*row));
  }
  if (!row->pending || row->version->sequence != version.sequence) marks_.push_back({row, version.sequence});
  row->version = &version;
  row->own.reset();
  row->pending = true;
  if (durability == Durability::Durable) row->durable_writer = version.sequence;
}

/// The recent rows go last: until then the table refers to them.
void Rows::settle(Sequence sequence) {
  for (bool more = true; more;) {
    const auto guard = lock();
    more = settle_rows(sequence, kSettledAtOnce) == kSettledAtOnce;
    evict();
  }
  const auto guard = lock();
  settled_.fetch_add(1, std::memory_order_release);
  recent_.settle(sequence);
}

std::size_t Rows::settle_rows(Sequence sequence, std::size_t most) {
  const auto before = first_mark_;
  while (first_mark_ < marks_.size() && marks_[first_mark_].sequence <= sequence &&
         first_mark_ - before < most) {
    const Mark& mark = marks_[first_mark_++];
    if (mark.row->version->sequence == mark.sequence) settle_row(*mark.row);
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

/// What nobody has looked for since it was written is left to the tables.
void Rows::settle_row(Row& row) {
  if (!row.version->present || !row.used) return table_->drop(row);
  row.own = own_version(row.key(), row.version->value(), true);
  row.version = row.own.get();
  row.pending = false;
  keep_clean(row);
}

void Rows::keep_clean(Row& row) {
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
  if (row->version->present) found.value = row->version->value();
  return found;
}

void Rows::remember(std::string_view key, std::optional<std::string_view> value, Ticket ticket) {
  const auto hash = hash_of(key);
  auto own = own_version(key, value.value_or(std::string_view()), value.has_value());
  const auto guard = lock();
  if (tickets_[hash % kTickets] != ticket || table_->find(key, hash) != nullptr) return;
  auto* row = new Row(std::move(own));
  table_->rows.insert(*row);
  keep_clean(*row);
  evict();
}

std::optional<Rows::Recent> Rows::recent_in(std::string_view from, std::string_view to, Direction direction,
                                            std::uint64_t settled, Sequence durable) const {
  const auto guard = lock();
  if (settled_.load(std::memory_order_relaxed) != settled) return std::nullopt;
  return Recent{recent_.walk(from, to, direction), recent_.unsynced(from, to, durable)};
}

std::size_t Rows::clean_bytes() const {
  const auto guard = lock();
  return clean_bytes_;
}

}  // namespace stoa::store
