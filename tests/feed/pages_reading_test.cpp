#include "pages_fixture.h"

namespace stoa::feed::test {
namespace {

using testing::AllOf;

TEST_F(FeedPages, TheBestStandFirst) {
  const ArticleId old = post();
  const ArticleId young = post();
  must(votes.cast(kBoris, old, Vote::Up));
  const std::string html = page("/feed");
  EXPECT_LT(html.find(path_of(old) + "#"), html.find(path_of(young) + "#"));
  const std::string newest = page("/feed/newest");
  EXPECT_GT(newest.find(path_of(old) + "#"), newest.find(path_of(young) + "#"));
}

TEST_F(FeedPages, ALinkLeadsOutwardsWithItsHostBesideIt) {
  must(articles.post(kAnna, link_draft("https://www.example.org/path?x=1", "Read <this>")));
  const std::string html = page("/feed");
  EXPECT_THAT(html, HasSubstr("<a href=\"https://www.example.org/path?x=1\" rel=\"nofollow ugc noopener\">"
                              "Read &lt;this&gt;</a>"));
  EXPECT_THAT(html, HasSubstr(">example.org</small>"));
}

TEST_F(FeedPages, ListsComeInPagesOfTwentyFive) {
  must(groups.create(kAdmin, {group_name("books"), "To read & to keep"}));
  for (int i = 0; i < 27; ++i) post(kAnna, {group_name("books")});
  for (const std::string list : {"/feed", "/feed/newest", "/feed/mine", "/feed/by/anna", "/feed/groups/books",
                                 "/feed/groups/books?order=newest"}) {
    const std::string html = page(list, anna_);
    std::size_t rows = 0;
    for (auto at = html.find("class=\"entry\""); at != html.npos; at = html.find("class=\"entry\"", at + 1))
      ++rows;
    EXPECT_EQ(rows, 25u) << list;
    const auto at = html.find("hx-get=\"/feed", html.find("id=\"more\"")) + 8;
    std::string more = html.substr(at, html.find('"', at) - at);
    for (auto amp = more.find("&amp;"); amp != more.npos; amp = more.find("&amp;")) more.erase(amp + 1, 4);
    const http::Response rest = part(more, "more", anna_);
    EXPECT_EQ(rest.status, 200) << more;
    EXPECT_THAT(body_of(rest),
                AllOf(HasSubstr("class=\"entry\""), Not(HasSubstr("id=\"more\"")), Not(HasSubstr("<html"))))
        << list;
    EXPECT_THAT(page(more, anna_), HasSubstr("Back to the start")) << list;
  }
}

TEST_F(FeedPages, EveryListTellsOfItsAtomFeed) {
  for (const auto& [list, atom] :
       std::map<std::string, std::string>{{"/feed", "/feed/atom.xml"},
                                          {"/feed/newest", "/feed/newest/atom.xml"},
                                          {"/feed/groups/things", "/feed/groups/things/atom.xml"},
                                          {"/feed/by/anna", "/feed/by/anna/atom.xml"}})
    EXPECT_THAT(page(list), testing::ContainsRegex("<link rel=\"alternate\" type=\"application/atom.xml\" "
                                                   "title=\"[^\"]*\" href=\"" +
                                                   atom + "\">"))
        << list;
}

TEST_F(FeedPages, EmptyListsSayWhatWillBeThere) {
  for (const char* list : {"/feed", "/feed/newest", "/feed/mine", "/feed/by/anna", "/feed/groups/things"})
    for (const char* language : {"en", "ru"})
      EXPECT_THAT(page(list, anna_, language), HasSubstr("class=\"empty\"")) << list;
}

TEST_F(FeedPages, OfSomebodyWhoIsNotThereIsNoListAndOfAnAccountThatIsGoneNoProfile) {
  for (const std::string path : {"/feed/by/nobodyhere", "/feed/about/5f0000000000000000000002"})
    EXPECT_EQ(get(path).status, 404) << path;
  const accounts::Identity gone = person("gone_long_ago");
  open_account(gone.name, accounts::State::Removed);
  EXPECT_EQ(get("/feed/by/gone_long_ago").status, 404);
  post(gone);
  EXPECT_THAT(page("/feed/by/gone_long_ago"), Not(HasSubstr("href=\"/users/")));
  EXPECT_THAT(page("/feed/by/anna"), HasSubstr("href=\"/users/anna\""));
}

TEST_F(FeedPages, WhatWasSaidAboutAProductThatIsGoneIsListedStill) {
  ArticleDraft draft = text_draft();
  draft.product = must(ProductId::parse("5f0000000000000000000002"));
  must(articles.post(kAnna, draft));
  EXPECT_THAT(page("/feed/about/5f0000000000000000000002"), HasSubstr("A title"));
}

TEST_F(FeedPages, BadAddressesAreToldSo) {
  EXPECT_EQ(get("/feed/groups/nowhere").status, 404);
  EXPECT_EQ(get("/feed/groups/things?order=worst").status, 400);
  EXPECT_EQ(get("/feed?cursor=xyz").status, 400);
  EXPECT_EQ(get("/feed/4711").status, 404);
  EXPECT_EQ(get("/feed/comments/5f0000000000000000000001").status, 404);
  EXPECT_EQ(get("/feed/mine").status, 303);
}

TEST_F(FeedPages, AListCostsAsManyReadsForMuchAsForLittle) {
  post();
  int before = records.counted();
  page("/feed", boris_);
  const int of_one = records.counted() - before;
  for (int i = 0; i < 20; ++i) say(post());
  before = records.counted();
  page("/feed", boris_);
  EXPECT_EQ(records.counted() - before, of_one);
}

TEST_F(FeedPages, AnArticleIsShownWithItsTextRendered) {
  auto draft = text_draft("On **lamps**");
  draft.text = "They *shine*. <script>alert(1)</script>\n\n[there](https://example.org/)";
  const ArticleId id = must(articles.post(kAnna, draft)).article.id;
  const std::string html = page(path_of(id));
  EXPECT_THAT(html, AllOf(HasSubstr("<em>shine</em>"), Not(HasSubstr("<script>alert")),
                          HasSubstr("rel=\"nofollow ugc\""), HasSubstr("On **lamps**"),
                          HasSubstr("content=\"They shine.")));
}

TEST_F(FeedPages, AnArticleShowsTheCardOfItsProductIfThereIsOne) {
  auto draft = text_draft();
  draft.product = kProduct;
  EXPECT_THAT(page(path_of(must(articles.post(kAnna, draft)).article.id)), HasSubstr("A fine lamp"));
  draft.product = must(ProductId::parse("5f00000000000000000000ff"));
  const std::string path = path_of(must(articles.post(kAnna, draft)).article.id);
  EXPECT_THAT(page(path), Not(HasSubstr("class=\"named\"")));
}

TEST_F(FeedPages, LinksAreForThoseWhoMayUseThem) {
  const ArticleId id = post();
  const std::string path = path_of(id);
  EXPECT_THAT(page(path, anna_), AllOf(HasSubstr(path + "/edit"), HasSubstr(path + "/delete"),
                                       Not(HasSubstr("/feed/report")), Not(HasSubstr("/admin/moderate"))));
  EXPECT_THAT(page(path, boris_), AllOf(Not(HasSubstr(path + "/edit")), Not(HasSubstr(path + "/delete")),
                                        HasSubstr("/feed/report")));
  EXPECT_THAT(page(path, warden_), AllOf(Not(HasSubstr(path + "/edit")), HasSubstr(path + "/delete"),
                                         HasSubstr("/admin/moderate?thing=article:")));
  clock().advance(std::chrono::hours(2));
  EXPECT_THAT(page(path, anna_), Not(HasSubstr(path + "/edit")));
}

TEST_F(FeedPages, WhatIsLockedSaysSoAndTakesNoComments) {
  const ArticleId id = post();
  must(moderation.lock(kAdmin, id, "enough"));
  const std::string html = page(path_of(id), boris_);
  EXPECT_THAT(html, AllOf(HasSubstr("Locked"), Not(HasSubstr("<textarea")), Not(HasSubstr("name=\"vote\""))));
}

TEST_F(FeedPages, WhatIsHiddenIsSeenByItsAuthorAndModerators) {
  const ArticleId id = post();
  must(moderation.hide(kAdmin, Thing::article(id), "spam"));
  EXPECT_EQ(get(path_of(id)).status, 404);
  EXPECT_EQ(get(path_of(id), boris_).status, 404);
  EXPECT_THAT(page(path_of(id), anna_), HasSubstr("Hidden by a moderator"));
  EXPECT_THAT(page(path_of(id), warden_), HasSubstr("Hidden by a moderator"));
  EXPECT_THAT(page("/feed", anna_), Not(HasSubstr(path_of(id) + "#")));
}

TEST_F(FeedPages, AStoneKeepsItsComments) {
  const ArticleId id = post();
  say(id, std::nullopt, kBoris, "I remember");
  must(articles.remove(kAnna, id));
  EXPECT_THAT(page(path_of(id)), AllOf(HasSubstr("removed article"), HasSubstr("I remember"),
                                       Not(HasSubstr("A title")), HasSubstr("noindex")));
}

TEST_F(FeedPages, TheFirstViewIsSmall) {
  for (int i = 0; i < 30; ++i) post();
  http::test::Asked asked(http::Method::Get, "/feed");
  asked.header("Accept", "text/html").header("Accept-Encoding", "gzip").cookie("stoa_session", anna_.text());
  EXPECT_LT(body_of(answer(asked)).size(), 14u * 1024);
}

TEST_F(FeedPages, EveryPageSpeaksRussian) {
  const ArticleId id = post();
  const CommentId comment = say(id);
  for (const std::string& path :
       {std::string("/feed"), path_of(id), path_of(comment), path_of(comment) + "/reply",
        path_of(comment) + "/edit", path_of(comment) + "/delete"})
    EXPECT_THAT(page(path, anna_, "ru"), HasSubstr("<html lang=\"ru\"")) << path;
}

}  // namespace
}  // namespace stoa::feed::test
