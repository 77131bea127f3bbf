#pragma once
#include "base/result.h"
#include "keyspace/keyspace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::cli {

/// Of an article what the doctor's checks ask for.
struct ExaminedArticle {
  double time = 0;
  std::int64_t votes = 0;
  /// Whether it has what our rules add to the schema. One that another program wrote stands only where the
  /// schema says.
  enum class Origin { Ours, Foreign } origin = Origin::Foreign;
  std::string author, groups, state, product, voting, link;

  bool is_stone() const { return state == "removed"; }
  bool is_in(std::string_view group) const;
};

/// nullopt when the article is not there, or has no time or votes. Without its title and text. One read.
Result<std::optional<ExaminedArticle>> examined_article(keyspace::Reader&, const std::string& name);

std::optional<double> real_number(const std::optional<std::string>&);

/// Microseconds are what scores and hashes both keep of a time.
inline bool is_same_time(double one, double other) {
  const double apart = one - other;
  return apart < 1e-3 && apart > -1e-3;
}

}  // namespace stoa::cli
