#pragma once
#include <string>
#include <string_view>

namespace stoa {

/// The URL with its password, if it has one, as `***`: what may stand in a log, a message or on a screen.
std::string masked_url(std::string_view url);

}  // namespace stoa
