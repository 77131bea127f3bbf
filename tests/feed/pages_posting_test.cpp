#include "http/compression.h"
#include "pages_fixture.h"

#include <algorithm>

namespace stoa::feed::test {
namespace {
using http::Response;
using namespace testing;
using namespace std::chrono_literals;

class PostingPages : public FeedPages {
 protected:
  static std::string joined(std::initializer_list<std::pair<std::string_view, std::string_view>> fields) {
    std::string form;
    for (const auto& [name, value] : fields) http::append_field(name, value, form);
    return form;
  }
  static std::string text_form(std::string_view title = "A title") {
    return joined({{"title", title}, {"text", "What *I* have to say"}, {"group", "things"}});
  }
  Article only_article() {
    const ArticlePage page = must(lists.newest(10, ""));
    EXPECT_EQ(page.articles.size(), 1u);
    return page.articles.at(0);
  }
  static int burst_of(std::string_view action) {
    const auto rules = bucket_rules();
    return std::ranges::find(rules, action, &http::BucketRule::action)->burst;
  }
  bool nothing_posted() { return must(lists.newest(10, "")).articles.empty(); }
  void ban_anna() { must(moderation.ban(kAdmin, kAnna.name, clock().now() + 48h, "Too many <b>lamps</b>")); }
};

TEST_F(PostingPages, GuestsAreAskedToLogIn) {
  const Response answer = get("/feed/new?product=" + kProduct.hex());
  EXPECT_EQ(answer.status, 303);
  EXPECT_THAT(location(answer), StartsWith("/login?next=%2Ffeed%2Fnew"));
}

TEST_F(PostingPages, ATextIsPostedIntoGroupsThatWereTickedAndTyped) {
  must(groups.create(kAnna, {group_name("lamps"), ""}));
  const Response answer = send("/feed/new",
                               joined({{"title", "Light"},
                                       {"link", ""},
                                       {"text", "x"},
                                       {"group", "things"},
                                       {"groups", " lamps, things "},
                                       {"product", ""}}),
                               anna_);
  ASSERT_EQ(answer.status, 303) << body_of(answer);
  const Article article = only_article();
  EXPECT_EQ(location(answer), path_of(article.id));
  EXPECT_EQ(article.title, "Light");
  EXPECT_THAT(article.groups, ElementsAre(group_name("lamps"), group_name("things")));
}

TEST_F(PostingPages, ALinkThatIsThereLeadsToItsArticle) {
  const ArticleId there = must(articles.post(kBoris, link_draft("https://example.org/a"))).article.id;
  const Response answer =
      send("/feed/new",
           joined({{"title", "Again"}, {"link", "https://example.org/a#x"}, {"group", "things"}}), anna_);
  EXPECT_EQ(answer.status, 303);
  EXPECT_EQ(location(answer), path_of(there));
  EXPECT_EQ(only_article().title, "A title");
}

TEST_F(PostingPages, ALinkWhoseArticleIsHiddenIsRefusedBesideItsField) {
  const ArticleId there = must(articles.post(kBoris, link_draft("https://example.org/a"))).article.id;
  must(moderation.hide(kAdmin, Thing::article(there), "spam"));
  const Response answer =
      send("/feed/new", joined({{"title", "Again"}, {"link", "https://example.org/a"}, {"group", "things"}}),
           anna_);
  EXPECT_EQ(answer.status, 422);
  EXPECT_THAT(body_of(answer), AllOf(HasSubstr("a moderator has hidden"), Not(HasSubstr(path_of(there)))));
}

TEST_F(PostingPages, EverythingThatIsWrongIsSaidAtOnceAndWhatWasTypedIsKept) {
  const Response answer = send("/feed/new",
                               joined({{"title", "  "},
                                       {"link", "javascript:alert(1)"},
                                       {"text", "a\xe2\x80\xae b"},
                                       {"groups", "Not_A_Name <i>"},
                                       {"product", "ffffffffffffffffffffffff"}}),
                               anna_);
  EXPECT_EQ(answer.status, 422);
  const std::string html = body_of(answer);
  EXPECT_THAT(html, AllOf(HasSubstr("There are 5 things to put right"), HasSubstr("href=\"#title\""),
                          HasSubstr("href=\"#link\""), HasSubstr("href=\"#text\""),
                          HasSubstr("href=\"#groups\""), HasSubstr("href=\"#product\"")));
  EXPECT_THAT(html, AllOf(HasSubstr("javascript:alert(1)"), HasSubstr("Not_A_Name &lt;i&gt;"),
                          HasSubstr("value=\"ffffffffffffffffffffffff\"")));
  EXPECT_THAT(html, Not(HasSubstr("href=\"javascript:")));
  EXPECT_TRUE(nothing_posted());
}

TEST_F(PostingPages, BadFormsChangeNothingInEitherLanguage) {
  std::string six;
  for (int i = 0; i < 6; ++i) {
    must(groups.create(kAdmin, {group_name("group-" + std::to_string(i)), ""}));
    http::append_field("group", "group-" + std::to_string(i), six);
  }
  const std::string long_link = "https://example.org/" + std::string(2000, 'a');
  const std::string words = joined({{"title", "T"}, {"text", "x"}});
  const std::pair<std::string, std::string> bad[] = {
      {joined({{"title", "T"}, {"group", "things"}}), "Give a link, a text or both"},
      {joined({{"title", "T"}, {"link", "data:text/html,x"}, {"group", "things"}}), "A link begins with"},
      {joined({{"title", "T"}, {"link", long_link}, {"group", "things"}}), "A link begins with"},
      {joined({{"title", std::string(201, 'x')}, {"text", "x"}, {"group", "things"}}), "A title needs words"},
      {joined({{"title", "T"}, {"text", std::string(20'001, 'x')}, {"group", "things"}}),
       "A text has at most"},
      {joined({{"title", "T"}, {"text", std::string(5'000, '>')}, {"group", "things"}}), "too deep"},
      {words, "in at least one group"},
      {words + "&" + six, "in at least one group"},
      {words + "&groups=absent", "no group “absent”"},
      {words + "&group=things&product=12", "knows no such product"}};
  for (const auto& [form, complaint] : bad) {
    clock().advance(1h);
    const Response answer = send("/feed/new", form, anna_);
    EXPECT_EQ(answer.status, 422) << complaint;
    EXPECT_THAT(body_of(answer), HasSubstr(complaint));
  }
  EXPECT_TRUE(nothing_posted());
  EXPECT_EQ(send("/feed/new", text_form() + "&evil=1", anna_).status, 400);
}

TEST_F(PostingPages, AProductIsPrefilledShownAndKept) {
  const std::string form = page("/feed/new?product=" + kProduct.hex(), anna_);
  EXPECT_THAT(form, AllOf(HasSubstr("value=\"" + kProduct.hex() + "\""), HasSubstr("A fine lamp")));
  const Response answer =
      send("/feed/new",
           text_form() + "&" + field("product", "https://stoa.example/products/" + kProduct.hex()), anna_);
  EXPECT_EQ(answer.status, 303);
  EXPECT_EQ(only_article().product, kProduct);
}

TEST_F(PostingPages, TheGroupThatTheAddressNamesIsTicked) {
  EXPECT_THAT(page("/feed/new?group=things", anna_), HasSubstr("value=\"things\" checked"));
  EXPECT_THAT(page("/feed/new", anna_), Not(HasSubstr(" checked")));
}

TEST_F(PostingPages, APreviewShowsTheTextKeepsTheFormAndPostsNothing) {
  const std::string form = text_form("My title") + "&groups=other+names&product=" + kProduct.hex();
  const Response whole = send("/feed/new/preview", form + "&preview=1", anna_);
  EXPECT_EQ(whole.status, 200);
  EXPECT_THAT(body_of(whole), AllOf(HasSubstr("What <em>I</em> have to say"), HasSubstr("value=\"My title\""),
                                    HasSubstr("What *I* have to say"), HasSubstr("value=\"things\" checked"),
                                    HasSubstr("value=\"other names\""), HasSubstr("A fine lamp")));
  const Response part = send("/feed/new/preview", form, anna_, By::Htmx);
  EXPECT_THAT(body_of(part), AllOf(HasSubstr("<em>I</em>"), Not(HasSubstr("<form"))));
  const Response deep = send("/feed/new/preview", field("text", std::string(5'000, '>')), anna_, By::Htmx);
  EXPECT_THAT(body_of(deep), AllOf(HasSubstr("too deep"), Not(HasSubstr("<form"))));
  EXPECT_TRUE(nothing_posted());
}

TEST_F(PostingPages, AFormThatIsSentTwiceIsPostedOnce) {
  // Of one page: the same token too.
  const std::string form =
      "csrf=" + http::Csrf(secret_).token(anna_.text()) + "&idempotency_key=once&" + text_form();
  const auto click = [&] {
    http::test::Asked asked(http::Method::Post, "/feed/new");
    asked.cookie("stoa_session", anna_.text()).header("Accept", "text/html").form(form);
    return answer(asked);
  };
  const Response first = click();
  const Response second = click();
  EXPECT_EQ(first.status, 303);
  EXPECT_EQ(location(second), location(first));
  EXPECT_EQ(must(lists.newest(10, "")).articles.size(), 1u);
}

TEST_F(PostingPages, FormsThatAreRefusedCostNothingOfWhatOneMayPost) {
  const int burst = burst_of("post");
  for (int i = 0; i < burst + 5; ++i) EXPECT_EQ(send("/feed/new", "title=+&group=things", anna_).status, 422);
  for (int i = 0; i < burst; ++i) EXPECT_EQ(send("/feed/new", text_form(), anna_).status, 303);
  EXPECT_EQ(send("/feed/new", text_form(), anna_).status, 429);
}

TEST_F(PostingPages, ALinkThatIsThereCostsNothingOfWhatOneMayPost) {
  const std::string form = "title=T&link=https%3A%2F%2Fexample.org%2F&group=things";
  for (int i = 0; i < burst_of("post") + 5; ++i) EXPECT_EQ(send("/feed/new", form, anna_).status, 303);
  EXPECT_EQ(send("/feed/new", text_form(), anna_).status, 303);
}

TEST_F(PostingPages, FormsThatAreRefusedAreBoundedAllTheSame) {
  int refused = 0;
  while (send("/feed/new", "title=+&group=things", anna_).status == 422) ++refused;
  EXPECT_EQ(refused, burst_of("post") + burst_of("article"));
  EXPECT_EQ(send("/feed/new", text_form(), anna_).status, 429);
}

TEST_F(PostingPages, WhoIsBannedIsToldUntilWhenAndWhy) {
  const ArticleId own = post(kAnna);
  must(groups.create(kAnna, {group_name("desks"), ""}));
  ban_anna();
  const std::string edit = path_of(own) + "/edit", move = path_of(own) + "/groups";
  const std::string describe = "/feed/groups/desks/edit";
  for (const std::string& path :
       {std::string("/feed/new"), std::string("/feed/groups/new"), edit, move, describe}) {
    const Response answer = get(path, anna_);
    EXPECT_EQ(answer.status, 403) << path;
    EXPECT_THAT(body_of(answer), AllOf(HasSubstr("Too many &lt;b&gt;lamps&lt;/b&gt;"), HasSubstr("warden")));
  }
  EXPECT_EQ(send("/feed/new", text_form(), anna_).status, 403);
  EXPECT_EQ(send("/feed/groups/new", "name=lamps", anna_).status, 403);
  EXPECT_EQ(send(edit, "title=T&text=x", anna_).status, 403);
  EXPECT_EQ(send(move, "put=desks", anna_).status, 403);
  EXPECT_EQ(send(describe, "description=Buy", anna_).status, 403);
  EXPECT_EQ(only_article().title, "A title");
  EXPECT_THAT(only_article().groups, testing::ElementsAre(kGroup));
  clock().advance(49h);
  EXPECT_EQ(get("/feed/new", anna_).status, 200);
}

TEST_F(PostingPages, AnArticleIsEditedByItsAuthorForAnHour) {
  const ArticleId id = post(kAnna);
  const std::string edit = path_of(id) + "/edit";
  EXPECT_THAT(page(edit, anna_), HasSubstr("What I have to say"));
  EXPECT_EQ(get(edit, boris_).status, 403);
  EXPECT_EQ(send(edit, "title=Theirs&text=x", boris_).status, 403);
  const Response wrong = send(edit, "title=+&text=new+words", anna_);
  EXPECT_EQ(wrong.status, 422);
  EXPECT_THAT(body_of(wrong), AllOf(HasSubstr("A title needs words"), HasSubstr("new words")));
  const Response preview = send(edit, "title=T&text=**x**&preview=1", anna_);
  EXPECT_THAT(body_of(preview), HasSubstr("<strong>x</strong>"));
  EXPECT_EQ(must(articles.find(id)).title, "A title");
  EXPECT_EQ(location(send(edit, "title=Better&text=x", anna_)), path_of(id));
  EXPECT_EQ(must(articles.find(id)).title, "Better");
  clock().advance(1h);
  for (const Response& late : {get(edit, anna_), send(edit, "title=Late&text=x", anna_)}) {
    EXPECT_EQ(late.status, 409);
    EXPECT_THAT(body_of(late), HasSubstr("It is too late to change it"));
  }
  EXPECT_EQ(must(articles.find(id)).title, "Better");
}

TEST_F(PostingPages, WhatIsHiddenStaysAsItWasWhenItWasHidden) {
  const ArticleId id = post();
  must(moderation.hide(kAdmin, Thing::article(id), "spam"));
  for (const std::string form : {"/edit", "/groups"}) {
    const Response refused = get(path_of(id) + form, anna_);
    EXPECT_EQ(refused.status, 409) << form;
    EXPECT_THAT(body_of(refused), AllOf(HasSubstr("While it is hidden"), Not(HasSubstr("<textarea"))));
  }
  EXPECT_EQ(send(path_of(id) + "/edit", "title=Better&text=Well", anna_).status, 409);
  EXPECT_EQ(send(path_of(id) + "/groups", "take=things", anna_).status, 409);
  EXPECT_EQ(must(articles.find(id)).title, "A title");
  EXPECT_EQ(code_of(articles.edit(kAnna, id, {"Better", "Well"})), "article.hidden");
  EXPECT_EQ(code_of(articles.put_into(kAnna, id, kGroup)), "article.hidden");
  EXPECT_EQ(code_of(articles.take_out_of(kAnna, id, kGroup)), "article.hidden");
  EXPECT_THAT(page(path_of(id), anna_),
              AllOf(Not(HasSubstr(path_of(id) + "/groups")), HasSubstr(path_of(id) + "/delete")));
  EXPECT_EQ(get(path_of(id) + "/groups", warden_).status, 200);
  must(moderation.show(kAdmin, Thing::article(id), "read again"));
  EXPECT_EQ(get(path_of(id) + "/edit", anna_).status, 200);
}

TEST_F(PostingPages, DeletingAsksFirstAndIsForAuthorsAndAdmins) {
  const ArticleId id = post(kAnna);
  const std::string path = path_of(id) + "/delete";
  EXPECT_THAT(page(path, anna_), AllOf(HasSubstr("A title"), HasSubstr("The comments stay")));
  EXPECT_EQ(get(path, warden_).status, 200);
  EXPECT_EQ(get(path, boris_).status, 403);
  EXPECT_EQ(send(path, "", boris_).status, 403);
  EXPECT_EQ(must(articles.find(id)).state, ArticleState::Live);
  EXPECT_EQ(location(send(path, "", anna_)), path_of(id));
  EXPECT_EQ(must(articles.find(id)).state, ArticleState::Removed);
  EXPECT_EQ(get(path, anna_).status, 404);
  EXPECT_EQ(send(path, "", anna_).status, 404);
  EXPECT_TRUE(must(moderation.log(std::nullopt, 10, "")).entries.empty());
}

TEST_F(PostingPages, AnAdminWhoDeletesWhatAnotherWroteSaysWhyInTheLog) {
  const ArticleId id = post(kAnna);
  const std::string path = path_of(id) + "/delete";
  EXPECT_THAT(page(path, warden_), HasSubstr("name=\"reason\""));
  EXPECT_THAT(page(path, anna_), Not(HasSubstr("name=\"reason\"")));
  const Response silent = send(path, "reason=+", warden_);
  EXPECT_EQ(silent.status, 422);
  EXPECT_THAT(body_of(silent), HasSubstr("Say why"));
  EXPECT_EQ(must(articles.find(id)).state, ArticleState::Live);
  EXPECT_EQ(send(path, "reason=stolen", warden_).status, 303);
  EXPECT_EQ(must(articles.find(id)).state, ArticleState::Removed);
  EXPECT_THAT(page("/feed/log"), AllOf(HasSubstr("stolen"), HasSubstr("warden")));
}

TEST_F(PostingPages, AnArticleIsPutIntoGroupsAndTakenOut) {
  must(groups.create(kAnna, {group_name("lamps"), ""}));
  const ArticleId id = post(kAnna);
  const std::string path = path_of(id) + "/groups";
  EXPECT_THAT(page(path, anna_), AllOf(HasSubstr("things"), HasSubstr("<option value=\"lamps\">")));
  EXPECT_EQ(send(path, "put=lamps", boris_).status, 403);
  EXPECT_EQ(send(path, "put=lamps", anna_).status, 303);
  EXPECT_EQ(must(articles.find(id)).groups.size(), 2u);
  EXPECT_EQ(send(path, "take=things", anna_).status, 303);
  EXPECT_THAT(must(articles.find(id)).groups, ElementsAre(group_name("lamps")));
  const Response last = send(path, "take=lamps", anna_);
  EXPECT_EQ(last.status, 409);
  EXPECT_THAT(body_of(last), HasSubstr("in at least one group"));
  const Response absent = send(path, "put=Nowhere", anna_);
  EXPECT_EQ(absent.status, 422);
  EXPECT_THAT(body_of(absent), AllOf(HasSubstr("no group “Nowhere”"), HasSubstr("value=\"Nowhere\"")));
}

TEST_F(PostingPages, GroupsAreListedWithTheirCountsAndDescriptions) {
  must(groups.create(kAnna, {group_name("lamps"), "All that <shines>"}));
  post(kAnna);
  const std::string html = page("/feed/groups");
  EXPECT_THAT(html,
              AllOf(HasSubstr("All that &lt;shines&gt;"), HasSubstr("1 article"), HasSubstr("0 articles")));
  EXPECT_LT(html.find("/feed/groups/things"), html.find("/feed/groups/lamps"));
  EXPECT_THAT(html, Not(HasSubstr("/edit")));
  EXPECT_THAT(page("/feed/groups", anna_), HasSubstr("/feed/groups/lamps/edit"));
  EXPECT_THAT(page("/feed/groups", anna_), Not(HasSubstr("/feed/groups/things/edit")));
}

TEST_F(PostingPages, AGroupIsCreatedAndDescribed) {
  const Response made = send("/feed/groups/new", "name=lamps&description=Light", anna_);
  EXPECT_EQ(location(made), "/feed/groups/lamps");
  EXPECT_THAT(page("/feed/groups/lamps/edit", anna_), HasSubstr("value=\"Light\""));
  EXPECT_EQ(location(send("/feed/groups/lamps/edit", "description=Shade", anna_)), "/feed/groups/lamps");
  EXPECT_EQ(must(groups.find(group_name("lamps"))).description, "Shade");
  EXPECT_EQ(get("/feed/groups/lamps/edit", boris_).status, 403);
  EXPECT_EQ(send("/feed/groups/lamps/edit", "description=Mine", boris_).status, 403);
  const Response wrong = send("/feed/groups/lamps/edit", field("description", "a\nb"), anna_);
  EXPECT_EQ(wrong.status, 422);
  EXPECT_EQ(must(groups.find(group_name("lamps"))).description, "Shade");
  EXPECT_EQ(get("/feed/groups/absent/edit", anna_).status, 404);
}

TEST_F(PostingPages, BadGroupsAreRefusedBesideTheirField) {
  const std::pair<std::string, std::string> bad[] = {{"name=Big+Name", "A name has 2 to 30"},
                                                     {"name=", "A name has 2 to 30"},
                                                     {"name=things", "There is a group of that name"},
                                                     {"name=new", "There is a group of that name"}};
  for (const auto& [form, complaint] : bad) {
    const Response answer = send("/feed/groups/new", form + "&description=kept", anna_);
    EXPECT_EQ(answer.status, 422) << form;
    EXPECT_THAT(body_of(answer), AllOf(HasSubstr(complaint), HasSubstr("value=\"kept\"")));
  }
  for (std::int64_t i = 0; i < kMostGroupsCreated; ++i)
    must(groups.create(kAnna, {group_name("mine-" + std::to_string(i)), ""}));
  const Response eleventh = send("/feed/groups/new", "name=one-more", anna_);
  EXPECT_EQ(eleventh.status, 422);
  EXPECT_THAT(body_of(eleventh), HasSubstr("You have created 10 groups"));
}

TEST_F(PostingPages, TheFormHasRoomForAThousandGroups) {
  for (int i = 0; i < 1'000; ++i)
    must(
        groups.create(kAdmin, {group_name("group-of-number-" + std::to_string(i * 7919 % 10'007)), "Words"}));
  const std::string html = page("/feed/new", anna_);
  EXPECT_LT(http::compressed(http::Coding::Gzip, html).size(), 14'000u);
  EXPECT_THAT(html, HasSubstr("<option value=\"group-of-number-"));
  EXPECT_LT(http::compressed(http::Coding::Gzip, page("/feed/groups")).size(), 14'000u);
}

TEST_F(PostingPages, GroupsAreAllReachedAHundredAtATime) {
  const DeferredDurability unhurried;
  for (int i = 0; i < 230; ++i)
    must(groups.create(kAdmin, {group_name("group-of-number-" + std::to_string(i)), ""}));
  std::vector<std::size_t> rows;
  for (std::string path = "/feed/groups"; !path.empty();) {
    const std::string html = page(path);
    rows.push_back(0);
    for (auto at = html.find("<li><h2>"); at != html.npos; at = html.find("<li><h2>", at + 1)) ++rows.back();
    EXPECT_EQ(html.find("Back to the start") != html.npos, path != "/feed/groups");
    const auto more = html.find("href=\"/feed/groups?cursor=");
    path = more == html.npos ? "" : html.substr(more + 6, html.find('"', more + 6) - more - 6);
  }
  EXPECT_THAT(rows, ElementsAre(100, 100, 31));
  EXPECT_EQ(get("/feed/groups?cursor=nonsense").status, 400);
}

TEST_F(PostingPages, FormsWithoutTheirTokenChangeNothing) {
  const ArticleId id = post(kAnna);
  must(groups.create(kAdmin, {group_name("lamps"), ""}));
  const std::pair<std::string, std::string> forms[] = {
      {"/feed/new", text_form("Theirs")},
      {path_of(id) + "/edit", "title=Theirs&text=x"},
      {path_of(id) + "/delete", ""},
      {path_of(id) + "/groups", "put=lamps"},
      {"/feed/groups/new", "name=theirs"},
      {"/feed/report", "reason=spam&thing=article:" + std::to_string(id)},
      {"/admin/moderate", "action=hide&reason=x&thing=article:" + std::to_string(id)}};
  for (const auto& [path, fields] : forms) {
    http::test::Asked asked(http::Method::Post, path);
    asked.cookie("stoa_session", (path.starts_with("/admin") ? warden_ : anna_).text()).form(fields);
    EXPECT_EQ(answer(asked).status, 403) << path;
  }
  const Article article = only_article();
  EXPECT_EQ(article.title, "A title");
  EXPECT_EQ(article.groups.size(), 1u);
  EXPECT_EQ(must(groups.largest(10)).size(), 2u);
  EXPECT_TRUE(must(reports.queue(QueueOrder::Oldest, 10, "")).things.empty());
}

TEST_F(PostingPages, TheySpeakRussianToo) {
  const ArticleId id = post(kAnna);
  const std::pair<std::string, std::string> titled[] = {{"/feed/new", "Новая публикация"},
                                                        {"/feed/groups", "Группы"},
                                                        {"/feed/groups/new", "Новая группа"},
                                                        {path_of(id) + "/edit", "Изменить статью"},
                                                        {path_of(id) + "/delete", "Удалить статью?"},
                                                        {path_of(id) + "/groups", "Группы статьи"},
                                                        {"/feed/log", "Журнал модерации"}};
  for (const auto& [path, words] : titled) EXPECT_THAT(page(path, anna_, "ru"), HasSubstr(words)) << path;
}

}  // namespace
}  // namespace stoa::feed::test
