#pragma once
#include "feed/moderation_thing.h"

#include <string>

namespace stoa::feed {

// Where the feed's things stand on the site.
std::string address_of(ArticleId);
std::string address_of(const CommentId&);
/// Of a person, what they posted.
std::string address_of(const Thing&);

/// What a thing is called on a page that has many.
std::string anchor_of(ArticleId);
std::string anchor_of(const CommentId&);

}  // namespace stoa::feed
