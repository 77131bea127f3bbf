#include "store/rows.h"

#include <gtest/gtest.h>

namespace stoa::store {
namespace {

class RowsTest : public testing::Test {
 protected:
  void enter(std::string_view key, Sequence sequence) {
    Changes changes;
    changes.put(Family::Records, key, "value");
    const auto guard = rows_.lock();
    rows_.enter(changes, sequence, Durability::Durable);
  }
  bool may_be_shown_with_a_view_of(std::uint64_t settled) {
    std::vector<Rows::Pending> pending;
    return rows_.pending_in("a", "z", settled, pending);
  }

  Rows rows_{1 << 20};
};

TEST_F(RowsTest, AScanThatLookedAtTheDiskBeforeRowsWereSettledHasToLookAgain) {
  enter("b", 1);
  const auto all_settled = rows_.settled();
  rows_.settle(1);
  EXPECT_FALSE(may_be_shown_with_a_view_of(all_settled));

  enter("c", 2);
  enter("d", 3);
  const auto one_of_two_settled = rows_.settled();
  rows_.settle(2);
  EXPECT_FALSE(may_be_shown_with_a_view_of(one_of_two_settled));
}

TEST_F(RowsTest, AScanNeedNotLookAgainWhenNothingWasSettled) {
  enter("b", 2);
  const auto settled = rows_.settled();
  rows_.settle(1);
  EXPECT_TRUE(may_be_shown_with_a_view_of(settled));
}

}  // namespace
}  // namespace stoa::store
