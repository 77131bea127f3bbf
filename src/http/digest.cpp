#include "http/digest.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace stoa::http {

Digest digest_of(std::string_view content) {
  const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  return {hash.low64, hash.high64};
}

}  // namespace stoa::http
