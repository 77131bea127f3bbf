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
  MergedScan(std::unique_ptr<store::Scan> below, const Map& written, std::string_view from,
             std::string_view to, store::Direction direction)
      : below_(std::move(below)), direction_(direction) {
    begin_ = written.lower_bound(from);
    end_ = from < to ? written.lower_bound(to) : begin_;
    settle();
  }

  bool valid() const override { return here_ != Here::End; }
  std::string_view key() const override { return here_ == Here::Below ? below_->key() : top()->first; }
  std::string_view value() const override {
    return here_ == Here::Below ? below_->value() : top()->second.value;
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
  Map::const_iterator top() const { return forward() ? begin_ : std::prev(end_); }
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
      if (top()->second.kind == Written::Kind::Put) return;
      step();
    }
  }

  std::unique_ptr<store::Scan> below_;
  const store::Direction direction_;
  Map::const_iterator begin_;
  Map::const_iterator end_;
  Here here_ = Here::End;
};

Overlay::Overlay(store::Store& store)
    : store_(store),
      first_piece_(std::make_unique<std::byte[]>(kFirstPiece)),
      memory_(first_piece_.get(), kFirstPiece),
      written_(&memory_),
      absent_(&memory_),
      vacant_(&memory_) {}

Result<std::optional<std::string>> Overlay::get(std::string_view key) {
  const auto at = written_.find(key);
  if (at == written_.end()) return stored(key);
  if (at->second.kind == Written::Kind::Removed) return std::optional<std::string>();
  return std::optional<std::string>(at->second.value);
}

// Whoever inserts asks more than once whether a key is free, and to know it the disk has to be asked. Nobody
// else writes meanwhile.
Result<std::optional<std::string>> Overlay::stored(std::string_view key) {
  if (absent_.contains(key)) return std::optional<std::string>();
  auto row = store_.get(key);
  if (row.ok() && !*row) absent_.insert(keep(key));
  return row;
}

std::unique_ptr<store::Scan> Overlay::scan(std::string_view from, std::string_view to,
                                           store::Direction direction) {
  auto below = stored(from, to, direction);
  if (written_.empty()) return below;
  return std::make_unique<MergedScan>(std::move(below), written_, from, to, direction);
}

// Whoever makes what he does not find looks for it more than once, and a scan costs the disk still more.
std::unique_ptr<store::Scan> Overlay::stored(std::string_view from, std::string_view to,
                                             store::Direction direction) {
  if (vacant_.contains({from, to})) return std::make_unique<NoRows>();
  auto scan = store_.scan(from, to, direction);
  if (!scan->valid() && scan->status().ok()) vacant_.emplace(keep(from), keep(to));
  return scan;
}

std::string_view Overlay::keep(std::string_view bytes) {
  auto* copy = static_cast<char*>(memory_.allocate(bytes.size() + 1, 1));
  bytes.copy(copy, bytes.size());
  return {copy, bytes.size()};
}

void Overlay::write(std::string_view key, Written row) {
  const auto at = written_.lower_bound(key);
  if (at != written_.end() && at->first == key)
    at->second = row;
  else
    written_.emplace_hint(at, keep(key), row);
}

void Overlay::put(std::string_view key, std::string_view value) {
  write(key, {Written::Kind::Put, keep(value)});
}

void Overlay::remove(std::string_view key) {
  write(key, {Written::Kind::Removed, {}});
}

void Overlay::put_bare(std::string_view key) {
  write(key, {Written::Kind::Put, {}, true});
}

void Overlay::remove_bare(std::string_view key) {
  write(key, {Written::Kind::Removed, {}, true});
}

void Overlay::append_to(store::Changes& changes) const {
  for (const auto& [key, row] : written_) {
    const bool put = row.kind == Written::Kind::Put;
    if (row.bare)
      put ? changes.put_bare(key) : changes.remove_bare(key);
    else if (put)
      changes.put(store::Family::Records, key, row.value);
    else
      changes.remove(store::Family::Records, key);
  }
}

void Overlay::clear() {
  written_.clear();
  absent_.clear();
  vacant_.clear();
  memory_.release();
}

}  // namespace stoa::records::embedded
