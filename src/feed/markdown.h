#pragma once
#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace stoa::feed {

/// In bytes: 20,000 characters, whatever their language.
inline constexpr std::size_t kMostMarkdown = 80'000;

/// CommonMark with strike-through and bare links as HTML that can stand in any page, whoever wrote it: only
/// p, br, hr, h3 to h6, blockquote, ul, ol, li, pre, code, em, strong, del and a, all else escaped. The first
/// heading is h3 and none skips a level, whatever was written. A link is one to http, https or mailto, of at
/// most 2,000 characters, with rel="nofollow ugc"; any other stays as its text, and an image becomes a link
/// to it. Control characters and those that turn the direction of what follows are left out.
/// Time and memory grow with the text's length only. Invalid (`markdown.too_long`) for more than `most`
/// bytes, (`markdown.too_deep`) for quotes, lists or emphasis in one another beyond any reader's need,
/// (`markdown.too_large`) when the HTML would outgrow the text by far, (`markdown.not_text`) for bytes that
/// are no UTF-8.
Result<std::string> render_markdown(std::string_view text, std::size_t most = kMostMarkdown);

/// The same of what was looked at when it came, and empty for what cannot be shown all the same: another
/// program may have put it into the store.
std::string shown_markdown(std::string_view text);

/// Whether nothing of the text would be seen: spaces, controls and characters without width only.
bool is_blank(std::string_view text);

}  // namespace stoa::feed
