#pragma once
#include "base/result.h"
#include "base/shown_marks.h"
#include "keyspace/reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::feed {

/// Where the list of groups goes on: what it has shown by size and, once that is enough, behind which name.
/// It tells nobody anything, so it needs no seal. For one thread.
class GroupPosition {
 public:
  /// The list's beginning for an empty text. Invalid (`records.cursor`) for what cursor() has not made.
  static Result<GroupPosition> parse(std::string_view cursor);

  /// The last rank by size, as zrange() takes it, that a page of `limit` has to look at.
  std::int64_t last_rank(std::size_t limit) const;

  /// Leaves of the groups down to that rank those of the page, and goes behind them; whether there is more.
  bool pass(std::vector<keyspace::Scored>& sizes, std::size_t limit);

  std::string cursor() const;

 private:
  void leave_unseen_by_name(std::vector<keyspace::Scored>& sizes, std::size_t most) const;

  ShownMarks shown_;
  /// nullopt while it goes by size; empty before the first name.
  std::optional<std::string> after_;
};

}  // namespace stoa::feed
