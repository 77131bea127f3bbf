#pragma once
#include "keyspace/differential_operations.h"

#include <charconv>
#include <cmath>
#include <map>
#include <ostream>
#include <thread>

namespace stoa::keyspace::differential {

template <class Row>
struct Operation {
  const Row* row;
  Operands operands;
};
using ReadOperation = Operation<ReadRow>;
using WriteOperation = Operation<WriteRow>;

/// One call of the port.
struct Step {
  enum class Kind { Read, Write, Transaction, FailingTransaction, Intersect, Scale, Scan, ShortExpiry };
  Kind kind;
  std::vector<ReadOperation> reads;
  std::vector<WriteOperation> writes;
  Operands operands;
  std::string pattern;
};

template <class Row>
Operation<Row> draw_operation(const std::vector<Row>& rows, Dice& dice) {
  const Row& row = dice.of(rows);
  return {&row, draw(row.type, dice)};
}

inline Step::Kind draw_kind(Dice& dice) {
  using enum Step::Kind;
  const std::size_t thrown = dice.below(1000);
  if (thrown < 350) return Read;
  if (thrown < 780) return Write;
  if (thrown < 870) return Transaction;
  if (thrown < 900) return FailingTransaction;
  if (thrown < 930) return Intersect;
  if (thrown < 965) return Scale;
  return thrown < 998 ? Scan : ShortExpiry;
}

/// The step a number stands for.
inline Step step_of(std::uint64_t code) {
  Dice dice(code);
  Step step{draw_kind(dice), {}, {}, draw(Type::SortedSet, dice), dice.of(kPatterns)};
  const bool is_transaction =
      step.kind == Step::Kind::Transaction || step.kind == Step::Kind::FailingTransaction;
  const std::size_t reads = step.kind == Step::Kind::Read ? 1 : is_transaction ? dice.below(3) : 0;
  const std::size_t writes = step.kind == Step::Kind::Write ? 1 : is_transaction ? 1 + dice.below(5) : 0;
  for (std::size_t n = 0; n < reads; ++n) step.reads.push_back(draw_operation(kReads, dice));
  for (std::size_t n = 0; n < writes; ++n) step.writes.push_back(draw_operation(kWrites, dice));
  return step;
}

inline std::ostream& operator<<(std::ostream& out, const Operands& o) {
  const auto end = [](ScoreRange::End which) { return which == ScoreRange::End::Excluded ? "(" : ""; };
  return out << kPrefixes[o.key] << kEntity << " (other " << kPrefixes[o.other_key] << kEntity
             << ") x=" << show(o.x) << " y=" << show(o.y) << " i=" << o.i << " j=" << o.j
             << " s=" << end(o.range.min_end) << format_score(o.range.min) << " t=" << end(o.range.max_end)
             << format_score(o.range.max) << (o.order == Order::Ascending ? " up" : " down")
             << " limit=" << o.limit.offset << "," << o.limit.count << " count=" << o.count << " when=dawn"
             << std::showpos << (o.when - kDawn).count() << std::noshowpos << "us";
}

inline std::ostream& operator<<(std::ostream& out, const Step& step) {
  static constexpr std::array<std::string_view, 8> names{
      "read",           "write", "transaction", "failing transaction",
      "intersect_into", "scale", "scan",        "short expiry"};
  out << names[static_cast<std::size_t>(step.kind)];
  for (const ReadOperation& read : step.reads) out << "\n    " << read.row->name << " " << read.operands;
  for (const WriteOperation& write : step.writes) out << "\n    " << write.row->name << " " << write.operands;
  if (step.kind == Step::Kind::Scan) return out << " " << step.pattern;
  if (step.reads.empty() && step.writes.empty()) out << " " << step.operands;
  return out;
}

inline bool is_small_number(const std::optional<std::string>& text) {
  if (!text) return true;
  int number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  return error == std::errc{} && end == text->data() + text->size() && std::to_string(number) == *text &&
         std::abs(number) < 1'000'000;
}

/// Leaves out the writes that would fail. Redis runs the others of a transaction when one of them fails in
/// EXEC, where the embedded engine takes all back: there the two differ by nature. A write that fails by
/// itself is a step of its own.
class Lawyer {
 public:
  explicit Lawyer(Reader& state) : state_(state) {}

