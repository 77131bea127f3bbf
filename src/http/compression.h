#pragma once
#include "base/guarded.h"
#include "http/response.h"

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace stoa::http {

enum class Coding { Identity, Gzip, Zstd };

/// "gzip", "zstd"; "identity".
std::string_view name_of(Coding);

/// The coding that an Accept-Encoding likes most; of equals `favourite`. Identity for an empty one.
Coding preferred_coding(std::string_view accept_encoding, Coding favourite = Coding::Zstd);

/// Text of some kind; pictures and archives are compressed already.
bool is_compressible(std::string_view content_type);

/// Quick: for what is sent once. Thorough: for what is kept and sent often; of a page it takes two to three
/// times as long and makes a twentieth less.
enum class Effort { Quick, Thorough };

/// The text in that coding.
std::string compressed(Coding, std::string_view text, Effort = Effort::Quick);

/// Compresses answers. What many answers share is compressed once and kept while it is shared, up to
/// `cache_bytes`. Safe from any thread.
class Compression {
 public:
  explicit Compression(std::size_t cache_bytes = 16 << 20) : shard_bytes_(cache_bytes / kShards) {}

  /// Whether the answer would be sent in another coding to a client that asks for one: text in memory, long
  /// enough to gain, and not encoded by its maker. Then it carries `Vary: Accept-Encoding` to everybody.
  static bool applies(const Response&);

  /// The coding in which the answer is packed most cheaply.
  static Coding favourite(const Response&);

  /// Replaces the body and names the coding. Only when applies().
  void apply(Response&, Coding);

 private:
  static constexpr std::size_t kShards = 16;
  using Shared = std::shared_ptr<const std::string>;

  struct Entry {
    /// Tells a body that has gone from a new one at its address.
    std::weak_ptr<const std::string> original;
    Shared compressed;
  };
  struct Key {
    const std::string* original;
    Coding coding;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return std::hash<const void*>{}(key.original) * 3 + static_cast<std::size_t>(key.coding);
    }
  };
  struct Shard {
    std::unordered_map<Key, Entry, KeyHash> entries;
    std::deque<Key> oldest_first;
    std::size_t bytes = 0;
  };

  Shared shared_form(const Shared& original, Coding);
  void keep(Shard&, const Key&, Entry) const;
  static void drop_oldest(Shard&);

  const std::size_t shard_bytes_;
  std::array<Guarded<Shard>, kShards> shards_;
};

}  // namespace stoa::http
