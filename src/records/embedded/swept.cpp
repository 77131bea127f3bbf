#include "records/embedded/swept.h"

namespace stoa::records::embedded {

std::string Swept::begin(std::string_view from, std::string_view to) {
  const bool known = from >= from_ && from < to_;
  std::string first = known ? to_ : std::string(from);
  if (first < to) {
    from_ = from;
    to_ = to;
  }
  return first;
}

void Swept::add(std::string_view key) {
  if (key >= from_ && key < to_) to_ = key;
}

}  // namespace stoa::records::embedded
