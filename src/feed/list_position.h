#pragma once
#include "base/result.h"
#include "feed/article.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::feed {

/// Behind which entry of a list by time, newest first, it goes on. Times of posting never change, and so this
/// is enough to neither skip nor repeat.
struct TimePosition {
  double time = std::numeric_limits<double>::infinity();
  ArticleId article = std::numeric_limits<ArticleId>::max();

  bool operator==(const TimePosition&) const = default;
};

/// Where a list by score goes on. Votes move articles up and down between two pages, so no score tells what
/// has been shown; this remembers it. What has been shown by score is bounded, and then all that was not
/// comes by time, which does not move.
struct ScorePosition {
  /// The last id given when the list was begun. Later articles are not in it, or it might never end.
  ArticleId newest = 0;
  /// By score, ascending.
  std::vector<ArticleId> shown;
  /// nullopt while it goes by score.
  std::optional<TimePosition> rest;

  bool has_shown(ArticleId) const;
  void show(ArticleId);
  bool operator==(const ScorePosition&) const = default;
};

/// A byte or two for each article shown.
std::string to_bytes(const TimePosition&);
std::string to_bytes(const ScorePosition&);
/// Invalid (`records.cursor`) for anything else.
Result<TimePosition> read_time_position(std::string_view bytes);
Result<ScorePosition> read_score_position(std::string_view bytes);

}  // namespace stoa::feed
