#pragma once
#include "keyspace/door.h"
#include "keyspace/embedded/engine.h"
#include "keyspace/embedded/random.h"

#include <vector>

namespace stoa::keyspace::embedded {

/// A stay in the embedded keyspace, with its lock held as `access` says. Changes memory at once and tells the
/// journal the rows for the disk; how to take them back it does not, since a visit takes nothing back.
class EmbeddedVisit final : public Visit {
 public:
  EmbeddedVisit(Engine& engine, Door::Access access, Durability durability)
      : engine_(engine), now_(engine.clock.now()), access_(access), durability_(durability) {}
  /// Destroys what was dropped, which may take long: without the lock, please.
  ~EmbeddedVisit() override;
  EmbeddedVisit(const EmbeddedVisit&) = delete;
  EmbeddedVisit& operator=(const EmbeddedVisit&) = delete;

  /// The newest durable transaction that wrote something this visit looked at.
  Sequence seen() const { return seen_; }

  Time now() const override { return now_; }

  Slot find(std::string_view name) override;
  void remove(Slot&) override;
  std::optional<Milliseconds> expiry(const Slot&) override;
  void set_expiry(Slot&, std::optional<Milliseconds>) override;
  void rename(Slot& from, Slot& to) override;
  void copy(const Slot& from, Slot& to) override;
  std::size_t size() override;
  std::size_t expiring() override;
  std::uint64_t walk(std::uint64_t cursor, std::size_t count,
                     FunctionRef<Shown(std::string_view name, Type)>) override;
  std::optional<std::string_view> any_name() override;
  std::size_t length(const Slot&) override;

  std::string_view text(const Slot&) override;
  void set_text(Slot&, std::string_view, Expiry) override;

  std::optional<std::string_view> field(const Slot&, std::string_view name) override;
  bool put_field(Slot&, std::string_view name, std::string_view value) override;
  bool remove_field(Slot&, std::string_view name) override;
  void each_field(const Slot&, VisitPair) override;
  std::uint64_t walk_fields(const Slot&, std::uint64_t cursor, std::size_t count, VisitPair) override;
  std::pair<std::string_view, std::string_view> any_field(const Slot&) override;

  bool has_member(const Slot&, std::string_view) override;
  bool add_member(Slot&, std::string_view) override;
  bool remove_member(Slot&, std::string_view) override;
  void each_member(const Slot&, VisitText) override;
  std::uint64_t walk_members(const Slot&, std::uint64_t cursor, std::size_t count, VisitText) override;
  std::string_view any_member(const Slot&) override;

  std::optional<double> score(const Slot&, std::string_view member) override;
  Placed put_score(Slot&, std::string_view member, double) override;
  bool remove_scored(Slot&, std::string_view member) override;
  void remove_ranks(Slot&, Ranks) override;
  std::optional<std::size_t> rank(const Slot&, std::string_view member) override;
  Ranks ranks_of(const Slot&, const ScoreRange&) override;
  Ranks ranks_of(const Slot&, const NameRange&) override;
  void each_ranked(const Slot&, Ranks, Order, VisitScored) override;
  std::uint64_t walk_scored(const Slot&, std::uint64_t cursor, std::size_t count, VisitScored) override;

  void push(Slot&, End, std::string_view) override;
  std::string_view element(const Slot&, std::size_t index) override;
  void replace_element(Slot&, std::size_t index, std::string_view) override;
  void insert_element(Slot&, std::size_t index, std::string_view) override;
  void remove_element(Slot&, std::size_t index) override;
  void each_element(const Slot&, std::size_t first,
                    FunctionRef<bool(std::size_t index, std::string_view)>) override;

  Watched watch(std::string_view name) override;
  void unwatch(const Watched&) override;
  bool unchanged(const Watched&) override;

 private:
  static Object& object(const Slot& slot) { return *static_cast<Object*>(slot.object); }
  /// The slot's object, made with an empty value if there is none.
  Object& object_for(Slot&, Type);
  void touch(const Slot& slot) { engine_.journal.touch(slot.hash); }
  void drop(Object&);
  void drop_if_empty(Slot&);
  /// Tells the journal every row of an object.
  void put_rows(const Object&);
  void put_list_rows(const Object&, std::size_t first, std::size_t end);
  /// What this visit has done so far counts for watches as well; otherwise they hear of it only at the end.
  void tell_watches() { engine_.watches.changed(engine_.journal.newly_touched()); }
  /// What was looked at is what this transaction wrote.
  void saw(Sequence);
  /// What was looked at is not a key but which keys there are: that this is one of them, and which are not.
  void saw_there_is(std::string_view name);
  void saw_what_is_missing();

  // Fixed at construction.
  Engine& engine_;
  const Time now_;
  const Door::Access access_;
  const Durability durability_;

  Sequence seen_ = 0;
  std::vector<Object*> dropped_;
};

}  // namespace stoa::keyspace::embedded
