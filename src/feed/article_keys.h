#pragma once
#include "base/ids.h"
#include "feed/article.h"
#include "keyspace/keys.h"

#include <optional>
#include <string>
#include <string_view>

namespace stoa::feed {

inline keyspace::HashKey article_key(ArticleId id) {
  return keyspace::keys::article(static_cast<std::uint64_t>(id));
}
inline keyspace::SetKey upvoted_key(ArticleId id) {
  return keyspace::keys::upvoted(static_cast<std::uint64_t>(id));
}
inline keyspace::SetKey downvoted_key(ArticleId id) {
  return keyspace::keys::downvoted(static_cast<std::uint64_t>(id));
}

/// As an article stands in sets: `article:12`.
inline std::string member_of(ArticleId id) {
  return "article:" + std::to_string(id);
}
/// nullopt for what is no article's.
std::optional<ArticleId> article_of(std::string_view member);

/// As a person stands in them: `user:anna`.
inline std::string member_of(const Shortcode& name) {
  return "user:" + name.text();
}
/// nullopt for what is no person's.
std::optional<Shortcode> user_of(std::string_view member);

}  // namespace stoa::feed
