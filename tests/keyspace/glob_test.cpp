#include "keyspace/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace stoa::keyspace::embedded {
namespace {

TEST(Glob, MatchesAsRedisDoes) {
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("h?llo", "hello"));
  EXPECT_FALSE(matches_glob("h?llo", "hllo"));
  EXPECT_TRUE(matches_glob("h*llo", "heeeello"));
  EXPECT_TRUE(matches_glob("h[ae]llo", "hallo"));
  EXPECT_FALSE(matches_glob("h[^e]llo", "hello"));
  EXPECT_TRUE(matches_glob("h[a-c]llo", "hbllo"));
  EXPECT_TRUE(matches_glob("h[c-a]llo", "hbllo"));
  EXPECT_TRUE(matches_glob("viewed:\\*", "viewed:*"));
  EXPECT_FALSE(matches_glob("viewed:\\*", "viewed:x"));
  EXPECT_TRUE(matches_glob("*:*:views", "images:abc:views"));
  EXPECT_FALSE(matches_glob("", "a"));
}

TEST(Glob, ManyStarsTakeBoundedTime) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "a*";
  EXPECT_FALSE(matches_glob(pattern + "b", std::string(5000, 'a')));
}

}  // namespace
}  // namespace stoa::keyspace::embedded
