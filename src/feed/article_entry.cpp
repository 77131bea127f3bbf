#include "feed/article_entry.h"

#include "base/fields.h"

namespace stoa::feed {
namespace {
constexpr std::size_t kLongestName = 200, kMostComments = 20'000;
constexpr std::int64_t kMostVotes = 1'000'000;
}  // namespace

StructDescription describe(Described<CommentEntry>) {
  using Entry = CommentEntry;
  return fields("CommentEntry", field("id", &Entry::id).length(1, kLongestName),
                field("parent", &Entry::parent).length(1, kLongestName), field("author", &Entry::author),
                field("text", &Entry::text), field("time", &Entry::time),
                field("votes", &Entry::votes).range(-kMostVotes, kMostVotes));
}

StructDescription describe(Described<ArticleEntry>) {
  using Entry = ArticleEntry;
  return fields(
      "ArticleEntry", field("id", &Entry::id).length(1, kLongestName), field("title", &Entry::title),
      field("link", &Entry::link).otherwise({}), field("text", &Entry::text).otherwise({}),
      field("groups", &Entry::groups), field("author", &Entry::author), field("time", &Entry::time),
      field("votes", &Entry::votes).range(-kMostVotes, kMostVotes), field("product", &Entry::product),
      field("comments", &Entry::comments).otherwise({}).items(0, kMostComments));
}

}  // namespace stoa::feed
