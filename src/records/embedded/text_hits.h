#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stoa::records::embedded {

/// Where to go on in a ranked list: those that have all words, or some.
struct TextPlace {
  enum class Words { All, Some };
  Words words = Words::All;
  std::size_t offset = 0;
};

struct TextHits {
  /// Encoded ids, best first.
  std::vector<std::string> ids;
  /// nullopt at the end.
  std::optional<TextPlace> next;
};

}  // namespace stoa::records::embedded
