#include "feed/page_gathering.h"

#include <algorithm>

namespace stoa::feed {

Result<std::size_t> PageGathering::take(std::span<const ArticleId> ids) {
  std::size_t dealt = 0;
  while (dealt < ids.size() && !overfull_) {
    const auto some = ids.subspan(dealt, std::min(wanted(), ids.size() - dealt));
    for (auto& article : STOA_TRY(articles_.find_many(some))) {
      const bool seen = article && article->state == ArticleState::Live;
      overfull_ = seen && page_.size() == limit_;
      if (overfull_) return dealt;
      if (seen) page_.push_back(*std::move(article));
      ++dealt;
    }
  }
  return dealt;
}

}  // namespace stoa::feed
