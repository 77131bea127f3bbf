#pragma once
#include <algorithm>
#include <chrono>
#include <optional>

namespace stoa::keyspace::embedded {

/// How a transaction changes which keys there are.
struct Turnover {
  using Milliseconds = std::chrono::sys_time<std::chrono::milliseconds>;

  bool came = false;
  bool went = false;
  /// When the first of the keys whose end it moved would have gone, with it or without it: until then nobody
  /// can tell which of the two it is by looking whether they are there.
  std::optional<Milliseconds> shows_from;

  void moved_end(std::optional<Milliseconds> was, std::optional<Milliseconds> becomes) {
    for (const auto& end : {was, becomes})
      if (end) shows_from = std::min(shows_from.value_or(*end), *end);
  }
};

}  // namespace stoa::keyspace::embedded
