#pragma once
#include "base/described.h"
#include "base/function_ref.h"
#include "base/ids.h"
#include "base/result.h"
#include "feed/articles.h"
#include "feed/group_ranking.h"
#include "feed/list_position.h"
#include "feed/page_gathering.h"
#include "keyspace/keyspace.h"
#include "records/cursor.h"

#include <string>
#include <string_view>
#include <vector>

namespace stoa::feed {

inline constexpr std::size_t kArticlesAPage = 25;
inline constexpr std::size_t kMostArticlesAPage = 100;

enum class ListOrder { Score, Newest };
EnumDescription describe(Described<ListOrder>);

struct ListOptions {
  /// Forty pages of 25, whose cursor fits into an address; what comes after them comes by time.
  std::size_t most_by_score = 1000;
  /// Entries that one page passes over at most; then it comes with what it has, and a cursor to go on.
  std::size_t most_looked_at = 4000;
};

struct ArticlePage {
  std::vector<Article> articles;
  /// Empty when there is no more.
  std::string next;
};

/// Articles page by page; hidden ones and stones are passed over. A list neither skips nor repeats what was
/// there when it was begun, also when votes move ranks between two pages; what is posted after that is in the
/// lists by time if begun again, and in no later page. A page costs three round trips and up to `limit`
/// articles, a few more when much has moved. `limit` is 1 to kMostArticlesAPage; a cursor is of one list, and
/// anything else is Invalid (`records.cursor`). Safe from any thread.
class Lists {
 public:
  /// All outlive it. All nodes of a site have the same key.
  Lists(keyspace::Keyspace& keyspace, Articles& articles, GroupRanking& ranking,
        const records::CursorKey& cursor_key, const ListOptions& options = {})
      : keyspace_(keyspace),
        articles_(articles),
        ranking_(ranking),
        cursor_key_(cursor_key),
        options_(options) {}

  Result<ArticlePage> by_score(std::size_t limit, std::string_view cursor);
  Result<ArticlePage> newest(std::size_t limit, std::string_view cursor);
  /// Empty for a group that is not there. What entered the group since its ranking was made comes at the end.
  Result<ArticlePage> of_group_by_score(const GroupName&, std::size_t limit, std::string_view cursor);
  Result<ArticlePage> of_group_newest(const GroupName&, std::size_t limit, std::string_view cursor);
  Result<ArticlePage> of_author(const Shortcode&, std::size_t limit, std::string_view cursor);
  /// Those that name the product.
  Result<ArticlePage> about(const ProductId&, std::size_t limit, std::string_view cursor);

 private:
  /// A list's sets, and what its cursors are bound to.
  struct Ranked {
    std::string binding;
    FunctionRef<Result<std::vector<keyspace::Scored>>(std::int64_t start, std::int64_t stop)> by_rank;
    keyspace::SortedSetKey by_time;
  };
  enum class More { MayCome, Ended };

  Result<ArticlePage> page_by_score(const Ranked&, std::size_t limit, std::string_view cursor);
  Result<ArticlePage> page_by_time(const keyspace::SortedSetKey&, std::string_view binding, std::size_t limit,
                                   std::string_view cursor);
  Result<ScorePosition> score_position(const Ranked&, std::string_view cursor);
  /// Gives the position its rest when no more comes by score.
  Result<void> gather_by_score(const Ranked&, ScorePosition&, PageGathering&);
  Result<More> gather_by_time(const keyspace::SortedSetKey&, FunctionRef<bool(ArticleId)> wanted,
                              TimePosition&, PageGathering&);

  // Fixed at construction.
  keyspace::Keyspace& keyspace_;
  Articles& articles_;
  GroupRanking& ranking_;
  const records::CursorKey cursor_key_;
  const ListOptions options_;
};

}  // namespace stoa::feed
