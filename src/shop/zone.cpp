#include "shop/zone.h"

#include <algorithm>

namespace stoa::shop {

Result<Zone> Zone::parse(std::string_view text) {
  const bool letters = std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
  if (text.size() < 2 || text.size() > 8 || !letters)
    return Error{Error::Kind::Invalid, "shop.zone", "a zone is 2 to 8 upper-case letters, as MSK"};
  return Zone(std::string(text));
}

}  // namespace stoa::shop
