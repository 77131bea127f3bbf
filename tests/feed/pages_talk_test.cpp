#include "pages_fixture.h"

namespace stoa::feed::test {
namespace {

using testing::AllOf;

std::size_t count_of(std::string_view html, std::string_view what) {
  std::size_t count = 0;
  for (auto at = html.find(what); at != html.npos; at = html.find(what, at + what.size())) ++count;
  return count;
}

/// Each list and each comment that is opened is closed.
void expect_balanced(std::string_view html) {
  for (const std::string tag : {"ol", "li", "details", "div", "form"})
    EXPECT_EQ(count_of(html, "<" + tag + ">") + count_of(html, "<" + tag + " "),
              count_of(html, "</" + tag + ">"))
        << tag;
}

/// Whoever goes from heading to heading misses none.
void expect_no_level_skipped(std::string_view html, const std::string& where) {
  int last = 0;
  for (auto at = html.find("<h"); at != html.npos; at = html.find("<h", at + 2)) {
    const int level = html[at + 2] - '0';
    if (level < 1 || level > 6) continue;
    EXPECT_LE(level, last + 1) << where << ": " << html.substr(at, 60);
    last = level;
  }
  EXPECT_GE(last, 1) << where;
}

class TalkPages : public FeedPages {
 protected:
  std::string form_path(ArticleId id) { return path_of(id) + "/comments"; }
};

TEST_F(TalkPages, ACommentIsWrittenAnsweredChangedAndDeleted) {
  const ArticleId id = post();
  const http::Response written = send(form_path(id), field("text", "Well *said*"), boris_);
  EXPECT_EQ(written.status, 303);
  EXPECT_THAT(location(written), testing::StartsWith(path_of(id) + "?order=newest#c-"));
  EXPECT_THAT(page(path_of(id)), HasSubstr("Well <em>said</em>"));
  const CommentId first = all_comments().at(0).id;
  EXPECT_EQ(send(form_path(id), field("text", "Indeed") + "&answered=" + first.hex(), anna_).status, 303);
  EXPECT_EQ(stored(first)->replies, 1);
  EXPECT_EQ(send(path_of(first) + "/edit", field("text", "Better said"), boris_).status, 303);
  EXPECT_THAT(page(path_of(id)), AllOf(HasSubstr("Better said"), HasSubstr("edited")));
  EXPECT_EQ(send(path_of(first) + "/delete", "", anna_).status, 403);
  EXPECT_EQ(send(path_of(first) + "/delete", "", boris_).status, 303);
  EXPECT_THAT(page(path_of(id)), AllOf(HasSubstr("This comment was deleted"), HasSubstr("Indeed"),
                                       Not(HasSubstr("Better said"))));
  expect_comments_agree();
}

TEST_F(TalkPages, ACommentThatBeginsWithAHeadingSkipsNoLevel) {
  const ArticleId id = post();
  const CommentId comment = say(id, std::nullopt, kBoris, "### So it is\n\nTruly.");
  for (const std::string& path :
       {path_of(id), path_of(comment), path_of(comment) + "/reply", path_of(comment) + "/delete"}) {
    const std::string html = page(path, boris_);
    EXPECT_THAT(html, HasSubstr("<h3>So it is</h3>")) << path;
    expect_no_level_skipped(html, path);
  }
}

TEST_F(TalkPages, WhatIsWrongIsSaidAndWhatWasTypedIsKept) {
  const ArticleId id = post();
  const http::Response empty = send(form_path(id), field("text", "  "), boris_);
  EXPECT_EQ(empty.status, 422);
  EXPECT_THAT(body_of(empty), HasSubstr("Write something first."));
  const std::string deep = std::string(300, '>') + " <b>deep</b>";
  const http::Response wrong = send(form_path(id), field("text", deep), boris_);
  EXPECT_EQ(wrong.status, 422);
  EXPECT_THAT(body_of(wrong), AllOf(HasSubstr("&lt;b&gt;deep"), HasSubstr("aria-invalid=\"true\"")));
  const http::Response part = send(form_path(id), field("text", ""), boris_, By::Htmx);
  EXPECT_EQ(part.status, 422);
  EXPECT_EQ(header_of(part, "HX-Retarget"), "#reply");
  EXPECT_EQ(send(form_path(id), field("text", "x") + "&more=1", boris_).status, 400);
  EXPECT_TRUE(all_comments().empty());
}

TEST_F(TalkPages, AnswersComeInPlaceWithHtmx) {
  const ArticleId id = post();
  const CommentId first = say(id);
  const http::Response form = part(path_of(first) + "/reply", "reply-" + first.hex(), boris_);
  EXPECT_THAT(body_of(form), AllOf(HasSubstr("<textarea"), HasSubstr("value=\"" + first.hex() + "\""),
                                   Not(HasSubstr("<html"))));
  const std::string html =
      body_of(send(form_path(id), field("text", "Indeed") + "&answered=" + first.hex(), boris_, By::Htmx));
  EXPECT_THAT(html,
              AllOf(HasSubstr("<ol class=\"replies\">"), HasSubstr("Indeed"), HasSubstr("hx-swap-oob")));
  expect_balanced(html);
  EXPECT_THAT(page(path_of(first) + "/reply", boris_), AllOf(HasSubstr("well said"), HasSubstr("<textarea")));
}

TEST_F(TalkPages, ACommentOnTheArticleComesWithAFreshForm) {
  const ArticleId id = post();
  const std::string html = body_of(send(form_path(id), field("text", "Indeed"), boris_, By::Htmx));
  EXPECT_THAT(html,
              AllOf(HasSubstr("<div id=\"reply\" hx-swap-oob"), HasSubstr("<textarea"), HasSubstr("Indeed")));
  expect_balanced(html);
}

TEST_F(TalkPages, RepliesStandWithinWhatTheyAnswer) {
  const ArticleId id = post();
  CommentId deepest = say(id);
  for (int i = 0; i < 12; ++i) deepest = say(id, deepest, i % 2 == 0 ? kBoris : kAnna);
  say(id);
  const std::string html = page(path_of(id), anna_);
  expect_balanced(html);
  EXPECT_EQ(count_of(html, "class=\"replies\""), static_cast<std::size_t>(kDeepestComment));
  EXPECT_THAT(html, HasSubstr("An answer to another reply"));
}

TEST_F(TalkPages, AThreadOfAnyLengthIsAPageOfBoundedSize) {
  const ArticleId id = post();
  const CommentId top = say(id);
  for (int i = 0; i < 60; ++i) say(id, top, kBoris);
  for (int i = 0; i < 60; ++i) say(id);
  const int before = records.counted();
  const std::string html = page(path_of(id) + "?order=newest", boris_);
  const int reads = records.counted() - before;
  expect_balanced(html);
  EXPECT_EQ(count_of(html, "class=\"comment\""), kTopsAPage);
  EXPECT_THAT(html, HasSubstr("id=\"more\""));
  EXPECT_LE(reads, 12);
}

TEST_F(TalkPages, MoreRepliesComeInPlaceUntilAllAreThere) {
  const ArticleId id = post();
  const CommentId top = say(id);
  for (int i = 0; i < 50; ++i) say(id, top, kBoris);
  const std::string html = page(path_of(id));
  EXPECT_THAT(html, HasSubstr("46 more replies"));
  std::size_t seen = kFirstReplies;
  std::string from = html;
  for (int i = 0; i < 4 && from.find("more-replies") != from.npos; ++i) {
    const auto at = from.find("hx-get=\"/feed/comments/", from.find("more-replies")) + 8;
    const std::string more = from.substr(at, from.find('"', at) - at);
    EXPECT_THAT(page(more), HasSubstr("well said")) << "without scripts";
    from = body_of(part(more, "more-" + top.hex()));
    expect_balanced(from);
    EXPECT_THAT(from, Not(HasSubstr("<html")));
    seen += count_of(from, "class=\"comment\"");
  }
  EXPECT_EQ(seen, 50u);
}

TEST_F(TalkPages, APermalinkShowsTheBranchAndTheWayUp) {
  const ArticleId id = post();
  const CommentId top = say(id, std::nullopt, kAnna, "the top");
  const CommentId below = say(id, top, kBoris, "the branch");
  say(id, below, kAnna, "the leaf");
  const std::string html = page(path_of(below));
  expect_balanced(html);
  EXPECT_THAT(html, AllOf(HasSubstr("the branch"), HasSubstr("the leaf"), Not(HasSubstr("the top")),
                          HasSubstr("href=\"" + path_of(top) + "\""), HasSubstr(path_of(id) + "#talk")));
}

TEST_F(TalkPages, WhatIsHiddenIsShownAsSuch) {
  const ArticleId id = post();
  const CommentId comment = say(id, std::nullopt, kBoris, "nonsense");
  must(moderation.hide(kAdmin, Thing::comment(comment), "spam"));
  EXPECT_THAT(page(path_of(id)), AllOf(Not(HasSubstr("nonsense")), HasSubstr("hidden by a moderator"),
                                       HasSubstr("/feed/log?thing=comment:" + comment.hex())));
  EXPECT_EQ(get(path_of(comment) + "/reply", anna_).status, 404);
}

TEST_F(TalkPages, NobodyTalksWhereItIsOverOrWhoIsBanned) {
  const ArticleId id = post();
  must(moderation.ban(kAdmin, kBoris.name, clock().now() + std::chrono::hours(1), "spam"));
  EXPECT_EQ(send(form_path(id), field("text", "x"), boris_).status, 403);
  must(moderation.lock(kAdmin, id, "enough"));
  EXPECT_EQ(send(form_path(id), field("text", "x"), anna_).status, 409);
  must(moderation.hide(kAdmin, Thing::article(id), "enough"));
  EXPECT_EQ(get(path_of(id)).status, 404);
  EXPECT_TRUE(all_comments().empty());
}

TEST_F(TalkPages, CommentsOfAHiddenArticleAreNotReadByTheirAddress) {
  const ArticleId id = post();
  const CommentId comment = say(id);
  must(moderation.hide(kAdmin, Thing::article(id), "spam"));
  EXPECT_EQ(get(path_of(comment)).status, 404);
  EXPECT_EQ(get(path_of(comment), warden_).status, 200);
}

TEST_F(TalkPages, AfterAnHourACommentIsNotEdited) {
  const CommentId comment = say(post());
  clock().advance(kCommentEditable + std::chrono::seconds(1));
  EXPECT_EQ(get(path_of(comment) + "/edit", anna_).status, 409);
  const http::Response late = send(path_of(comment) + "/edit", field("text", "other"), anna_);
  EXPECT_EQ(late.status, 409);
  EXPECT_THAT(body_of(late), HasSubstr("too late"));
  EXPECT_EQ(stored(comment)->text, "well said");
}

TEST_F(TalkPages, OnlyTheAuthorHasTheFormsOfAComment) {
  const CommentId comment = say(post());
  for (const char* form : {"/edit", "/delete"}) {
    EXPECT_EQ(get(path_of(comment) + form).status, 303) << form;
    EXPECT_EQ(get(path_of(comment) + form, boris_).status, 403) << form;
    EXPECT_EQ(get(path_of(comment) + form, anna_).status, 200) << form;
  }
}

TEST_F(TalkPages, AProductPageHearsWhatIsSaidAboutIt) {
  const std::string path = "/fragments/talk/" + kProduct.hex();
  EXPECT_THAT(body_of(part(path, "")),
              AllOf(HasSubstr("Nobody has written"), HasSubstr("/feed/new?product=" + kProduct.hex())));
  for (int i = 0; i < 7; ++i) {
    auto draft = text_draft("Lamp " + std::to_string(i));
    draft.product = kProduct;
    clock().advance(std::chrono::seconds(1));
    must(articles.post(kAnna, draft));
  }
  const std::string html = body_of(part(path, ""));
  EXPECT_THAT(html, AllOf(HasSubstr("Lamp 6"), HasSubstr("Lamp 2"), Not(HasSubstr("Lamp 1")),
                          HasSubstr("/feed/about/" + kProduct.hex())));
  EXPECT_THAT(page("/feed/about/" + kProduct.hex()), AllOf(HasSubstr("Lamp 0"), HasSubstr("A fine lamp")));
}

}  // namespace
}  // namespace stoa::feed::test
