#include "http/page_fields.h"

namespace stoa::http {

// Not inline: pages are full of calls to it, and what it does is the same in each.
Fields& Fields::set(std::string_view name, Value value) {
  fields_.push_back({name, std::move(value)});
  return *this;
}

}  // namespace stoa::http
