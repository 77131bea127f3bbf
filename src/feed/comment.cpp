#include "feed/comment.h"

#include "base/fields.h"
#include "base/readable.h"
#include "base/utf8.h"
#include "feed/markdown.h"

#include <fmt/format.h>

namespace stoa::feed {

EnumDescription describe(Described<CommentState>) {
  return names(
      {{"shown", CommentState::Shown}, {"hidden", CommentState::Hidden}, {"deleted", CommentState::Deleted}});
}

StructDescription describe(Described<Comment>) {
  return fields("Comment", field("id", &Comment::id).stored_as("_id"), field("article", &Comment::article),
                field("parent", &Comment::parent),
                field("answers", &Comment::answers)
                    .help("The comment that was answered, where it stands too deep to have replies below it"),
                field("depth", &Comment::depth), field("author", &Comment::author),
                field("text", &Comment::text).help("Markdown"), field("votes", &Comment::votes),
                field("replies", &Comment::replies),
                field("first_replies", &Comment::first_replies).documents_only().otherwise({}),
                field("state", &Comment::state), field("posted_at", &Comment::posted_at),
                field("edited_at", &Comment::edited_at));
}

Result<void> check_comment_text(std::string_view text) {
  STOA_TRY(render_markdown(text));
  if (is_blank(text))
    return Error{Error::Kind::Invalid, "comment.empty", "the comment says nothing; write something"};
  if (const auto length = count_code_points(text); length > kMostComment)
    return Error{
        Error::Kind::Invalid, "comment.too_long",
        fmt::format("the comment has {} characters, and {} are allowed; shorten it", length, kMostComment)};
  if (const Reading reading = read_as_shown(text, Lines::Many); !reading.fault.empty())
    return Error{Error::Kind::Invalid, "comment.unreadable", "the comment " + reading.fault};
  return {};
}

Error comment_absent() {
  return {Error::Kind::NotFound, "comment.absent", "there is no such comment, or it was deleted"};
}

}  // namespace stoa::feed
