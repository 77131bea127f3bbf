#include "records/embedded/layout.h"

#include "records/bson_document.h"
#include "records/value_encoding.h"

#include <fmt/format.h>

#include <stdexcept>

namespace stoa::records::embedded {
namespace {

void append_number(Number number, std::string& out) {
  out.push_back(static_cast<char>(number >> 8));
  out.push_back(static_cast<char>(number));
}

std::string prefix(char kind, Number collection) {
  std::string key(1, kind);
  append_number(collection, key);
  return key;
}

}  // namespace

const IndexLayout& CollectionLayout::index(std::string_view name) const {
  for (const auto& index : indexes)
    if (index.index->name == name) return index;
  throw std::logic_error(
      fmt::format("no index '{}' is declared on the collection '{}'", name, collection->name));
}

CollectionLayout& Layouts::add(const Collection& collection, Number number) {
  auto layout = std::make_unique<CollectionLayout>();
  layout->collection = &collection;
  layout->number = number;
  layout->document_prefix = prefix('D', number);
  layout->size_key = prefix('S', number);
  return *all_.emplace_back(std::move(layout));
}

CollectionLayout& Layouts::of(const Collection& collection) const {
  for (const auto& layout : all_)
    if (layout->collection == &collection) return *layout;
  for (const auto& layout : all_)
    if (layout->collection->name == collection.name) return *layout;
  throw std::logic_error(fmt::format("the collection '{}' is not declared", collection.name));
}

std::string index_prefix(Number collection, Number index) {
  auto key = prefix('I', collection);
  append_number(index, key);
  return key;
}

std::string encode_size(std::uint64_t size) {
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(size >> shift));
  return bytes;
}

std::uint64_t decode_size(std::string_view bytes) {
  if (bytes.size() != sizeof(std::uint64_t)) return 0;
  std::uint64_t size = 0;
  for (const char byte : bytes) size = size << 8 | static_cast<std::uint8_t>(byte);
  return size;
}

std::string after_prefix(std::string prefix) {
  while (static_cast<std::uint8_t>(prefix.back()) == 0xFF) prefix.pop_back();
  ++prefix.back();
  return prefix;
}

Result<void> make_index_key(const IndexLayout& index, std::string_view document, std::string_view encoded_id,
                            std::string& key) {
  key.assign(index.prefix);
  for (const auto& field : index.index->fields) STOA_TRY(encode_at(document, field, key));
  if (!index.unique()) key.append(encoded_id);
  return {};
}

std::string_view id_of_row(const IndexLayout& index, std::string_view key, std::string_view value) {
  if (index.unique()) return value;
  key.remove_prefix(index.prefix.size());
  for (const auto& field : index.index->fields) {
    const auto size = encoded_size(key, field.direction);
    if (size == 0) return {};
    key.remove_prefix(size);
  }
  return key;
}

}  // namespace stoa::records::embedded
