#include "resp/queue.h"

namespace stoa::resp {
namespace {

constexpr std::size_t kMostBytesQueued = 128 << 20;
constexpr std::size_t kMostWordsQueued = 1 << 20;

}  // namespace

bool Queue::add(const Command& command, Words words) {
  std::size_t bytes = bytes_.size();
  for (const std::string_view word : words) bytes += word.size();
  if (bytes > kMostBytesQueued || sizes_.size() + words.size() > kMostWordsQueued) return false;
  for (const std::string_view word : words) {
    bytes_.append(word);
    sizes_.push_back(static_cast<std::uint32_t>(word.size()));
  }
  commands_.push_back({&command, words.size()});
  writes_ |= command.does == Command::Does::Writes;
  return true;
}

void Queue::clear() {
  *this = Queue();
}

}  // namespace stoa::resp
