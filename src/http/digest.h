#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stoa::http {

/// Tells contents apart that nobody made to look alike.
struct Digest {
  std::uint64_t low = 0, high = 0;
  bool operator==(const Digest&) const = default;
};

Digest digest_of(std::string_view content);

}  // namespace stoa::http
