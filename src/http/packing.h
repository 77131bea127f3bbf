#pragma once
#include <string>
#include <string_view>

namespace stoa::http {

/// As small as it goes, for what is compressed once and sent often; takes tens of milliseconds for 100 KB.
std::string pack_gzip(std::string_view);
std::string pack_zstd(std::string_view);

}  // namespace stoa::http
