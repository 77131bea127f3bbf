#include "keyspace/embedded/journal.h"

#include <bit>

namespace stoa::keyspace::embedded {
namespace {

using store::Family;

/// Up to here a dropped key's rows are removed one by one: a range is dearer for whoever reads the disk
/// later.
constexpr std::size_t kFewRows = 64;

template <class Entry, class Container>
void discard(Container& container, std::string_view name) {
  if (Entry* entry = container.take(name)) Entry::destroy(entry);
}

}  // namespace

void Journal::put(const Object& object, std::string_view element, std::string_view value) {
  if (!object.kept()) return;
  write_row_key(row_key_, object.name(), row_kind(object.type()), element);
  rows_.put(Family::Keyspace, row_key_, value);
}

void Journal::remove(const Object& object, std::string_view element) {
  if (!object.kept()) return;
  write_row_key(row_key_, object.name(), row_kind(object.type()), element);
  rows_.remove(Family::Keyspace, row_key_);
}

void Journal::put_expiry(const Object& object, std::optional<Milliseconds> was,
                         std::optional<Milliseconds> becomes) {
  turnover_.moved_end(was, becomes);
  put_expiry_row(object, becomes);
}

void Journal::put_expiry_row(const Object& object, std::optional<Milliseconds> expiry) {
  if (!object.kept()) return;
  write_row_key(row_key_, object.name(), RowKind::Expiry, {});
  if (!expiry) return rows_.remove(Family::Keyspace, row_key_);
  rows_.put(Family::Keyspace, row_key_, view(write_number(expiry->time_since_epoch().count())));
}

void Journal::remove_all(const Object& object) {
  turnover_.went = true;
  if (!object.kept()) return;
  if (object.size() > kFewRows) {
    write_row_range(row_key_, range_end_, object.name());
    return rows_.remove_range(Family::Keyspace, row_key_, range_end_);
  }
  if (object.expires) put_expiry_row(object, std::nullopt);
  switch (object.type()) {
    case Type::String:
      return remove(object, {});
    case Type::Hash:
      return object.hash().for_each([&](HashField& field) { remove(object, field.name()); });
    case Type::Set:
      return object.set().for_each([&](embedded::Member& member) { remove(object, member.name()); });
    case Type::SortedSet:
      return object.sorted().members().for_each([&](ScoredMember& member) { remove(object, member.name()); });
    case Type::List:
      for (std::size_t i = 0; i < object.list().size(); ++i)
        remove(object, view(write_place(object.list().place(i))));
  }
}

void Journal::before_value(Object& object) {
  add(Kind::Value, object, object.text() != nullptr, {},
      object.text() ? object.text()->value() : std::string_view());
}

void Journal::before_field(Object& object, std::string_view name, const HashField* field) {
  add(Kind::Field, object, field != nullptr, name, field ? field->value() : std::string_view());
}

void Journal::before_member(Object& object, std::string_view member, Was was) {
  add(Kind::Member, object, was == Was::Present, member);
}

void Journal::before_score(Object& object, std::string_view member, std::optional<double> score) {
  add(Kind::Score, object, score.has_value(), member).number =
      std::bit_cast<std::uint64_t>(score.value_or(0));
}

void Journal::before_list_erase(Object& object, std::size_t index) {
  add(Kind::ListErase, object, true, {}, object.list().at(index)).number = index;
}

void Journal::after_list_push(Object& object, std::size_t index) {
  add(Kind::ListPush, object, false).number = index;
}

void Journal::before_expiry(Object& object, std::optional<Milliseconds> expiry) {
  add(Kind::Expiry, object, expiry.has_value()).number =
      expiry ? static_cast<std::uint64_t>(expiry->time_since_epoch().count()) : 0;
}

void Journal::created(Object& object) {
  came();
  add(Kind::Created, object, false);
}

void Journal::dropped(Object& object, std::optional<Milliseconds> expiry) {
  add(Kind::Dropped, object, expiry.has_value()).number =
      expiry ? static_cast<std::uint64_t>(expiry->time_since_epoch().count()) : 0;
}

Journal::Undo& Journal::add(Kind kind, Object& object, bool had, std::string_view element,
                            std::string_view text) {
  const std::size_t at = bytes_.size();
  bytes_.append(element).append(text);
  return undos_.emplace_back(
      Undo{kind, had, &object, at, element.size(), at + element.size(), text.size(), 0});
}

void Journal::commit() {
  for (const Undo& undo : undos_)
    if (undo.kind == Kind::Dropped) Object::destroy(undo.object);
  rows_.clear();
  touched_.clear();
  touched_given_ = 0;
  turnover_ = {};
  undos_.clear();
  bytes_.clear();
}

void Journal::roll_back(Objects& objects) {
  while (!undos_.empty()) {
    undo(objects, undos_.back());
    undos_.pop_back();
  }
  commit();
}

void Journal::undo(Objects& objects, const Undo& undo) {
  Object& object = *undo.object;
  const auto element = std::string_view(bytes_).substr(undo.element_at, undo.element_size);
  const auto text = std::string_view(bytes_).substr(undo.text_at, undo.text_size);
  const auto expiry =
      undo.had ? std::optional(Milliseconds(std::chrono::milliseconds(undo.number))) : std::nullopt;
  switch (undo.kind) {
    case Kind::Value:
      if (object.text()) Text::destroy(object.text());
      object.text() = undo.had ? Text::make(text) : nullptr;
      return;
    case Kind::Field:
      discard<HashField>(object.hash(), element);
      if (undo.had) object.hash().insert(HashField::make(element, text));
      return;
    case Kind::Member:
      discard<embedded::Member>(object.set(), element);
      if (undo.had) object.set().insert(embedded::Member::make(element));
      return;
    case Kind::Score:
      if (undo.had) {
        object.sorted().put(element, std::bit_cast<double>(undo.number));
      } else {
        object.sorted().erase(element);
      }
      return;
    case Kind::ListErase:
      return object.list().put_back(undo.number, text);
    case Kind::ListPush:
      return object.list().erase(undo.number);
    case Kind::Expiry:
      return objects.set_expiry(object, expiry);
    case Kind::Created:
      objects.detach(object);
      return Object::destroy(&object);
    case Kind::Dropped:
      return objects.attach(object, expiry);
  }
}

}  // namespace stoa::keyspace::embedded
