#include "keyspace/embedded/embedded_visit.h"

namespace stoa::keyspace::embedded {

void EmbeddedVisit::push(Slot& slot, End end, std::string_view text) {
  Object& object = object_for(slot, Type::List);
  List& list = object.list();
  if (end == End::Head) {
    list.push_front(text);
  } else {
    list.push_back(text);
  }
  const std::size_t index = end == End::Head ? 0 : list.size() - 1;
  engine_.journal.put(object, view(write_place(list.place(index))), text);
}

std::string_view EmbeddedVisit::element(const Slot& slot, std::size_t index) {
  return object(slot).list().at(index);
}

void EmbeddedVisit::replace_element(Slot& slot, std::size_t index, std::string_view text) {
  touch(slot);
  List& list = object(slot).list();
  list.erase(index);
  list.put_back(index, text);
  engine_.journal.put(object(slot), view(write_place(list.place(index))), text);
}

/// As with erasing, the rows on the shorter side are written anew under the places their texts move to.
void EmbeddedVisit::insert_element(Slot& slot, std::size_t index, std::string_view text) {
  touch(slot);
  List& list = object(slot).list();
  list.put_back(index, text);
  if (list.nearer_to_head(index)) return put_list_rows(object(slot), 0, index + 1);
  put_list_rows(object(slot), index, list.size());
}

void EmbeddedVisit::remove_element(Slot& slot, std::size_t index) {
  touch(slot);
  List& list = object(slot).list();
  const bool head_moves = list.nearer_to_head(index);
  const List::Place vacated = head_moves ? list.place(0) : list.place(list.size() - 1);
  list.erase(index);
  engine_.journal.remove(object(slot), view(write_place(vacated)));
  if (head_moves) {
    put_list_rows(object(slot), 0, index);
  } else {
    put_list_rows(object(slot), index, list.size());
  }
  drop_if_empty(slot);
}

void EmbeddedVisit::each_element(const Slot& slot, std::size_t first,
                                 FunctionRef<bool(std::size_t, std::string_view)> visit) {
  if (slot.found()) object(slot).list().walk(first, visit);
}

void EmbeddedVisit::put_list_rows(const Object& object, std::size_t first, std::size_t end) {
  if (first >= end) return;
  object.list().walk(first, [&](std::size_t index, std::string_view text) {
    engine_.journal.put(object, view(write_place(object.list().place(index))), text);
    return index + 1 < end;
  });
}

}  // namespace stoa::keyspace::embedded
