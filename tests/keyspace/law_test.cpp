#include "keyspace/law.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stoa::keyspace {
namespace {

const HashKey kArticle("article:", "7");
const SetKey kUpvoted("upvoted:", "7");
const HashKey kOther("article:", "8");
const SortedSetKey kRecent("recent:");

TEST(Law, AllowsReadsOfOneEntity) {
  Law law;
  law.reads(kArticle);
  law.reads(kUpvoted);
  EXPECT_NO_THROW(law.reads(kArticle));
}

TEST(Law, ForbidsAReadOfASecondEntity) {
  Law law;
  law.reads(kArticle);
  EXPECT_THROW(law.reads(kOther), LawBroken);
  EXPECT_THROW(law.reads(kRecent), LawBroken);
}

TEST(Law, ForbidsAnyReadAfterAWrite) {
  Law law;
  law.reads(kArticle);
  law.writes();
  EXPECT_THROW(law.reads(kArticle), LawBroken);
}

TEST(Law, AllowsAnyNumberOfWrites) {
  Law law;
  law.writes();
  EXPECT_NO_THROW(law.writes());
}

TEST(Law, BeginsAnewWithEveryRunOfTheBody) {
  Law law;
  law.reads(kArticle);
  law.writes();
  law.reset();
  EXPECT_NO_THROW(law.reads(kOther));
}

TEST(Law, ABreachNamesTheKeyAndBothEntities) {
  Law law;
  law.reads(kArticle);
  try {
    law.reads(kRecent);
    FAIL() << "no breach";
  } catch (const LawBroken& broken) {
    EXPECT_THAT(broken.what(), testing::AllOf(testing::HasSubstr("recent:"), testing::HasSubstr("'7'")));
  }
}

}  // namespace
}  // namespace stoa::keyspace
