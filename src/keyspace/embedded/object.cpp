#include "keyspace/embedded/object.h"

#include "keyspace/embedded/blocks.h"
#include "keyspace/keys.h"

#include <cstring>
#include <new>

namespace stoa::keyspace::embedded {

namespace {

std::size_t fixed_size(Type type) {
  return sizeof(Object) + (type == Type::List ? sizeof(List) : 0);
}

std::size_t block_size(std::string_view name, Type type) {
  return fixed_size(type) + length_size(name.size()) + name.size();
}

}  // namespace

Object* Object::make(std::string_view name, Type type) {
  void* block = allocate_block(block_size(name, type));
  char* text = write_length(static_cast<char*>(block) + fixed_size(type), name.size());
  if (!name.empty()) std::memcpy(text, name.data(), name.size());
  return new (block) Object(type, !is_volatile(name));
}

void Object::destroy(Object* object) {
  const std::size_t size = block_size(object->name(), object->type());
  object->~Object();
  free_block(object, size);
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
      new (this + 1) List;
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
      list().~List();
      break;
  }
}

}  // namespace stoa::keyspace::embedded
