#include "base/log_throttle.h"

#include <utility>

namespace stoa {
namespace {
constexpr std::size_t kMostCodes = 500;
constexpr std::chrono::seconds kBetweenLines{1};
}  // namespace

std::optional<std::uint64_t> LogThrottle::pass(std::string_view code) {
  const Time now = clock_.now();
  const auto seen = seen_.lock();
  auto at = seen->find(code);
  if (at == seen->end()) {
    const std::string key(seen->size() < kMostCodes ? code : std::string_view());
    const auto [made, is_new] = seen->try_emplace(key, Seen{now});
    if (is_new) return 0;
    at = made;
  }
  Seen& last = at->second;
  // A clock that was set back must not silence a code.
  if (now >= last.logged && now - last.logged < kBetweenLines) {
    ++last.left_out;
    return std::nullopt;
  }
  last.logged = now;
  return std::exchange(last.left_out, 0);
}

}  // namespace stoa
