#include "base/typed_number.h"

#include <algorithm>
#include <string_view>

namespace stoa {

std::string plain_number(std::string typed) {
  for (const std::string_view blank : {" ", "\u00a0", "\u202f"})
    for (auto at = typed.find(blank); at != typed.npos; at = typed.find(blank, at))
      typed.erase(at, blank.size());
  if (typed.find('.') == typed.npos) std::ranges::replace(typed, ',', '.');
  return typed;
}

}  // namespace stoa
