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

TEST_F(KeptListPages, ManyListsAreKeptInBoundedSpace) {
  post();
  for (int i = 0; i < 200; ++i) EXPECT_EQ(get("/feed/by/author_" + std::to_string(i)).status, 200);
  EXPECT_THAT(page("/feed"), HasSubstr("A title"));
}

}  // namespace
}  // namespace stoa::feed::test
