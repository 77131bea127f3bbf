#include "records/embedded/overlay.h"

namespace stoa::records::embedded {
namespace {
constexpr std::size_t kFirstPiece = 64 * 1024;

class NoRows final : public store::Scan {
 public:
  bool valid() const override { return false; }
  std::string_view key() const override { return {}; }
  std::string_view value() const override { return {}; }
  void next() override {}
  Result<void> status() const override { return {}; }
  Sequence pending() const override { return 0; }
};

}  // namespace

// Two ordered runs made one: where both have a key, the written row counts.
class Overlay::MergedScan final : public store::Scan {
 public:
  MergedScan(std::unique_ptr<store::Scan> below, const Ordered& written, std::string_view from,
             std::string_view to, store::Direction direction)
      : below_(std::move(below)), direction_(direction) {
    begin_ = written.lower_bound(from);
    end_ = from < to ? written.lower_bound(to) : begin_;
    settle();
  }

  bool valid() const override { return here_ != Here::End; }
  std::string_view key() const override { return here_ == Here::Below ? below_->key() : top()->first; }
  std::string_view value() const override {
    return here_ == Here::Below ? below_->value() : top()->second->value;
  }
  void next() override {
    here_ == Here::Below ? below_->next() : step();
    settle();
  }
  Result<void> status() const override { return below_->status(); }
  Sequence pending() const override { return below_->pending(); }

 private:
  enum class Here { End, Below, Written };

  bool forward() const { return direction_ == store::Direction::Forward; }
  Ordered::const_iterator top() const { return forward() ? begin_ : std::prev(end_); }
  void step() { forward() ? ++begin_ : --end_; }
  int compare(std::string_view left, std::string_view right) const {
    return forward() ? left.compare(right) : right.compare(left);
  }

  void settle() {
    for (;;) {
      if (begin_ == end_) {
        here_ = below_->valid() ? Here::Below : Here::End;
        return;
      }
      const int order = below_->valid() ? compare(below_->key(), top()->first) : 1;
      here_ = order < 0 ? Here::Below : Here::Written;
      if (order < 0) return;
      if (order == 0) below_->next();
      if (top()->second->there()) return;
      step();
    }
  }

  std::unique_ptr<store::Scan> below_;
  const store::Direction direction_;
  Ordered::const_iterator begin_;
  Ordered::const_iterator end_;
  Here here_ = Here::End;
};

Overlay::Overlay(store::Store& store)
    : store_(store),
      first_piece_(std::make_unique<std::byte[]>(kFirstPiece)),
      memory_(first_piece_.get(), kFirstPiece),
      touched_(&memory_) {}

Result<std::optional<std::string>> Overlay::get(std::string_view key) {
  using Value = std::optional<std::string>;
  const auto at = touched_->rows.find(key);
  if (at != touched_->rows.end()) return at->second.there() ? Value(at->second.value) : Value();
  auto value = STOA_TRY(store_.get(key));
  remember(key, value);
  return value;
}

Result<std::optional<std::string_view>> Overlay::look(std::string_view key) {
  using Value = std::optional<std::string_view>;
  const auto at = touched_->rows.find(key);
  const Row& row = at != touched_->rows.end() ? at->second : remember(key, STOA_TRY(store_.get(key)));
  return row.there() ? Value(row.value) : Value();
}

// Nobody else writes meanwhile.
const Overlay::Row& Overlay::remember(std::string_view key, const std::optional<std::string>& value) {
  const std::string_view name = keep(key);
  const Row row =
      value ? Row{Row::State::Stored, false, name, keep(*value)} : Row{Row::State::Absent, false, name, {}};
  return touched_->rows.emplace(name, row).first->second;
}

std::unique_ptr<store::Scan> Overlay::scan(std::string_view from, std::string_view to,
                                           store::Direction direction) {
  auto below = stored(from, to, direction);
  if (empty()) return below;
  return std::make_unique<MergedScan>(std::move(below), ordered(), from, to, direction);
}

// Few transactions scan once they have written.
const Overlay::Ordered& Overlay::ordered() {
  for (; touched_->in_order < touched_->written.size(); ++touched_->in_order) {
    const Row* row = touched_->written[touched_->in_order];
    touched_->ordered.insert_or_assign(row->key, row);
  }
  return touched_->ordered;
}

// Whoever makes what he does not find looks for it more than once, and a scan costs the disk still more.
std::unique_ptr<store::Scan> Overlay::stored(std::string_view from, std::string_view to,
                                             store::Direction direction) {
  if (touched_->vacant.contains({from, to})) return std::make_unique<NoRows>();
  auto scan = store_.scan(from, to, direction);
  if (!scan->valid() && scan->status().ok()) touched_->vacant.emplace(keep(from), keep(to));
  return scan;
}

std::string_view Overlay::keep(std::string_view bytes) {
  auto* copy = static_cast<char*>(memory_.allocate(bytes.size() + 1, 1));
  bytes.copy(copy, bytes.size());
  return {copy, bytes.size()};
}

void Overlay::write(std::string_view key, Row::State state, std::string_view value) {
  auto at = touched_->rows.find(key);
  if (at == touched_->rows.end()) {
    const std::string_view name = keep(key);
    at = touched_->rows.emplace(name, Row{Row::State::Absent, false, name, {}}).first;
  }
  Row& row = at->second;
  if (!row.written()) touched_->written.push_back(&row);
  row.state = state;
  row.value = keep(value);
}

void Overlay::write_bare(std::string_view key, Row::State state) {
  auto* row = new (memory_.allocate(sizeof(Row), alignof(Row))) Row{state, true, keep(key), {}};
  touched_->written.push_back(row);
}

void Overlay::put(std::string_view key, std::string_view value) {
  write(key, Row::State::Put, value);
}

void Overlay::remove(std::string_view key) {
  write(key, Row::State::Removed, {});
}

void Overlay::put_bare(std::string_view key) {
  write_bare(key, Row::State::Put);
}

void Overlay::remove_bare(std::string_view key) {
  write_bare(key, Row::State::Removed);
}

void Overlay::append_to(store::Changes& changes) const {
  for (const Row* row : touched_->written) {
    if (row->bare)
      row->there() ? changes.put_bare(row->key) : changes.remove_bare(row->key);
    else if (row->there())
      changes.put(store::Family::Records, row->key, row->value);
    else
      changes.remove(store::Family::Records, row->key);
  }
}

void Overlay::clear() {
  touched_.reset();
  memory_.release();
  touched_.emplace(&memory_);
}

}  // namespace stoa::records::embedded
