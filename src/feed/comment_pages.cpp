#include "feed/comment_pages.h"

#include "base/fields.h"
#include "feed/comment_unfolding.h"
#include "records/collections.h"
#include "records/typed.h"

#include <algorithm>
#include <unordered_map>

namespace stoa::feed {
namespace {
using records::Query;
using records::collections::comments;

ShownComment shown(Comment comment) {
  if (comment.state != CommentState::Shown) comment.text.clear();
  ShownComment made;
  made.comment = std::move(comment);
  return made;
}

/// What of each comment's replies is not among those that are shown.
void count_unseen(std::vector<ShownComment>& page) {
  std::unordered_map<CommentId, ShownComment*> by_id;
  for (ShownComment& each : page) {
    each.more = each.comment.replies;
    by_id[each.comment.id] = &each;
  }
  for (const ShownComment& each : page) {
    if (!each.comment.parent) continue;
    const auto parent = by_id.find(*each.comment.parent);
    if (parent == by_id.end()) continue;
    --parent->second->more;
    parent->second->last_reply = each.comment.id;
  }
}

Result<std::vector<ShownComment>> unfolded(records::Reader& reader, std::vector<Comment> tops,
                                           std::size_t most) {
  Unfolding unfolding(std::move(tops), most);
  STOA_TRY(unfolding.read_below(reader));
  std::vector<ShownComment> page;
  for (Comment& comment : std::move(unfolding).in_reading_order()) page.push_back(shown(std::move(comment)));
  count_unseen(page);
  return page;
}

Query replies_after(const Comment& parent, const std::optional<CommentId>& after) {
  Query query{.index = "article_parent_id", .equal = {parent.article, parent.id}, .limit = kTopsAPage};
  if (after) query.min = Query::Bound{*after, Query::End::Excluded};
  return query;
}

}  // namespace

EnumDescription describe(Described<CommentOrder>) {
  return names({{"best", CommentOrder::Best}, {"newest", CommentOrder::Newest}});
}

Result<CommentPage> CommentPages::page(ArticleId article, CommentOrder order, std::string cursor,
                                       const std::optional<Shortcode>& viewer) {
  records::Reader& reader = records_.read();
  Query query{.index = "article_parent_votes",
              .equal = {article, std::monostate{}},
              .limit = kTopsAPage,
              .cursor = std::move(cursor)};
  if (order == CommentOrder::Newest) {
    query.index = "article_parent_id";
    query.walk = Query::Walk::Against;
  }
  auto tops = STOA_TRY(records::find<Comment>(reader, comments(), query));
  CommentPage page{STOA_TRY(thread_of(reader, article)), {}, std::move(tops.next)};
  page.comments = STOA_TRY(unfolded(reader, std::move(tops.documents), kMostCommentsAPage));
  STOA_TRY(add_viewer(page, viewer));
  return page;
}

Result<CommentPage> CommentPages::branch(const CommentId& id, const std::optional<CommentId>& after,
                                         const std::optional<Shortcode>& viewer) {
  records::Reader& reader = records_.read();
  auto root = STOA_TRY(records::get<Comment>(reader, comments(), id));
  if (!root) return comment_absent();
  auto replies = STOA_TRY(records::find<Comment>(reader, comments(), replies_after(*root, after)));
  CommentPage page{STOA_TRY(thread_of(reader, root->article)), {}, {}};
  const bool is_all = replies.next.empty();
  std::optional<CommentId> last = after;
  if (!replies.documents.empty()) last = replies.documents.back().id;
  const auto count = static_cast<std::int64_t>(replies.documents.size());
  ShownComment top = shown(*std::move(root));
  top.last_reply = last;
  // One that came after the comment itself was read is not in its count.
  if (!is_all) top.more = after ? 1 : std::max<std::int64_t>(1, top.comment.replies - count);
  page.comments.push_back(std::move(top));
  auto below = STOA_TRY(unfolded(reader, std::move(replies.documents), kMostCommentsAPage - 1));
  std::ranges::move(below, std::back_inserter(page.comments));
  STOA_TRY(add_viewer(page, viewer));
  return page;
}

Result<CommentPage> CommentPages::by_author(const Shortcode& author, std::string cursor,
                                            const std::optional<Shortcode>& viewer) {
  auto found = STOA_TRY(records::find<Comment>(records_.read(), comments(),
                                               {.index = "author_id",
                                                .equal = {author.text()},
                                                .walk = Query::Walk::Against,
                                                .limit = kTopsAPage,
                                                .cursor = std::move(cursor)}));
  CommentPage page{{}, {}, std::move(found.next)};
  for (Comment& comment : found.documents) page.comments.push_back(shown(std::move(comment)));
  STOA_TRY(add_viewer(page, viewer));
  return page;
}

Result<void> CommentPages::add_viewer(CommentPage& page, const std::optional<Shortcode>& viewer) {
  if (!viewer) return {};
  std::vector<CommentId> ids;
  ids.reserve(page.comments.size());
  for (const ShownComment& each : page.comments) ids.push_back(each.comment.id);
  const auto votes = STOA_TRY(votes_of(records_.read(), *viewer, ids));
  for (std::size_t i = 0; i < votes.size(); ++i) page.comments[i].mine = votes[i];
  return {};
}

}  // namespace stoa::feed
