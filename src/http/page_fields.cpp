#include "http/page_fields.h"

#include <algorithm>

namespace stoa::http {

// Not inline: pages are full of calls to it, and what it does is the same in each.
Fields& Fields::set(std::string_view name, Value value) {
  // A page's are set one by one, some twenty of them; moving them all to a larger place costs more than room.
  constexpr std::size_t kFew = 24;
  if (fields_.size() == fields_.capacity()) fields_.reserve(std::max(kFew, 2 * fields_.size()));
  fields_.push_back({name, std::move(value)});
  return *this;
}

}  // namespace stoa::http
