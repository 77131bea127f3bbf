#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace stoa::feed {

/// What may stand, escaped for HTML, in an href; nullopt for a link that leads elsewhere than http, https or
/// mailto, or is longer than 2,000 characters. `address` is well-formed, with all entities resolved: a scheme
/// that hides behind one would show in the browser only.
std::optional<std::string> href_of(std::string_view address);

}  // namespace stoa::feed
