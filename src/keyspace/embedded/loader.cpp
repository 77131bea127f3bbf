#include "keyspace/embedded/loader.h"

#include <fmt/format.h>

#include <cmath>

namespace stoa::keyspace::embedded {
namespace {

Type type_of(RowKind kind) {
  switch (kind) {
    case RowKind::Hash:
      return Type::Hash;
    case RowKind::Set:
      return Type::Set;
    case RowKind::SortedSet:
      return Type::SortedSet;
    case RowKind::List:
      return Type::List;
    default:
      return Type::String;
  }
}

bool add_element(Object& object, std::string_view element, std::string_view value) {
  switch (object.type()) {
    case Type::String:
      if (object.text()) return false;
      object.text() = Text::make(value);
      return true;
    case Type::Hash:
      object.hash().insert(HashField::make(element, value));
      return true;
    case Type::Set:
      object.set().insert(Member::make(element));
      return true;
    case Type::SortedSet: {
      const auto score = read_score(value);
      if (!score || std::isnan(*score)) return false;
      object.sorted().load(element, *score);
      return true;
    }
    case Type::List: {
      const auto place = read_place(element);
      List& list = object.list();
      if (!place || (list.size() > 0 && *place != list.place(list.size()))) return false;
      list.load(*place, value);
      return true;
    }
  }
  return false;
}

}  // namespace

void Loader::row(std::string_view key, std::string_view value) {
  ++rows_;
  const auto row = read_row_key(key);
  if ((!row || !apply(*row, value)) && !error_)
    error_ = Error{Error::Kind::Corrupt, "keyspace.row",
                   fmt::format("row {} of the keyspace ('{}') cannot be understood; restore a backup", rows_,
                               row ? row->name : "?")};
}

bool Loader::apply(const Row& row, std::string_view value) {
  if (!current_ || current_->name() != row.name) {
    finish_object();
    if (row.kind == RowKind::Expiry) return false;
    current_ = &objects_.create(row.name, type_of(row.kind));
  }
  if (row.kind == RowKind::Expiry) {
    const auto moment = read_number(value);
    if (!moment) return false;
    objects_.set_expiry(*current_, Objects::Milliseconds(std::chrono::milliseconds(*moment)));
    return true;
  }
  return row_kind(current_->type()) == row.kind && add_element(*current_, row.element, value);
}

void Loader::finish_object() {
  if (current_ && current_->type() == Type::SortedSet) current_->sorted().finish_load();
  current_ = nullptr;
}

Result<void> Loader::finish() {
  finish_object();
  if (error_) return *error_;
  return {};
}

}  // namespace stoa::keyspace::embedded
