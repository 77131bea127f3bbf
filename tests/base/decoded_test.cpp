#include "base/decoded.h"

#include <gtest/gtest.h>

#include <charconv>
#include <thread>

namespace stoa {
namespace {

class DecodedTest : public ::testing::Test {
 protected:
  Result<std::shared_ptr<const int>> from(const std::string& bytes) {
    return decoded_.from(bytes, [&](std::string_view text) -> Result<int> {
      ++reads_;
      int number = 0;
      if (std::from_chars(text.data() + text.rfind(' ') + 1, text.data() + text.size(), number).ec !=
          std::errc())
        return Error{Error::Kind::Corrupt, "test.number", "no number"};
      return number;
    });
  }

  std::atomic<int> reads_ = 0;
  Decoded<int> decoded_{64};
};

TEST_F(DecodedTest, ReadsTheSameBytesOnce) {
  EXPECT_EQ(**from("lamp 7"), 7);
  EXPECT_EQ(*from("lamp 7"), *from("lamp 7"));
  EXPECT_EQ(reads_, 1);
}

TEST_F(DecodedTest, NeverGivesWhatOtherBytesSaid) {
  const std::string same_begin(60, '-');
  EXPECT_EQ(**from(same_begin + " 1"), 1);
  EXPECT_EQ(**from(same_begin + " 2"), 2);
  EXPECT_EQ(**from(same_begin + " 1"), 1);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(**from(std::to_string(i) + " " + std::to_string(i)), i);
}

TEST_F(DecodedTest, KeepsNoFailure) {
  EXPECT_FALSE(from("lamp x").ok());
  EXPECT_FALSE(from("lamp x").ok());
  EXPECT_EQ(reads_, 2);
}

TEST_F(DecodedTest, IsRightUnderManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) EXPECT_EQ(**from("x " + std::to_string(i % 97)), i % 97);
    });
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace stoa
