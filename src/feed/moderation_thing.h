#pragma once
#include "base/result.h"
#include "feed/comment.h"

#include <string>
#include <string_view>
#include <variant>

namespace stoa::feed {

/// What can be reported and moderated: an article, a comment or a person. As text `article:12`,
/// `comment:{24 hex}`, `user:anna`.
class Thing {
 public:
  using Id = std::variant<ArticleId, CommentId, Shortcode>;

  /// The empty one is nothing; it only fills a struct until the struct is read.
  Thing() = default;
  static Thing article(ArticleId);
  static Thing comment(const CommentId&);
  static Thing user(const Shortcode&);
  /// Invalid (`thing.unknown`).
  static Result<Thing> parse(std::string_view text);

  const std::string& text() const { return text_; }
  const Id& id() const { return id_; }
  bool operator==(const Thing& other) const { return text_ == other.text_; }

 private:
  Thing(Id id, std::string text) : id_(std::move(id)), text_(std::move(text)) {}
  Id id_;
  std::string text_;
};

}  // namespace stoa::feed
