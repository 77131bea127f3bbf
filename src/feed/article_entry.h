#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "base/ids.h"
#include "feed/article_draft.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stoa::feed {

/// What a file says of a comment.
struct CommentEntry {
  /// What `parent` of later ones calls it; absent: its place in the list, from 1 on.
  std::optional<std::string> id;
  /// One that stands before it in the list; absent: it is on the article itself.
  std::optional<std::string> parent;
  Shortcode author;
  std::string text;
  Time time{};
  /// Of one that nobody votes on any more; of a younger one they do not count.
  std::optional<std::int64_t> votes;
};
StructDescription describe(Described<CommentEntry>);

/// What a line of a file says of an article.
struct ArticleEntry {
  /// What it is called where it comes from; absent: it is known by its link, or else by author and title.
  std::optional<std::string> id;
  std::string title;
  std::string link;
  std::string text;
  std::vector<GroupName> groups;
  Shortcode author;
  /// Only of an article that is new here; absent: now.
  std::optional<Time> time;
  /// What was counted elsewhere, so that nobody votes on it here; absent: it begins with the author's own.
  std::optional<std::int64_t> votes;
  std::optional<ProductId> product;
  std::vector<CommentEntry> comments;

  ArticleDraft draft() const { return {title, link, text, groups, product}; }
};
StructDescription describe(Described<ArticleEntry>);

}  // namespace stoa::feed
