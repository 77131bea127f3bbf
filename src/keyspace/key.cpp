#include "keyspace/key.h"

namespace stoa::keyspace {

KeyName::KeyName(std::string_view prefix, std::string_view tag, std::string_view suffix)
    : tag_at_(prefix.size()), tag_size_(tag.size()) {
  name_.reserve(prefix.size() + tag.size() + suffix.size());
  name_.append(prefix).append(tag).append(suffix);
}

std::string_view type_name(Type type) {
  switch (type) {
    case Type::String:
      return "string";
    case Type::Hash:
      return "hash";
    case Type::Set:
      return "set";
    case Type::SortedSet:
      return "zset";
    case Type::List:
      return "list";
  }
  return "none";
}

}  // namespace stoa::keyspace
