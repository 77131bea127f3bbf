#pragma once
#include "base/result.h"
#include "records/records.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::http {

/// What all nodes of one site know and nobody else; the key of keyed hashes.
struct Secret {
  using Key = std::array<std::uint8_t, 32>;
  Key key;

  /// Whoever needs one says which: no key is made by forgetting it.
  explicit Secret(const Key& bytes) : key(bytes) {}
  static Secret random();
  /// 32 bytes that tell nothing of `text` without the key. `purpose` keeps hashes for different things apart.
  std::array<std::uint8_t, 32> hash(std::string_view purpose, std::string_view text) const;
};

/// The one that the collection `secrets` holds; nullopt before the first start.
Result<std::optional<Secret>> stored_secret(records::Reader&);
/// The same, made there when it is the first start.
Result<Secret> shared_secret(records::Records&);

}  // namespace stoa::http
