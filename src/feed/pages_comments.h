#pragma once
#include "feed/pages_front.h"

#include <optional>
#include <string>
#include <vector>

namespace stoa::feed {

/// Writing comments, changing and deleting them, and reading one with what it was answered.
std::vector<http::Route> comment_pages(const Front&);

/// What stands in the form of a comment: as it was sent, or empty.
struct CommentForm {
  ArticleId article = 0;
  /// The comment that is answered; none for one on the article itself.
  std::optional<CommentId> answered = std::nullopt;
  std::string text = {};
  http::Value wrong = {};
};
/// As feed/comment_form.html takes it, but for `csrf`.
Fields fields_of(const CommentForm&);

}  // namespace stoa::feed
