#include "feed/addresses.h"

namespace stoa::feed {

std::string address_of(ArticleId id) {
  return "/feed/" + std::to_string(id);
}

std::string address_of(const CommentId& id) {
  return "/feed/comments/" + id.hex();
}

std::string address_of(const Thing& thing) {
  if (const auto* article = std::get_if<ArticleId>(&thing.id())) return address_of(*article);
  if (const auto* comment = std::get_if<CommentId>(&thing.id())) return address_of(*comment);
  return "/feed/by/" + std::get<Shortcode>(thing.id()).text();
}

std::string anchor_of(ArticleId id) {
  return "article-" + std::to_string(id);
}

std::string anchor_of(const CommentId& id) {
  return "c-" + id.hex();
}

}  // namespace stoa::feed
