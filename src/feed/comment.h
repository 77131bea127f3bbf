#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "base/ids.h"
#include "base/result.h"
#include "feed/article.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::feed {

using CommentId = TypedId<struct CommentTag>;

/// In characters.
inline constexpr std::size_t kMostComment = 10'000;
/// Levels below a comment on the article itself. A reply to one that stands at the last level stands beside
/// it.
inline constexpr std::int32_t kDeepestComment = 7;
/// How many of its replies a comment knows by id, so that a page of many comments is read level by level.
inline constexpr std::size_t kFirstReplies = 4;
inline constexpr auto kCommentEditable = std::chrono::hours(1);

/// A deleted one with replies stays as a stone: it has neither author nor text.
enum class CommentState { Shown, Hidden, Deleted };
EnumDescription describe(Described<CommentState>);

/// A document of `comments`. The Markdown is kept as written and rendered when shown.
struct Comment {
  CommentId id;
  ArticleId article = 0;
  /// Absent in a comment on the article itself.
  std::optional<CommentId> parent;
  /// The one that was answered, where that stood too deep to become the parent.
  std::optional<CommentId> answers;
  std::int32_t depth = 0;
  std::optional<Shortcode> author;
  std::string text;
  std::int64_t votes = 0;
  std::int64_t replies = 0;
  /// The replies with the least ids, in their order; all of them up to kFirstReplies.
  std::vector<CommentId> first_replies;
  CommentState state = CommentState::Shown;
  Time posted_at{};
  std::optional<Time> edited_at;

  bool operator==(const Comment&) const = default;
};
StructDescription describe(Described<Comment>);

/// Invalid (`comment.empty`, `comment.too_long`, `comment.unreadable`), or as render_markdown() says.
Result<void> check_comment_text(std::string_view text);

/// NotFound (`comment.absent`).
Error comment_absent();

}  // namespace stoa::feed
