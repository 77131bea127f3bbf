#pragma once
#include "base/result.h"
#include "keyspace/embedded/objects.h"
#include "keyspace/embedded/writer.h"
#include "keyspace/keyspace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::keyspace::embedded {

/// The writes of one transaction, carried out when its body is over: no read of it may see them anyway.
/// Knowing them all, the plan asks memory for everything they will touch, all at once, before it carries out
/// the first; among millions of keys each write would wait for memory by itself otherwise. Needs the
/// keyspace's exclusive lock.
class WritePlan {
 public:
  enum class Operation : std::uint8_t {
    Set,
    Increment,
    HashSet,
    HashDelete,
    HashIncrement,
    SetAdd,
    SetRemove,
    SortedAdd,
    SortedAddGreater,
    SortedIncrement,
    SortedRemove,
    SortedRemoveByRank,
    SortedRemoveByScore,
    ListPushFront,
    ListPushBack,
    ListTrim,
    ListRemove,
    Delete,
    ExpireAt,
    Persist
  };
  /// What an operation takes besides its key; each uses what it needs. The texts are copied.
  struct Operands {
    std::string_view element = {};  // a field, a member, or a list's value
    std::string_view value = {};    // of a string or a field
    double score = 0;
    std::int64_t number = 0;
    std::int64_t stop = 0;
    ScoreRange range = {};
    Time moment = {};
  };

  void add(const Objects&, Operation, const KeyName&, const Operands&);
  /// In the order of adding, up to the first that fails. Empties the plan.
  Result<void> carry_out(const Objects&, Writer&);
  /// Forgets what was added; memory is kept for the next transaction.
  void clear();

 private:
  /// How far the search for what a write touches has come.
  enum class Stage : std::uint8_t { Key, Object, Element, Member, Order, Done };
  struct Write {
    Operation operation;
    Stage stage;
    std::uint32_t name_size, element_size, value_size;
    std::size_t texts_at;
    std::uint64_t key_hash, element_hash;
    Object* object;
    RankTree::Approach from, to;  // a sorted set's member leaves one place for another
    Operands operands;            // its texts stand in texts_
  };

  void warm(const Objects&);
  void step(const Objects&, Write&) const;
  void step_to_order(Write&) const;
  void step_into(Write&) const;
  void step_to_element(Write&) const;
  Result<void> carry_out(Writer&, const Write&) const;

  std::string_view name(const Write& write) const {
    return {texts_.data() + write.texts_at, write.name_size};
  }
  std::string_view element(const Write& write) const {
    return {texts_.data() + write.texts_at + write.name_size, write.element_size};
  }
  std::string_view value(const Write& write) const {
    return {texts_.data() + write.texts_at + write.name_size + write.element_size, write.value_size};
  }

  std::vector<Write> writes_;
  std::string texts_;
};

}  // namespace stoa::keyspace::embedded
