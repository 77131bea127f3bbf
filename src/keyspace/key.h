#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stoa::keyspace {

enum class Type : std::uint8_t { String, Hash, Set, SortedSet, List };

/// The name of a key and the entity it belongs to: what the schemas write in braces, or the whole name where
/// there are none.
class KeyName {
 public:
  /// A key without braces: an entity by itself.
  explicit KeyName(std::string_view name) : name_(name), tag_at_(0), tag_size_(name.size()) {}
  /// `prefix{tag}suffix`, the braces left out.
  KeyName(std::string_view prefix, std::string_view tag, std::string_view suffix = {});

  const std::string& name() const { return name_; }
  std::string_view entity() const { return std::string_view(name_).substr(tag_at_, tag_size_); }
  /// Whether the schemas write braces in it; only then may a Cluster see them.
  bool tagged() const { return tag_size_ != name_.size(); }

 private:
  std::string name_;
  std::size_t tag_at_;
  std::size_t tag_size_;
};

/// A key that can only be used as what it is.
template <Type T>
class Key : public KeyName {
 public:
  static constexpr Type type = T;
  using KeyName::KeyName;
};

using StringKey = Key<Type::String>;
using HashKey = Key<Type::Hash>;
using SetKey = Key<Type::Set>;
using SortedSetKey = Key<Type::SortedSet>;
using ListKey = Key<Type::List>;

/// As Redis's TYPE command says it: "string", "hash", "set", "zset", "list".
std::string_view type_name(Type);

}  // namespace stoa::keyspace
