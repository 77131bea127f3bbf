#include "feed/comment_pages.h"

#include "base/fields.h"
#include "base/shown_marks.h"
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

Query tops_of(ArticleId article, std::string_view index, std::size_t limit) {
  return {.index = index, .equal = {article, std::monostate{}}, .limit = limit};
}

struct Tops {
  std::vector<Comment> comments;
  std::string next;
};

Result<Tops> newest_tops(records::Reader& reader, ArticleId article, std::string cursor) {
  Query query = tops_of(article, "article_parent_id", kTopsAPage);
  query.walk = Query::Walk::Against;
  query.cursor = std::move(cursor);
  auto found = STOA_TRY(records::find<Comment>(reader, comments(), query));
  return Tops{std::move(found.documents), std::move(found.next)};
}

Error bad_cursor() {
  return {Error::Kind::Invalid, "records.cursor",
          "the cursor is not one of this list; begin at the first page, without a cursor"};
}

/// Where a list by votes goes on: what it has shown, and behind which comment when it goes by age.
struct VotesPosition {
  ShownMarks shown;
  bool by_age = false;
  std::optional<CommentId> after;

  static Result<VotesPosition> parse(std::string_view cursor) {
    const auto point = cursor.find('.');
    auto shown = ShownMarks::parse(cursor.substr(0, point), kMostShownByVotes);
    if (!shown) return bad_cursor();
    VotesPosition position{*std::move(shown), point != std::string_view::npos, {}};
    if (!position.by_age || point + 1 == cursor.size()) return position;
    const auto after = CommentId::parse(cursor.substr(point + 1));
    if (!after.ok()) return bad_cursor();
    position.after = *after;
    return position;
  }
  std::string text() const {
    return shown.text() + (by_age ? "." : "") + (after ? after->hex() : std::string());
  }
  Query query(ArticleId article) const {
    // Of so many at least one more than a page has not been shown, or there are no others.
    Query query = tops_of(article, by_age ? "article_parent_id" : "article_parent_votes",
                          shown.size() + kTopsAPage + 1);
    if (by_age) query.walk = Query::Walk::Against;
    if (after) query.max = Query::Bound{*after, Query::End::Excluded};
    return query;
  }
};

Result<Tops> best_tops(records::Reader& reader, ArticleId article, std::string_view cursor) {
  VotesPosition position = STOA_TRY(VotesPosition::parse(cursor));
  auto found = STOA_TRY(records::find<Comment>(reader, comments(), position.query(article))).documents;
  std::erase_if(found, [&](const Comment& comment) { return position.shown.has(comment.id); });
  const bool is_last = found.size() <= kTopsAPage;
  if (!is_last) found.resize(kTopsAPage);
  if (is_last) return Tops{std::move(found), {}};
  if (position.by_age) {
    position.after = found.back().id;
  } else {
    for (const Comment& comment : found) position.shown.show(comment.id);
    position.by_age = position.shown.size() + kTopsAPage > kMostShownByVotes;
  }
  return Tops{std::move(found), position.text()};
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
  auto tops = order == CommentOrder::Newest ? STOA_TRY(newest_tops(reader, article, std::move(cursor)))
                                            : STOA_TRY(best_tops(reader, article, cursor));
  CommentPage page{STOA_TRY(thread_of(reader, article)), {}, std::move(tops.next)};
  page.comments = STOA_TRY(unfolded(reader, std::move(tops.comments), kMostCommentsAPage));
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
