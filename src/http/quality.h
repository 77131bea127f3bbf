#pragma once
#include <string_view>

namespace stoa::http {

/// How much a client wants an item of its Accept-… header, in thousandths: what `q=` says in the parameters
/// behind the item, 1000 when nothing does. What is no such number counts as 0, so that nobody gets what was
/// not asked for.
int quality_of(std::string_view parameters);

}  // namespace stoa::http
