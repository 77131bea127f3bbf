#pragma once
#include "base/clock.h"
#include "base/described.h"
#include "feed/article.h"
#include "records/outbox.h"
#include "records/records.h"

#include <map>
#include <string>
#include <string_view>

namespace stoa::feed {

/// What the feed's record transactions put into the outbox: topics and their payloads, which are BSON.

inline constexpr std::string_view kThreadChanged = "article.thread";
/// Whether the article is hidden or locked may have changed: the article in the keyspace is to be made what
/// its thread says.
struct ThreadChanged {
  ArticleId article = 0;
};
StructDescription describe(Described<ThreadChanged>);

inline constexpr std::string_view kArticleRemoved = "article.removed";
/// A moderator has removed it: a stone is to be left of it.
struct ArticleRemoved {
  ArticleId article = 0;
  Time at{};
};
StructDescription describe(Described<ArticleRemoved>);

/// By topic.
std::map<std::string, records::Outbox::Listener, std::less<>> listeners();

}  // namespace stoa::feed
