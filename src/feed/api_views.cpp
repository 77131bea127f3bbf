#include "feed/api_views.h"

#include "base/fields.h"
#include "feed/markdown.h"

#include <iterator>
#include <utility>

namespace stoa::feed {
namespace {
using http::Call;

/// The fields of the part, then those of `others`, as one struct.
template <class Whole, class Part>
StructDescription beside(Part Whole::*part, StructDescription others) {
  const Whole example{};
  const auto offset =
      reinterpret_cast<const std::byte*>(&(example.*part)) - reinterpret_cast<const std::byte*>(&example);
  StructDescription all = describe(Described<Part>{});
  for (Member& member : all.members) member.offset += static_cast<std::size_t>(offset);
  all.name = std::move(others.name);
  std::ranges::move(others.members, std::back_inserter(all.members));
  return all;
}

Result<std::vector<ArticleView>> with_counts(const Call& call, const Api& api,
                                             std::vector<Article> articles) {
  const auto ids = ids_of(articles);
  const auto threads = STOA_TRY(threads_of(api.records.read(), ids));
  std::vector<Vote> votes;
  if (call.viewer.name) votes = STOA_TRY(api.feed.votes.of_many(*call.viewer.name, BallotBoxes(ids)));
  std::vector<ArticleView> views;
  views.reserve(articles.size());
  for (std::size_t i = 0; i < articles.size(); ++i) {
    ArticleView& view = views.emplace_back();
    view.article = std::move(articles[i]);
    view.comments = threads[i].comments;
    view.locked_at = threads[i].locked_at;
    if (!votes.empty()) view.yours = votes[i];
  }
  return views;
}

}  // namespace

StructDescription describe(Described<ArticleView>) {
  return beside(
      &ArticleView::article,
      fields("Article",
             field("html", &ArticleView::html).help("The text, rendered; where one article is asked for"),
             field("comments", &ArticleView::comments).help("How many are shown"),
             field("locked_at", &ArticleView::locked_at).help("Takes neither comments nor votes since then"),
             field("yours", &ArticleView::yours).help("Your vote, of a member")));
}

StructDescription describe(Described<ArticleViews>) {
  return fields("ArticlePage", field("articles", &ArticleViews::articles),
                field("next", &ArticleViews::next).help("The cursor of the next page; empty at the end"));
}

StructDescription describe(Described<CommentView>) {
  return beside(&CommentView::comment,
                fields("Comment", field("html", &CommentView::html).help("The text, rendered"),
                       field("more", &CommentView::more).help("Direct replies that the page does not show"),
                       field("last_reply", &CommentView::last_reply).help("Ask for more after this one"),
                       field("yours", &CommentView::yours).help("Your vote, of a member")));
}

StructDescription describe(Described<TalkView>) {
  return fields("ThreadPage", field("thread", &TalkView::thread),
                field("comments", &TalkView::comments).help("Each before its replies"),
                field("next", &TalkView::next).help("The cursor of the next page; empty at the end"));
}

StructDescription describe(Described<CommentViews>) {
  return fields("CommentPage", field("comments", &CommentViews::comments),
                field("next", &CommentViews::next).help("The cursor of the next page; empty at the end"));
}

StructDescription describe(Described<CastBallot>) {
  return fields("Ballot", field("vote", &CastBallot::vote).help("none takes the vote back"));
}

Result<ArticleView> view_of(const Call& call, const Api& api, Article article) {
  std::vector<Article> one;
  one.push_back(std::move(article));
  ArticleView view = std::move(STOA_TRY(with_counts(call, api, std::move(one))).front());
  view.html = shown_markdown(view.article.text);
  return view;
}

Result<ArticleViews> view_of(const Call& call, const Api& api, ArticlePage page) {
  return ArticleViews{STOA_TRY(with_counts(call, api, std::move(page.articles))), std::move(page.next)};
}

CommentView view_of(const Call& call, ShownComment shown) {
  CommentView view;
  view.html = shown_markdown(shown.comment.text);
  view.comment = std::move(shown.comment);
  view.more = shown.more;
  view.last_reply = shown.last_reply;
  if (call.viewer.name) view.yours = shown.mine;
  return view;
}

std::vector<CommentView> views_of(const Call& call, std::vector<ShownComment> shown) {
  std::vector<CommentView> views;
  views.reserve(shown.size());
  for (ShownComment& each : shown) views.push_back(view_of(call, std::move(each)));
  return views;
}

TalkView view_of(const Call& call, CommentPage page) {
  return {page.thread, views_of(call, std::move(page.comments)), std::move(page.next)};
}

}  // namespace stoa::feed
