#pragma once
#include "keyspace/embedded/list.h"
#include "keyspace/embedded/packed.h"
#include "keyspace/embedded/sorted_set.h"
#include "keyspace/embedded/table.h"
#include "keyspace/key.h"

#include <string_view>
#include <utility>

namespace stoa::keyspace::embedded {

using HashTable = Table<HashField>;
using MemberTable = Table<Member>;

/// A key and its value: a heap block with the name at its end. Its address stays while it lives. A list
/// stands in the block itself, behind the Object: most are short, and looked at whenever they are found.
class Object {
 public:
  /// With an empty value of that type.
  static Object* make(std::string_view name, Type);
  static void destroy(Object*);

  std::string_view name() const {
    return read_text(reinterpret_cast<const char*>(this + 1) + (type_ == Type::List ? sizeof(List) : 0));
  }
  Type type() const { return type_; }
  /// False for keys that never reach the disk.
  bool kept() const { return kept_; }
  /// How many elements; a string is one.
  std::size_t size() const;

  /// Each only on an object of its type.
  Text*& text() { return value_.text; }
  const Text* text() const { return value_.text; }
  HashTable& hash() { return *value_.hash; }
  const HashTable& hash() const { return *value_.hash; }
  MemberTable& set() { return *value_.set; }
  const MemberTable& set() const { return *value_.set; }
  SortedSet& sorted() { return *value_.sorted; }
  const SortedSet& sorted() const { return *value_.sorted; }
  List& list() { return *reinterpret_cast<List*>(this + 1); }
  const List& list() const { return *reinterpret_cast<const List*>(this + 1); }

  /// Exchanges the values of two objects of one type.
  void swap_value(Object& other) {
    type_ == Type::List ? list().swap(other.list()) : std::swap(value_, other.value_);
  }

  /// Whether Objects has a moment for it to go.
  bool expires = false;

 private:
  Object(Type type, bool kept);
  ~Object();

  Type type_;
  bool kept_;
  union {
    Text* text;
    HashTable* hash;
    MemberTable* set;
    SortedSet* sorted;
  } value_;
};

}  // namespace stoa::keyspace::embedded
