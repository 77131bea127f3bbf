#pragma once
#include "base/result.h"
#include "feed/articles.h"

#include <span>
#include <utility>
#include <vector>

namespace stoa::feed {

/// A page of a list while it is filled. For one thread.
class PageGathering {
 public:
  /// The articles outlive it.
  PageGathering(Articles& articles, std::size_t limit) : articles_(articles), limit_(limit) {}

  /// Adds those that are to be seen, in the ids' order, until there would be one too many; gives how many ids
  /// it has dealt with. One round trip unless some are not to be seen.
  Result<std::size_t> take(std::span<const ArticleId> ids);

  /// There is an article for the next page.
  bool overfull() const { return overfull_; }
  /// How many more it takes to be overfull.
  std::size_t wanted() const { return overfull_ ? 0 : limit_ + 1 - page_.size(); }
  std::vector<Article> page() && { return std::move(page_); }

 private:
  Articles& articles_;
  const std::size_t limit_;
  std::vector<Article> page_;
  bool overfull_ = false;
};

}  // namespace stoa::feed
