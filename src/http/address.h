#pragma once
#include <string_view>

namespace stoa::http {

/// Whether a browser that is sent there stays with http or https: relative addresses do,
/// `javascript:` and `data:` do not.
bool is_harmless_address(std::string_view);

}  // namespace stoa::http
