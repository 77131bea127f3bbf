#include "keyspace/embedded/embedded_visit.h"
#include "keyspace/embedded/name_hash.h"
#include "keyspace/embedded/read_operations.h"

// Strings, hashes and sets. A value of the same length is written over the old one: nobody will want it back.

namespace stoa::keyspace::embedded {

std::string_view EmbeddedVisit::text(const Slot& slot) {
  return object(slot).text()->value();
}

void EmbeddedVisit::set_text(Slot& slot, std::string_view value, Expiry expiry) {
  if (slot.found() && slot.type != Type::String) remove(slot);
  Object& object = object_for(slot, Type::String);
  engine_.journal.put(object, {}, value);
  Text*& text = object.text();
  if (!text || !text->overwrite(value)) {
    Text* made = Text::make(value);
    if (text) Text::destroy(text);
    text = made;
  }
  if (object.expires && expiry == Expiry::Cleared) set_expiry(slot, std::nullopt);
}

std::optional<std::string_view> EmbeddedVisit::field(const Slot& slot, std::string_view name) {
  const HashField* found = slot.found() ? object(slot).hash().find(name) : nullptr;
  return found ? std::optional(found->value()) : std::nullopt;
}

bool EmbeddedVisit::put_field(Slot& slot, std::string_view name, std::string_view value) {
  Object& object = object_for(slot, Type::Hash);
  engine_.journal.put(object, name, value);
  const std::uint64_t hash = name_hash(name);
  HashField* old = object.hash().find(name, hash);
  if (old && old->overwrite(value)) return false;
  HashField* made = HashField::make(name, value);
  if (!old) {
    object.hash().insert(made, hash);
    return true;
  }
  HashField::destroy(object.hash().replace(made, hash));
  return false;
}

bool EmbeddedVisit::remove_field(Slot& slot, std::string_view name) {
  const std::uint64_t hash = name_hash(name);
  if (!slot.found() || !object(slot).hash().find(name, hash)) return false;
  touch(slot);
  engine_.journal.remove(object(slot), name);
  HashField::destroy(object(slot).hash().take(name, hash));
  drop_if_empty(slot);
  return true;
}

void EmbeddedVisit::each_field(const Slot& slot, VisitPair visit) {
  if (slot.found())
    object(slot).hash().for_each([&](HashField& field) { visit(field.name(), field.value()); });
}

std::uint64_t EmbeddedVisit::walk_fields(const Slot& slot, std::uint64_t cursor, std::size_t count,
                                         VisitPair visit) {
  if (!slot.found()) return 0;
  return object(slot).hash().walk(cursor, count,
                                  [&](HashField& field) { visit(field.name(), field.value()); });
}

std::pair<std::string_view, std::string_view> EmbeddedVisit::any_field(const Slot& slot) {
  const HashField& field = object(slot).hash().any(thread_random());
  return {field.name(), field.value()};
}

bool EmbeddedVisit::has_member(const Slot& slot, std::string_view member) {
  return slot.found() && object(slot).set().find(member);
}

bool EmbeddedVisit::add_member(Slot& slot, std::string_view member) {
  const std::uint64_t hash = name_hash(member);
  if (slot.found() && object(slot).set().find(member, hash)) return false;
  Object& object = object_for(slot, Type::Set);
  engine_.journal.put(object, member, {});
  object.set().insert(Member::make(member), hash);
  return true;
}

bool EmbeddedVisit::remove_member(Slot& slot, std::string_view member) {
  const std::uint64_t hash = name_hash(member);
  if (!slot.found() || !object(slot).set().find(member, hash)) return false;
  touch(slot);
  engine_.journal.remove(object(slot), member);
  Member::destroy(object(slot).set().take(member, hash));
  drop_if_empty(slot);
  return true;
}

void EmbeddedVisit::each_member(const Slot& slot, VisitText visit) {
  if (slot.found()) object(slot).set().for_each([&](Member& member) { visit(member.name()); });
}

std::uint64_t EmbeddedVisit::walk_members(const Slot& slot, std::uint64_t cursor, std::size_t count,
                                          VisitText visit) {
  if (!slot.found()) return 0;
  return object(slot).set().walk(cursor, count, [&](Member& member) { visit(member.name()); });
}

std::string_view EmbeddedVisit::any_member(const Slot& slot) {
  return object(slot).set().any(thread_random()).name();
}

}  // namespace stoa::keyspace::embedded
