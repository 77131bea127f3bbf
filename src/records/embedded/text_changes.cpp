#include "records/embedded/text_changes.h"

#include "records/bson_document.h"
#include "records/embedded/term_index.h"

namespace stoa::records::embedded {
namespace {

std::string prefix_of(Number collection) {
  std::string key = index_prefix(collection, 0).substr(0, 3);
  key[0] = 'T';
  return key;
}

std::uint64_t number_of(std::string_view key) {
  return decode_size(key.substr(key.size() - sizeof(std::uint64_t)));
}

std::string text_of(const TextIndex& index, std::string_view document) {
  std::string all;
  for (const auto& field : index.fields) {
    each_text_at(document, field.path, [&](std::string_view text) { all.append(text).push_back('\0'); });
    all.push_back('\1');
  }
  return all;
}

}  // namespace

std::string text_change_key(Number collection, std::uint64_t number) {
  return prefix_of(collection) + encode_size(number);
}

Result<TextNumbers> text_numbers(store::Store& store, Number collection) {
  TextNumbers numbers;
  const auto prefix = prefix_of(collection);
  if (const auto gone = STOA_TRY(store.get(text_change_key(collection, 0))))
    numbers.gone = decode_size(*gone);
  const auto last = store.scan(prefix, after_prefix(prefix), store::Direction::Backward);
  numbers.newest = std::max(numbers.gone, last->valid() ? number_of(last->key()) : 0);
  STOA_TRY(last->status());
  return numbers;
}

Result<std::vector<TextChange>> text_changes(store::Store& store, Number collection, std::uint64_t after,
                                             std::size_t most) {
  std::vector<TextChange> changes;
  const auto row = store.scan(text_change_key(collection, after + 1), after_prefix(prefix_of(collection)),
                              store::Direction::Forward);
  for (; row->valid() && changes.size() < most; row->next())
    changes.push_back({number_of(row->key()), std::string(row->value())});
  STOA_TRY(row->status());
  return changes;
}

Result<void> drop_text_changes(store::Store& store, Number collection, std::uint64_t after,
                               std::uint64_t upto) {
  constexpr std::uint64_t kAtOnce = 1000;
  while (after < upto) {
    const auto last = std::min(upto, after + kAtOnce);
    store::Changes changes;
    for (auto number = after + 1; number <= last; ++number)
      changes.remove(store::Family::Records, text_change_key(collection, number));
    changes.put(store::Family::Records, text_change_key(collection, 0), encode_size(last));
    STOA_TRY(store.admit());
    store.submit(changes, Durability::Relaxed);
    after = last;
  }
  return {};
}

bool text_differs(const TextIndex& index, std::string_view old_document, std::string_view new_document) {
  return is_searchable(index, old_document) != is_searchable(index, new_document) ||
         text_of(index, old_document) != text_of(index, new_document);
}

}  // namespace stoa::records::embedded
