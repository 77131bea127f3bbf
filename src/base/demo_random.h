#pragma once
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace stoa {

/// Chance that is the same for the same seed on every machine.
class DemoRandom {
 public:
  explicit DemoRandom(std::uint64_t seed) : engine_(seed) {}

  /// 0 to `end` - 1; `end` is above 0.
  std::uint64_t below(std::uint64_t end) { return engine_() % end; }
  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(most - least + 1)));
  }
  bool chance(int percent) { return below(100) < static_cast<std::uint64_t>(percent); }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  /// A place in a list of `size` where the first come far more often than the last.
  std::size_t popular(std::size_t size) {
    const double u = static_cast<double>(below(1 << 20)) / (1 << 20);
    return static_cast<std::size_t>(u * u * u * static_cast<double>(size));
  }
  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace stoa
