#include "http/digest.h"

#include <array>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace stoa::http {

Digest digest_of(std::string_view content) {
  const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  return {hash.low64, hash.high64};
}

Digest digest_with(const Digest& content, std::size_t at, const Digest& inset) {
  const std::array<std::uint64_t, 5> all{content.low, content.high, at, inset.low, inset.high};
  return digest_of({reinterpret_cast<const char*>(all.data()), sizeof all});
}

}  // namespace stoa::http
