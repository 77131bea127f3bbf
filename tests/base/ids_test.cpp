#include "base/ids.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>
#include <unordered_set>
#include <vector>

namespace stoa {
namespace {
const Time kNow{std::chrono::seconds{1'700'000'000}};

TEST(ObjectIds, AreUniqueWhenManyThreadsMakeThem) {
  constexpr int kThreads = 4, kEach = 20'000;
  std::vector<std::vector<ObjectId>> made(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&made, i] {
      for (int n = 0; n < kEach; ++n) made[i].push_back(ObjectId::make(kNow));
    });
  for (auto& thread : threads) thread.join();
  std::unordered_set<ObjectId> all;
  for (const auto& ids : made) all.insert(ids.begin(), ids.end());
  EXPECT_EQ(all.size(), std::size_t{kThreads} * kEach);
}

TEST(ObjectIds, MadeLaterSortLater) {
  std::vector<ObjectId> ids;
  for (int second = 0; second < 3; ++second)
    for (int n = 0; n < 1000; ++n) ids.push_back(ObjectId::make(kNow + std::chrono::seconds{second}));
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  EXPECT_TRUE(ids.front().hex() < ids.back().hex());
}

TEST(ObjectIds, BeginWithTheSecondsOfTheirMaking) {
  EXPECT_EQ(ObjectId::make(kNow).hex().substr(0, 8), "6553f100");
}

TEST(ObjectIds, OfAForkedChildAreItsOwn) {
  ObjectId before = ObjectId::make(kNow);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ObjectId id = ObjectId::make(kNow);
    _exit(write(ends[1], id.bytes().data(), ObjectId::kSize) == ssize_t{ObjectId::kSize} ? 0 : 1);
  }
  ObjectId::Bytes bytes;
  ASSERT_EQ(read(ends[0], bytes.data(), bytes.size()), ssize_t{ObjectId::kSize});
  int status = 0;
  waitpid(child, &status, 0);
  close(ends[0]);
  close(ends[1]);
  EXPECT_EQ(status, 0);
  EXPECT_NE(ObjectId(bytes).hex().substr(8, 10), before.hex().substr(8, 10));
}

RC_GTEST_PROP(ObjectIds, ComeBackFromTheirHex, (const ObjectId::Bytes& bytes)) {
  ObjectId id(bytes);
  RC_ASSERT(ObjectId::parse(id.hex()).value() == id);
}

TEST(ObjectIds, TakeHexOfEitherCaseAndNothingElse) {
  EXPECT_EQ(ObjectId::parse("ABCDEF0123456789abcdef01")->hex(), "abcdef0123456789abcdef01");
  for (const char* bad :
       {"", "abc", "abcdef0123456789abcdef0", "abcdef0123456789abcdef011", "gbcdef0123456789abcdef01"}) {
    auto result = ObjectId::parse(bad);
    ASSERT_FALSE(result.ok()) << bad;
    EXPECT_EQ(result.error().code, "id.malformed");
  }
}

TEST(TypedIds, HashLikeTheirObjectId) {
  ProductId id = ProductId::make(kNow);
  EXPECT_EQ(std::hash<ProductId>{}(id), std::hash<ObjectId>{}(id));
  static_assert(!std::is_convertible_v<ProductId, OrderId>);
}

TEST(Tokens, AreVersion4UuidsAndNeverTheSame) {
  std::unordered_set<Token> seen;
  for (int i = 0; i < 10'000; ++i) {
    Token token = Token::make();
    EXPECT_TRUE(Token::parse(token.text()).ok()) << token.text();
    EXPECT_TRUE(seen.insert(token).second);
  }
}

TEST(Tokens, RefuseWhatIsNoVersion4UuidInLowerCase) {
  EXPECT_TRUE(Token::parse("0e37df36-f698-4d85-8b1f-1a4e2f4d3c10").ok());
  for (const char* bad : {"", "0e37df36-f698-1d85-8b1f-1a4e2f4d3c10", "0E37df36-f698-4d85-8b1f-1a4e2f4d3c10",
                          "0e37df36-f698-4d85-cb1f-1a4e2f4d3c10", "0e37df36f698-4d85-8b1f-1a4e2f4d3c10-",
                          "0e37df36-f698-4d85-8b1f-1a4e2f4d3c1"})
    EXPECT_FALSE(Token::parse(bad).ok()) << bad;
}

TEST(Tokens, AreNotRepeatedInTheErrorAboutThem) {
  const char* nearly = "0E37df36-f698-4d85-8b1f-1a4e2f4d3c10";
  EXPECT_THAT(Token::parse(nearly).error().message, testing::Not(testing::HasSubstr(nearly)));
}

TEST(Shortcodes, FollowTheRuleOfNames) {
  for (const char* good : {"ada", "a_1", "abcdefghijklmnopqrstuvwxyz0123"})
    EXPECT_TRUE(Shortcode::parse(good).ok()) << good;
  for (const char* bad : {"", "ab", "Ada", "a-b", "a b", "абв", "abcdefghijklmnopqrstuvwxyz01234"})
    EXPECT_FALSE(Shortcode::parse(bad).ok()) << bad;
}
TEST(ObjectIds, ThoseMadeOneAfterTheOtherSpreadOverAllShards) {
  std::array<int, 16> shards{};
  for (int i = 0; i < 1600; ++i) ++shards[std::hash<ObjectId>{}(ObjectId::make(kNow)) / 64 % shards.size()];
  for (const int count : shards) {
    EXPECT_GT(count, 50);
    EXPECT_LT(count, 200);
  }
}

}  // namespace
}  // namespace stoa
