#pragma once
#include "base/described.h"
#include "feed/comment.h"
#include "feed/comment_thread.h"
#include "feed/comment_votes.h"
#include "records/records.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stoa::feed {

/// Of the comments on the article itself; replies stand in the order they came.
enum class CommentOrder { Best, Newest };
EnumDescription describe(Described<CommentOrder>);

inline constexpr std::size_t kTopsAPage = 20;
inline constexpr std::size_t kMostCommentsAPage = 200;
inline constexpr std::size_t kMostShownByVotes = 200;

/// A comment as all may see it: of a hidden one no text, of a stone neither text nor author.
struct ShownComment {
  Comment comment;
  /// Of the viewer.
  Vote mine = Vote::None;
  /// Direct replies that the page does not show; CommentPages::branch() after `last_reply` gives them. Of a
  /// branch that does not begin with the first reply only 1 or 0: whether some come after.
  std::int64_t more = 0;
  std::optional<CommentId> last_reply;
};

struct CommentPage {
  Thread thread;
  /// In the order of reading: each before its replies.
  std::vector<ShownComment> comments;
  /// Opaque; empty at the end.
  std::string next;
};

/// Comments for reading. A page has at most kMostCommentsAPage, and costs at most one read for each level of
/// depth and three more, however long the thread is. Safe from any thread.
class CommentPages {
 public:
  /// It outlives this.
  explicit CommentPages(records::Records& records) : records_(records) {}

  /// With the first replies to each. None is missed and none comes twice, whatever votes are cast between two
  /// pages: the cursor knows what was shown by votes, kMostShownByVotes at most; all else comes after, newest
  /// first. Invalid (`records.cursor`).
  Result<CommentPage> page(ArticleId, CommentOrder, std::string cursor,
                           const std::optional<Shortcode>& viewer);

  /// The comment itself, a stone too, and those replies to it that come after one of them, with what is below
  /// them; from the first without `after`. A permalink, and what stands behind "more". NotFound
  /// (`comment.absent`).
  Result<CommentPage> branch(const CommentId&, const std::optional<CommentId>& after,
                             const std::optional<Shortcode>& viewer);

  /// Newest first, no replies with them.
  Result<CommentPage> by_author(const Shortcode&, std::string cursor, const std::optional<Shortcode>& viewer);

 private:
  Result<void> add_viewer(CommentPage&, const std::optional<Shortcode>& viewer);

  records::Records& records_;
};

}  // namespace stoa::feed
