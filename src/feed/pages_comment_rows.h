#pragma once
#include "feed/comment_pages.h"
#include "feed/pages_front.h"

#include <span>
#include <string_view>

namespace stoa::feed {

/// Whether one can still answer and vote: not where the article is locked, hidden or gone.
enum class Conversation { Open, Over };

/// What a page adds to its comments.
Conversation conversation_of(const Article&, const Thread&);

/// As feed/comments.html takes them, for the one who asks. Comments stand in the order of reading; each row
/// opens the list of its replies, and closes those that end with it. `ends` of the last row closes all but
/// the uppermost list. No reads.
List comment_rows(const Call&, const Front&, std::span<const ShownComment>, Conversation);

/// Where the replies of `parent` go on that its page does not show; nothing when there are none.
http::Value more_replies(const ShownComment& parent);

/// Markdown as a page shows it. What was let in is never refused here; should it be, it is left out.
http::Html rendered(std::string_view text);

}  // namespace stoa::feed