  std::vector<WriteOperation> without_failures(const std::vector<WriteOperation>& writes) {
    std::vector<WriteOperation> fitting;
    for (const WriteOperation& write : writes)
      if (fits(write)) fitting.push_back(write);
    return fitting;
  }

 private:
  bool fits(const WriteOperation& write) {
    const KeyName key = write.operands.as<KeyName>();
    const auto [known, is_first] = types_.try_emplace(key.name(), state_.type(key).value());
    std::optional<Type>& type = known->second;
    if (write.row->needs == Needs::ItsType || write.row->needs == Needs::ANumber) {
      if (type && *type != write.row->type) return false;
      if (write.row->needs == Needs::ANumber && !(is_first && can_count(write))) return false;
      type = write.row->type;
    }
    if (write.row->needs == Needs::NothingAndMakesText) type = Type::String;
    if (write.row->needs == Needs::NothingAndRemoves) type = std::nullopt;
    return true;
  }

  bool can_count(const WriteOperation& write) const {
    const Operands& o = write.operands;
    if (write.row->type == Type::SortedSet) return std::isfinite(o.score());
    if (o.i > 1'000'000 || o.i < -1'000'000) return false;
    return is_small_number(write.row->type == Type::Hash ? state_.hget(o.as<HashKey>(), o.x).value()
                                                         : state_.get(o.as<StringKey>()).value());
  }

  Reader& state_;
  std::map<std::string, std::optional<Type>> types_;
};

inline std::string run_transaction(Keyspace& keyspace, const Step& step) {
  std::string answers;
  const auto outcome = keyspace.transact(Durability::Relaxed, [&](Tx& tx) -> Result<void> {
    answers.clear();
    for (const ReadOperation& read : step.reads) answers += read.row->run(tx, read.operands) + "; ";
    for (const WriteOperation& write : step.writes) write.row->run(tx, write.operands);
    if (step.kind == Step::Kind::FailingTransaction) return Error{Error::Kind::Forbidden, "test.refused", ""};
    return {};
  });
  return answers + show(outcome);
}

inline std::string scan_all(Keyspace& keyspace, std::string_view pattern) {
  std::set<std::string> names;
  std::uint64_t cursor = 0;
  do {
    const auto page = keyspace.scan(cursor, pattern, 3);
    if (!page.ok()) return show(page.error());
    names.insert(page->names.begin(), page->names.end());
    cursor = page->cursor;
  } while (cursor != 0);
  return show(std::vector<std::string>(names.begin(), names.end()));
}

/// Does the step and gives the answer. `soon` is the moment of a short expiry, the same for all engines.
inline std::string play(Keyspace& keyspace, const Step& step, Time soon) {
  const Operands& o = step.operands;
  switch (step.kind) {
    case Step::Kind::Read:
      return step.reads[0].row->run(keyspace.read(), step.reads[0].operands);
    case Step::Kind::Write:
    case Step::Kind::Transaction:
    case Step::Kind::FailingTransaction:
      return run_transaction(keyspace, step);
    case Step::Kind::Intersect:
      return show(keyspace.intersect_into(SortedSetKey(kPrefixes[o.key], kEntity),
                                          SetKey(o.i % 5 == 0 ? "z:" : "upvoted:", kEntity),
                                          SortedSetKey(kPrefixes[o.other_key], kEntity), o.when));
    case Step::Kind::Scale:
      return show(keyspace.scale(o.as<SortedSetKey>(), o.score()));
    case Step::Kind::Scan:
      return scan_all(keyspace, step.pattern);
    case Step::Kind::ShortExpiry:
      return show(keyspace.transact(Durability::Relaxed, [&](Tx& tx) -> Result<void> {
        tx.expire_at(o.as<KeyName>(), soon);
        tx.set_until(StringKey(kPrefixes[o.other_key], kEntity), "short", soon);
        return {};
      }));
  }
  return {};
}

}  // namespace stoa::keyspace::differential
