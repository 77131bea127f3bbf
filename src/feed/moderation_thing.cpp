#include "feed/moderation_thing.h"

#include "feed/article_keys.h"

#include <optional>

namespace stoa::feed {
namespace {

constexpr std::string_view kComment = "comment:";

std::optional<Thing> thing_from(std::string_view text) {
  if (const auto article = article_of(text)) return Thing::article(*article);
  if (text.starts_with(kComment)) {
    const auto id = CommentId::parse(text.substr(kComment.size()));
    if (id.ok()) return Thing::comment(*id);
  }
  if (const auto user = user_of(text)) return Thing::user(*user);
  return std::nullopt;
}

}  // namespace

Thing Thing::article(ArticleId id) {
  return {id, member_of(id)};
}

Thing Thing::comment(const CommentId& id) {
  return {id, std::string(kComment) + id.hex()};
}

Thing Thing::user(const Shortcode& name) {
  return {name, member_of(name)};
}

Result<Thing> Thing::parse(std::string_view text) {
  if (auto thing = thing_from(text)) return *std::move(thing);
  return Error{Error::Kind::Invalid, "thing.unknown",
               "this names neither an article (article:12), a comment (comment:…) nor a person (user:anna)"};
}

}  // namespace stoa::feed
