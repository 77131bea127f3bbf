#include "keyspace/embedded/packed.h"

#include "keyspace/embedded/blocks.h"

#include <cstring>

namespace stoa::keyspace::embedded {
namespace {

char* allocate(std::size_t size) {
  return static_cast<char*>(allocate_block(size));
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
  free_block(member, text_size(member->name()));
}

ScoredMember* ScoredMember::make(std::string_view name, double score) {
  char* block = allocate(sizeof(double) + text_size(name));
  auto* member = reinterpret_cast<ScoredMember*>(block);
  member->score = score;
  write_text(block + sizeof(double), name);
  return member;
}
void ScoredMember::destroy(ScoredMember* member) {
  free_block(member, sizeof(double) + text_size(member->name()));
}

HashField* HashField::make(std::string_view name, std::string_view value) {
  char* block = allocate(text_size(name) + text_size(value));
  write_text(write_text(block, name), value);
  return reinterpret_cast<HashField*>(block);
}
void HashField::destroy(HashField* field) {
  free_block(field, text_size(field->name()) + text_size(field->value()));
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
  free_block(text, text_size(text->value()));
}
bool Text::overwrite(std::string_view value) {
  return overwrite_text(this->value(), value);
}

}  // namespace stoa::keyspace::embedded
