#include "records/embedded/catalogue.h"

#include <fmt/format.h>

#include <algorithm>

namespace stoa::records::embedded {
namespace {

constexpr std::string_view kFormat = "stoa records 1";
constexpr std::string_view kFormatKey = "CF";
constexpr std::string_view kCursorKey = "CK";

std::string two_bytes(Number number) {
  return {static_cast<char>(number >> 8), static_cast<char>(number)};
}

Number number_at(std::string_view bytes) {
  return static_cast<Number>(static_cast<std::uint8_t>(bytes[0]) << 8 | static_cast<std::uint8_t>(bytes[1]));
}

std::string collection_row(std::string_view name) {
  return "Cc" + std::string(name);
}

std::string index_row(Number collection, std::string_view name) {
  return "Ci" + two_bytes(collection) + std::string(name);
}

}  // namespace

Result<Catalogue> Catalogue::load(store::Store& store) {
  Catalogue catalogue(store);
  STOA_TRY(catalogue.read());
  if (!catalogue.format_) {
    STOA_TRY(catalogue.begin());
  } else if (*catalogue.format_ != kFormat) {
    return Error{
        Error::Kind::Invalid, "records.format",
        fmt::format(
            "the documents are in the format '{}' and this program reads '{}'; use the program that wrote "
            "them, or export there and import here",
            *catalogue.format_, kFormat)};
  }
  return catalogue;
}

Result<void> Catalogue::read() {
  const auto row = store_->scan("C", after_prefix("C"), store::Direction::Forward);
  for (; row->valid(); row->next()) read_row(row->key(), row->value());
  return row->status();
}

void Catalogue::read_row(std::string_view key, std::string_view value) {
  if (key == kFormatKey) {
    format_ = value;
  } else if (key == kCursorKey) {
    cursor_key_ = CursorKey::from(value);
  } else if (key.starts_with("Cc") && value.size() == 2) {
    collections_.emplace(key.substr(2), number_at(value));
  } else if (key.starts_with("Ci") && key.size() >= 4 && value.size() >= 3) {
    indexes_[{number_at(key.substr(2)), std::string(key.substr(4))}] = {
        number_at(value), static_cast<State>(value[2]), std::string(value.substr(3))};
  }
}

Result<void> Catalogue::begin() {
  cursor_key_ = CursorKey::make();
  changes_.put(store::Family::Records, kFormatKey, kFormat);
  changes_.put(store::Family::Records, kCursorKey, cursor_key_.bytes());
  return sync();
}

Number Catalogue::number_of(const Collection& collection) {
  if (const auto known = collections_.find(collection.name); known != collections_.end())
    return known->second;
  Number number = 1;
  for (const auto& [name, taken] : collections_) number = std::max<Number>(number, taken + 1);
  collections_.emplace(collection.name, number);
  changes_.put(store::Family::Records, collection_row(collection.name), two_bytes(number));
  return number;
}

Number Catalogue::free_index_number(Number collection) const {
  Number number = 1;
  for (const auto& [place, entry] : indexes_)
    if (place.first == collection) number = std::max<Number>(number, entry.number + 1);
  return number;
}

void Catalogue::write(Number collection, std::string_view name, const IndexEntry& entry) {
  indexes_[{collection, std::string(name)}] = entry;
  const auto value = two_bytes(entry.number) + static_cast<char>(entry.state) + entry.declaration;
  changes_.put(store::Family::Records, index_row(collection, name), value);
}

void Catalogue::forget(Number collection, std::string_view name) {
  indexes_.erase({collection, std::string(name)});
  changes_.remove(store::Family::Records, index_row(collection, name));
}

Result<void> Catalogue::sync() {
  if (changes_.empty()) return {};
  STOA_TRY(store_->admit());
  const auto sequence = store_->submit(changes_, Durability::Durable);
  changes_.clear();
  return store_->wait_durable(sequence);
}

std::string declaration_of(const Index& index) {
  std::string text = index.unique == Index::Unique::Yes ? "unique" : "plain";
  for (const auto& field : index.fields)
    text.append(field.direction == IndexField::Direction::Ascending ? " +" : " -").append(field.path);
  return text;
}

}  // namespace stoa::records::embedded
