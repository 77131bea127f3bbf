#pragma once
#include "base/clock.h"
#include "base/function_ref.h"
#include "base/guarded.h"
#include "base/result.h"
#include "base/shared_text.h"
#include "feed/article.h"
#include "feed/comment_thread.h"
#include "feed/votes.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stoa::feed {

/// The rows of a list as markup; the pages' own.
struct RowMarkup;

/// A page of a list, with its rows as markup for somebody who has voted on none of them.
struct ListedArticles {
  std::vector<Article> articles;
  std::vector<Thread> threads;
  BallotBoxes boxes;
  std::shared_ptr<const RowMarkup> rows;
  std::string next;
  /// All of the page, where it is the same for everybody who asks; null elsewhere.
  std::shared_ptr<const SharedText> page;
};

/// How long what another process has changed may be missing.
inline constexpr std::chrono::seconds kListKept{1};

/// First pages of lists, which many ask for and few differ in: kept for a second, or until a route of this
/// process changes something. Safe from any thread.
class KeptLists {
 public:
  using Kept = std::shared_ptr<const ListedArticles>;

  /// The clock outlives it.
  explicit KeptLists(const Clock& clock) : clock_(clock) {}

  /// What is kept under the name, or else what `make` gives.
  Result<Kept> find(const std::string& name, FunctionRef<Result<ListedArticles>()> make);
  /// Something is not as it was: none of what is kept counts any more.
  void drop() { changes_.fetch_add(1, std::memory_order_release); }

 private:
  struct Entry {
    Time until{};
    std::uint64_t changes = 0;
    Kept list;
  };
  static constexpr std::size_t kMost = 64;

  // Fixed at construction.
  const Clock& clock_;

  std::atomic<std::uint64_t> changes_ = 0;
  Guarded<std::map<std::string, Entry, std::less<>>> entries_;
};

}  // namespace stoa::feed
