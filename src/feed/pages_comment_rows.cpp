#include "feed/pages_comment_rows.h"

#include "feed/addresses.h"
#include "feed/api.h"
#include "feed/comments.h"
#include "feed/markdown.h"
#include "feed/pages_vote.h"

namespace stoa::feed {
namespace {

/// The end of a list of replies.
Fields end_of(const ShownComment& parent) {
  return {{"more", more_replies(parent)}, {"count", parent.more}, {"parent", parent.comment.id}};
}

class Rows {
 public:
  Rows(const Call& call, const Front& front, std::span<const ShownComment> comments,
       Conversation conversation)
      : call_(call),
        viewer_(viewer_of(call)),
        now_(front.clock.now()),
        comments_(comments),
        conversation_(conversation) {}

  List all() && {
    List rows;
    rows.reserve(comments_.size());
    for (std::size_t i = 0; i < comments_.size(); ++i) rows.push_back(row(i));
    return rows;
  }

 private:
  Fields row(std::size_t i) {
    const ShownComment& shown = comments_[i];
    const Comment& comment = shown.comment;
    const bool has_replies = i + 1 < comments_.size() && comments_[i + 1].comment.depth > comment.depth;
    const bool opens = has_replies || shown.more > 0;
    Fields row{{"id", comment.id},
               {"author", comment.author},
               {"when", comment.posted_at},
               {"edited", comment.edited_at.has_value()},
               {"shown", comment.state == CommentState::Shown},
               {"hidden", comment.state == CommentState::Hidden},
               {"deleted", comment.state == CommentState::Deleted},
               {"replies", comment.replies},
               {"answers", comment.answers},
               {"opens", opens},
               {"is_admin", viewer_ && viewer_->role == accounts::Role::Admin}};
    if (opens) open_.push_back(&shown);
    row.set("ends", has_replies ? List() : ends(i));
    if (comment.state == CommentState::Shown) add_words(row, shown);
    return row;
  }

  void add_words(Fields& row, const ShownComment& shown) const {
    const Comment& comment = shown.comment;
    const bool is_open = conversation_ == Conversation::Open;
    const bool is_mine = viewer_ && comment.author == viewer_->name;
    row.set("markup", rendered(comment.text));
    row.set("can_reply", is_open);
    row.set("can_edit", is_mine && is_editable(comment, now_));
    row.set("is_mine", is_mine);
    add_vote(row, is_open ? ballot_of(call_, comment, now_) : Ballot::Closed, anchor_of(comment.id),
             address_of(comment.id) + "/vote", comment.votes, shown.mine);
  }

  /// The lists of replies whose last is the `i`th.
  List ends(std::size_t i) {
    const std::int32_t next =
        i + 1 < comments_.size() ? comments_[i + 1].comment.depth : comments_.front().comment.depth;
    List list;
    while (!open_.empty() && open_.back()->comment.depth >= next) {
      list.push_back(end_of(*open_.back()));
      open_.pop_back();
    }
    return list;
  }

  const Call& call_;
  const std::optional<accounts::Identity> viewer_;
  const Time now_;
  const std::span<const ShownComment> comments_;
  const Conversation conversation_;
  /// Whose replies are being listed, uppermost first.
  std::vector<const ShownComment*> open_;
};

}  // namespace

Conversation conversation_of(const Article& article, const Thread& thread) {
  const bool is_open = article.state == ArticleState::Live && !thread.locked_at;
  return is_open ? Conversation::Open : Conversation::Over;
}

List comment_rows(const Call& call, const Front& front, std::span<const ShownComment> comments,
                  Conversation conversation) {
  return Rows(call, front, comments, conversation).all();
}

http::Value more_replies(const ShownComment& parent) {
  if (parent.more <= 0) return {};
  std::string address = address_of(parent.comment.id);
  if (parent.last_reply) address += "?after=" + parent.last_reply->hex();
  return address;
}

http::Html rendered(std::string_view text) {
  return http::Html::trusted(shown_markdown(text));
}

}  // namespace stoa::feed
