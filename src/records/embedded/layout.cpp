#include "records/embedded/layout.h"

#include "records/value_encoding.h"

#include <fmt/format.h>

#include <algorithm>
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

void CollectionLayout::add_index(const Index& index, Number its_number) {
  constexpr std::size_t kMostPaths = 64;
  IndexLayout layout{
      .index = &index, .number = its_number, .prefix = index_prefix(number, its_number), .places = {}};
  for (const auto& field : index.fields) {
    const auto known = std::ranges::find(paths, field.path);
    layout.places.push_back(static_cast<std::size_t>(known - paths.begin()));
    if (known == paths.end()) paths.push_back(field.path);
  }
  if (paths.size() > kMostPaths)
    throw std::logic_error(
        fmt::format("the indexes of '{}' name more than {} paths", collection->name, kMostPaths));
  indexes.push_back(std::move(layout));
}

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
  collections_.push_back(&collection);
  return *all_.emplace_back(std::move(layout));
}

CollectionLayout& Layouts::of(const Collection& collection) const {
  const auto known = std::ranges::find(collections_, &collection);
  if (known != collections_.end()) return *all_[static_cast<std::size_t>(known - collections_.begin())];
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
  std::string bytes(sizeof size, '\0');
  for (char& byte : bytes) {
    byte = static_cast<char>(size >> 56);
    size <<= 8;
  }
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

void find_indexed(const CollectionLayout& layout, std::string_view document, IndexedValues& values) {
  values.resize(layout.paths.size());
  find_all(document, layout.paths, values);
}

bool are_same(const IndexLayout& index, const IndexedValues& one, const IndexedValues& other) {
  return std::ranges::all_of(index.places, [&](std::size_t place) { return one[place] == other[place]; });
}

Result<void> make_index_key(const IndexLayout& index, const IndexedValues& values,
                            std::string_view encoded_id, std::string& key) {
  key.assign(index.prefix);
  for (std::size_t i = 0; i < index.places.size(); ++i)
    STOA_TRY(encode(values[index.places[i]], index.index->fields[i], key));
  if (!index.unique()) key.append(encoded_id);
  return {};
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
