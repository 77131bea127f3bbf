#pragma once
#include "base/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace stoa {

/// What a list by rank has shown, small enough to travel in a cursor: ranks move between two pages, so no
/// rank tells it. A mark is 32 bits of an id or a name, the same on every node; of the few that one list
/// remembers, two different things hardly ever have the same.
class ShownMarks {
 public:
  /// As text() wrote it; nullopt for anything else, and for more than `most`.
  static std::optional<ShownMarks> parse(std::string_view text, std::size_t most);

  void show(const ObjectId&);
  void show(std::string_view name);
  bool has(const ObjectId&) const;
  bool has(std::string_view name) const;
  std::size_t size() const { return marks_.size(); }
  /// Eight hexadecimal digits each.
  const std::string& text() const { return text_; }

 private:
  std::unordered_set<std::uint32_t> marks_;
  std::string text_;
};

}  // namespace stoa
