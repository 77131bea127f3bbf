#pragma once
#include "base/described.h"
#include "feed/api.h"
#include "feed/article.h"
#include "feed/comment.h"
#include "feed/comment_pages.h"
#include "feed/comment_thread.h"
#include "feed/lists.h"
#include "feed/votes.h"

#include <optional>
#include <string>
#include <vector>

namespace stoa::feed {

// Articles and comments as the API shows them to one viewer. Each is described as one object: what the rules
// know and what is added stand beside one another.

struct ArticleView {
  Article article;
  /// Of the text, where one article was asked for.
  std::optional<std::string> html = std::nullopt;
  std::int64_t comments = 0;
  std::optional<Time> locked_at = std::nullopt;
  /// Absent for guests.
  std::optional<Vote> yours = std::nullopt;
};
StructDescription describe(Described<ArticleView>);

struct ArticleViews {
  std::vector<ArticleView> articles;
  std::string next;
};
StructDescription describe(Described<ArticleViews>);

struct CommentView {
  Comment comment;
  std::string html;
  /// As ShownComment has them.
  std::int64_t more = 0;
  std::optional<CommentId> last_reply = std::nullopt;
  /// Absent for guests.
  std::optional<Vote> yours = std::nullopt;
};
StructDescription describe(Described<CommentView>);

/// Comments of one article.
struct TalkView {
  Thread thread;
  std::vector<CommentView> comments;
  std::string next;
};
StructDescription describe(Described<TalkView>);

/// Comments of many.
struct CommentViews {
  std::vector<CommentView> comments;
  std::string next;
};
StructDescription describe(Described<CommentViews>);

/// What a member says of something.
struct CastBallot {
  Vote vote = Vote::None;
};
StructDescription describe(Described<CastBallot>);

/// With its HTML; one read, and one more for a member.
Result<ArticleView> view_of(const http::Call&, const Api&, Article);
/// The same two reads for all of them.
Result<ArticleViews> view_of(const http::Call&, const Api&, ArticlePage);

/// No reads.
CommentView view_of(const http::Call&, ShownComment);
TalkView view_of(const http::Call&, CommentPage);
std::vector<CommentView> views_of(const http::Call&, std::vector<ShownComment>);

}  // namespace stoa::feed
