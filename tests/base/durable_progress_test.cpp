#include "base/durable_progress.h"

#include <gmock/gmock.h>

namespace stoa {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

TEST(DurableProgress, TellsEveryListenerWhileItsSubscriptionLives) {
  DurableProgress progress;
  std::vector<Sequence> first, second;
  auto a = progress.subscribe([&](Sequence sequence) { first.push_back(sequence); });
  {
    const auto b = progress.subscribe([&](Sequence sequence) { second.push_back(sequence); });
    progress.advance(1);
  }
  progress.advance(2);
  a.end();
  progress.advance(3);
  EXPECT_THAT(first, ElementsAre(1, 2));
  EXPECT_THAT(second, ElementsAre(1));
  EXPECT_EQ(progress.reached(), 3U);
}

TEST(DurableProgress, ASubscriptionThatIsMovedAwayEndsWithItsNewOwner) {
  DurableProgress progress;
  std::vector<Sequence> heard;
  DurableProgress::Subscription owner;
  {
    auto subscription = progress.subscribe([&](Sequence sequence) { heard.push_back(sequence); });
    owner = std::move(subscription);
  }
  progress.advance(1);
  EXPECT_THAT(heard, ElementsAre(1));
  owner = DurableProgress::Subscription();
  heard.clear();
  progress.advance(2);
  EXPECT_THAT(heard, IsEmpty());
}

}  // namespace
}  // namespace stoa
