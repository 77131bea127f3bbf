#include "keyspace/embedded/object.h"

#include "keyspace/keys.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace stoa::keyspace::embedded {

Object* Object::make(std::string_view name, Type type) {
  void* block = std::malloc(sizeof(Object) + length_size(name.size()) + name.size());
  if (!block) throw std::bad_alloc();
  char* text = write_length(static_cast<char*>(block) + sizeof(Object), name.size());
  if (!name.empty()) std::memcpy(text, name.data(), name.size());
  return new (block) Object(type, !is_volatile(name));
}

void Object::destroy(Object* object) {
  object->~Object();
  std::free(object);
}

std::size_t Object::size() const {
  switch (type_) {
    case Type::String:
      return value_.text ? 1 : 0;
    case Type::Hash:
      return hash().size();
    case Type::Set:
      return set().size();
    case Type::SortedSet:
      return sorted().size();
    case Type::List:
      return list().size();
  }
  return 0;
}

Object::Object(Type type, bool kept) : type_(type), kept_(kept) {
  switch (type) {
    case Type::String:
      value_.text = nullptr;
      break;
    case Type::Hash:
      value_.hash = new HashTable;
      break;
    case Type::Set:
      value_.set = new MemberTable;
      break;
    case Type::SortedSet:
      value_.sorted = new SortedSet;
      break;
    case Type::List:
      value_.list = new List;
      break;
  }
}

Object::~Object() {
  switch (type_) {
    case Type::String:
      if (value_.text) Text::destroy(value_.text);
      break;
    case Type::Hash:
      delete value_.hash;
      break;
    case Type::Set:
      delete value_.set;
      break;
    case Type::SortedSet:
      delete value_.sorted;
      break;
    case Type::List:
      delete value_.list;
      break;
  }
}

}  // namespace stoa::keyspace::embedded
