#pragma once
#include "base/function_ref.h"
#include "base/guarded.h"
#include "base/result.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stoa {

/// Values that were read from bytes, kept beside those: what is asked for again and again is parsed once. The
/// bytes are compared each time, so that a value is never older than they are. Safe from any thread.
template <class T>
class Decoded {
 public:
  using Read = FunctionRef<Result<T>(std::string_view)>;

  /// Keeps about so many.
  explicit Decoded(std::size_t most) {
    for (auto& shard : shards_) shard.lock()->resize(std::max<std::size_t>(most / kShards, 1));
  }

  /// What `read` gives for the bytes, now or before. Its Error comes back and is not kept.
  Result<std::shared_ptr<const T>> from(std::string_view bytes, Read read) {
    // What tells one thing from another stands first in documents; two states of one thing share a place.
    const std::size_t hash = std::hash<std::string_view>{}(bytes.substr(0, kLookedAt));
    Guarded<std::vector<Place>>& shard = shards_[hash % kShards];
    {
      const auto places = shard.lock();
      const Place& place = (*places)[hash / kShards % places->size()];
      if (place.value && place.bytes == bytes) return place.value;
    }
    auto value = std::make_shared<const T>(STOA_TRY(read(bytes)));
    const auto places = shard.lock();
    (*places)[hash / kShards % places->size()] = {std::string(bytes), value};
    return std::shared_ptr<const T>(std::move(value));
  }

 private:
  static constexpr std::size_t kShards = 16;
  static constexpr std::size_t kLookedAt = 48;

  struct Place {
    std::string bytes;
    std::shared_ptr<const T> value;
  };

  std::array<Guarded<std::vector<Place>>, kShards> shards_;
};

}  // namespace stoa
