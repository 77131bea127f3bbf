#include "keyspace/embedded/writer.h"
#include "keyspace/ranks.h"

#include <cstdlib>
#include <vector>

namespace stoa::keyspace::embedded {

Result<std::size_t> Writer::lpush(std::string_view name, std::string_view value) {
  return push(name, value, true);
}
Result<std::size_t> Writer::rpush(std::string_view name, std::string_view value) {
  return push(name, value, false);
}

Result<std::size_t> Writer::push(std::string_view name, std::string_view value, bool front) {
  Object& object = *STOA_TRY(find_or_create(name, Type::List));
  List& list = object.list();
  if (front) {
    list.push_front(value);
  } else {
    list.push_back(value);
  }
  const std::size_t index = front ? 0 : list.size() - 1;
  journal_.after_list_push(object, index);
  journal_.put(object, view(write_place(list.place(index))), value);
  return list.size();
}

Result<void> Writer::ltrim(std::string_view name, std::int64_t start, std::int64_t stop) {
  Object* object = STOA_TRY(find(name, Type::List));
  if (!object) return {};
  const Ranks kept = ranks_between(start, stop, object->list().size());
  if (kept.size() == 0) {
    drop(*object);
    return {};
  }
  while (object->list().size() > kept.end) erase_from_list(*object, object->list().size() - 1);
  for (std::size_t i = 0; i < kept.first; ++i) erase_from_list(*object, 0);
  return {};
}

Result<std::size_t> Writer::lrem(std::string_view name, std::int64_t count, std::string_view value) {
  Object* object = STOA_TRY(find(name, Type::List));
  if (!object) return std::size_t{0};
  std::vector<std::size_t> found;
  object->list().walk(0, [&](std::size_t index, std::string_view text) {
    if (text == value) found.push_back(index);
    return count <= 0 || found.size() < static_cast<std::size_t>(count);
  });
  const std::size_t most = count < 0 ? 0 - static_cast<std::size_t>(count) : found.size();
  const std::size_t removed = std::min(most, found.size());
  for (std::size_t i = 0; i < removed; ++i) erase_from_list(*object, found[found.size() - 1 - i]);
  drop_if_empty(*object);
  return removed;
}

/// The rows on the shorter side of the gap are written anew under the places their texts move to.
void Writer::erase_from_list(Object& object, std::size_t index) {
  List& list = object.list();
  const bool head_moves = list.nearer_to_head(index);
  const List::Place vacated = head_moves ? list.place(0) : list.place(list.size() - 1);
  journal_.before_list_erase(object, index);
  list.erase(index);
  journal_.remove(object, view(write_place(vacated)));
  const std::size_t first = head_moves ? 0 : index;
  const std::size_t end = head_moves ? index : list.size();
  list.walk(first, [&](std::size_t i, std::string_view text) {
    if (i < end) journal_.put(object, view(write_place(list.place(i))), text);
    return i + 1 < end;
  });
}

}  // namespace stoa::keyspace::embedded
