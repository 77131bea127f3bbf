#include "keyspace/embedded/packed.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace stoa::keyspace::embedded {
namespace {

/// Segment relies on blocks being 16-byte aligned, which some allocators only promise from that size on.
char* allocate(std::size_t size) {
  void* block = std::malloc(size < 16 ? 16 : size);
  if (!block) throw std::bad_alloc();
  return static_cast<char*>(block);
}

char* write_text(char* at, std::string_view text) {
  at = write_length(at, text.size());
  if (!text.empty()) std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

std::size_t text_size(std::string_view text) {
  return length_size(text.size()) + text.size();
}

bool overwrite_text(std::string_view old, std::string_view text) {
  if (old.size() != text.size()) return false;
  if (!text.empty()) std::memmove(const_cast<char*>(old.data()), text.data(), text.size());
  return true;
}

}  // namespace

std::size_t length_size(std::size_t length) {
  std::size_t size = 1;
  while (length >= 0x80) {
    length >>= 7;
    ++size;
  }
  return size;
}

char* write_length(char* at, std::size_t length) {
  while (length >= 0x80) {
    *at++ = static_cast<char>(length | 0x80);
    length >>= 7;
  }
  *at++ = static_cast<char>(length);
  return at;
}

Member* Member::make(std::string_view name) {
  char* block = allocate(text_size(name));
  write_text(block, name);
  return reinterpret_cast<Member*>(block);
}
void Member::destroy(Member* member) {
  std::free(member);
}

ScoredMember* ScoredMember::make(std::string_view name, double score) {
  char* block = allocate(sizeof(double) + text_size(name));
  auto* member = reinterpret_cast<ScoredMember*>(block);
  member->score = score;
  write_text(block + sizeof(double), name);
  return member;
}
void ScoredMember::destroy(ScoredMember* member) {
  std::free(member);
}

HashField* HashField::make(std::string_view name, std::string_view value) {
  char* block = allocate(text_size(name) + text_size(value));
  write_text(write_text(block, name), value);
  return reinterpret_cast<HashField*>(block);
}
void HashField::destroy(HashField* field) {
  std::free(field);
}
bool HashField::overwrite(std::string_view value) {
  return overwrite_text(this->value(), value);
}

Text* Text::make(std::string_view value) {
  char* block = allocate(text_size(value));
  write_text(block, value);
  return reinterpret_cast<Text*>(block);
}
void Text::destroy(Text* text) {
  std::free(text);
}
bool Text::overwrite(std::string_view value) {
  return overwrite_text(this->value(), value);
}

}  // namespace stoa::keyspace::embedded
