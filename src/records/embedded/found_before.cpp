#include "records/embedded/found_before.h"

#include <fmt/format.h>

#include <utility>

namespace stoa::records::embedded {

std::string FoundBefore::key_of(const Search& search) {
  return fmt::format("{} {} {} {}", search.place.words == TextPlace::Words::All ? 'a' : 's',
                     search.place.offset, search.limit, search.text);
}

std::size_t FoundBefore::bytes_of(const std::string& key, const TextHits& hits) {
  constexpr std::size_t kAround = 200;  // of an entry, its two keys' headers and its place in the queue
  std::size_t bytes = kAround + 2 * key.size();
  for (const std::string& id : hits.ids) bytes += sizeof id + id.size();
  return bytes;
}

std::optional<TextHits> FoundBefore::find(const Search& search) const {
  const std::string key = key_of(search);
  const auto state = state_.lock();
  const auto answer = state->answers.find(key);
  return answer == state->answers.end() ? std::nullopt : std::optional(answer->second);
}

void FoundBefore::remember(const Search& search, Moment since, const TextHits& hits) {
  const std::string key = key_of(search);
  const std::size_t size = bytes_of(key, hits);
  if (size > most_bytes_) return;
  const auto state = state_.lock();
  if (since != now() || !state->answers.emplace(key, hits).second) return;
  state->oldest_first.push_back(key);
  state->bytes += size;
  while (state->bytes > most_bytes_) {
    const auto oldest = state->answers.find(state->oldest_first.front());
    state->bytes -= bytes_of(oldest->first, oldest->second);
    state->answers.erase(oldest);
    state->oldest_first.pop_front();
  }
}

void FoundBefore::changed() {
  State outdated;  // goes when the lock is gone: it may be much
  const auto state = state_.lock();
  moment_.fetch_add(1, std::memory_order_release);
  std::swap(*state, outdated);
}

}  // namespace stoa::records::embedded
