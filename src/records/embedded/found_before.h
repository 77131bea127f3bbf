#pragma once
#include "base/guarded.h"
#include "records/embedded/text_hits.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace stoa::records::embedded {

/// What was looked for in a text index since it last changed: people look for the same few things. Bounded;
/// what came first goes first. Safe from any thread.
class FoundBefore {
 public:
  struct Search {
    std::string_view text;
    TextPlace place;
    std::size_t limit;
  };
  /// A state of the index.
  using Moment = std::uint64_t;

  static constexpr std::size_t kMostBytes = 8 << 20;
  explicit FoundBefore(std::size_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}

  /// Asked before the index is, so that what changes meanwhile is not missed.
  Moment now() const { return moment_.load(std::memory_order_acquire); }
  std::optional<TextHits> find(const Search&) const;
  void remember(const Search&, Moment since, const TextHits&);
  /// The index answers differently from here on.
  void changed();

  std::size_t bytes() const { return state_.lock()->bytes; }

 private:
  struct State {
    std::unordered_map<std::string, TextHits> answers;
    std::deque<std::string> oldest_first;
    std::size_t bytes = 0;
  };

  static std::string key_of(const Search&);
  static std::size_t bytes_of(const std::string& key, const TextHits&);

  const std::size_t most_bytes_;
  std::atomic<Moment> moment_{0};  // written under the lock of the state
  Guarded<State> state_;
};

}  // namespace stoa::records::embedded
