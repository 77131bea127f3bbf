#include "pages_fixture.h"

namespace stoa::feed::test {
namespace {

class KeptListPages : public FeedPages {
 protected:
  /// At once: the clock stands still.
  std::string now(std::string_view path, const Who& who) {
    return body_of(http::test::page_of(*site_, path, who, "en"));
  }
};

TEST_F(KeptListPages, WhatIsChangedHereIsSeenAtOnce) {
  const ArticleId id = post();
  EXPECT_THAT(now("/feed", boris_), HasSubstr("Votes: </span>1<"));
  EXPECT_EQ(send(path_of(id) + "/vote", "vote=up", boris_).status, 303);
  for (const Who& who : {Who(), Who(boris_), Who(warden_)})
    EXPECT_THAT(now("/feed", who), HasSubstr("Votes: </span>2<"));
  EXPECT_EQ(send(path_of(id) + "/comments", "text=Well", boris_).status, 303);
  EXPECT_THAT(now("/feed", anna_), HasSubstr("1 comment<"));
}

TEST_F(KeptListPages, WhatAnotherProcessChangesIsSeenWithinASecond) {
  const ArticleId id = post();
  now("/feed", std::nullopt);
  must(votes.cast(kBoris, id, Vote::Up));
  clock().advance(kListKept);
  EXPECT_THAT(now("/feed", std::nullopt), HasSubstr("Votes: </span>2<"));
}

TEST_F(KeptListPages, NobodySeesAnothersVoteForTheirOwn) {
  const ArticleId id = post();
  must(votes.cast(kBoris, id, Vote::Up));
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(now("/feed", boris_), HasSubstr("aria-pressed=\"true\""));
    EXPECT_THAT(now("/feed", warden_), Not(HasSubstr("aria-pressed=\"true\"")));
    EXPECT_THAT(now("/feed", std::nullopt), Not(HasSubstr("aria-pressed")));
  }
}

TEST_F(KeptListPages, WhoHasACookieGetsNoPageThatWasMadeForAnybody) {
  post();
  const auto anybody = get("/feed");
  EXPECT_TRUE(std::holds_alternative<std::shared_ptr<const std::string>>(anybody.body));
  const auto at_once = http::test::page_of(*site_, "/feed", std::nullopt, "en");
  EXPECT_EQ(std::get<std::shared_ptr<const std::string>>(anybody.body),
            std::get<std::shared_ptr<const std::string>>(at_once.body));
  EXPECT_THAT(now("/feed", anna_), HasSubstr("anna"));
  http::test::Asked asked(http::Method::Get, "/feed");
  asked.cookie("stoa_flash", "x").header("Accept", "text/html");
  EXPECT_TRUE(std::holds_alternative<std::string>(answer(asked).body));
  EXPECT_THAT(now("/feed", std::nullopt), Not(HasSubstr("/feed/mine")));
}

TEST_F(KeptListPages, TheKeptPageSpeaksTheLanguageOfWhoAsks) {
  post();
  EXPECT_THAT(body_of(http::test::page_of(*site_, "/feed", std::nullopt, "en")), HasSubstr("lang=\"en\""));
  EXPECT_THAT(body_of(http::test::page_of(*site_, "/feed", std::nullopt, "ru")), HasSubstr("lang=\"ru\""));
}

TEST_F(KeptListPages, ManyListsAreKeptInBoundedSpace) {
  post();
  for (int i = 0; i < 200; ++i) {
    const std::string name = "author_" + std::to_string(i);
    open_account(must(Shortcode::parse(name)));
    EXPECT_EQ(get("/feed/by/" + name).status, 200);
  }
  EXPECT_THAT(page("/feed"), HasSubstr("A title"));
}

}  // namespace
}  // namespace stoa::feed::test
