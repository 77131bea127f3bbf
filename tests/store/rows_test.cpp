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

TEST_F(RowsTest, AScanShowsWhatIsPendingInOrderHoweverItCame) {
  const auto shown = [&] {
    std::vector<Rows::Pending> pending;
    EXPECT_TRUE(rows_.pending_in("a", "z", rows_.settled(), pending));
    std::string keys;
    for (const auto& row : pending) keys += row.key;
    return keys;
  };
  enter("d", 1);
  enter("b", 2);
  EXPECT_EQ(shown(), "bd");
  enter("c", 3);
  enter("a", 4);
  enter("d", 5);
  EXPECT_EQ(shown(), "abcd");
  enter("e", 6);
  rows_.settle(4);
  EXPECT_EQ(shown(), "de");
  rows_.settle(6);
  EXPECT_EQ(shown(), "");
}

TEST_F(RowsTest, AScanShowsBareRowsAmongOthersUntilTheyAreOnDisk) {
  const auto change = [&](Sequence sequence, auto what) {
    Changes changes;
    what(changes);
    const auto guard = rows_.lock();
    rows_.enter(changes, sequence, Durability::Durable);
  };
  const auto shown = [&] {
    std::vector<Rows::Pending> pending;
    EXPECT_TRUE(rows_.pending_in("a", "z", rows_.settled(), pending));
    std::string keys;
    for (const auto& row : pending) keys += (row.value ? "+" : "-") + row.key;
    return keys;
  };
  enter("c", 1);
  change(2, [](Changes& changes) {
    changes.put_bare("d");
    changes.put_bare("b");
  });
  EXPECT_EQ(shown(), "+b+c+d");
  change(3, [](Changes& changes) {
    changes.remove_bare("d");
    changes.put_bare("a");
    changes.remove_bare("a");
  });
  change(4, [](Changes& changes) { changes.put_bare("b"); });
  EXPECT_EQ(shown(), "-a+b+c-d");
  rows_.settle(2);
  EXPECT_EQ(shown(), "-a+b-d");
  rows_.settle(3);
  EXPECT_EQ(shown(), "+b");
  rows_.settle(4);
  EXPECT_EQ(shown(), "");
  Rows::Ticket ticket = 0;
  EXPECT_TRUE(rows_.find("c", ticket));
  EXPECT_FALSE(rows_.find("b", ticket)) << "a bare row is not kept";
}

TEST_F(RowsTest, ThatARowIsAbsentIsRememberedUntilItIsWritten) {
  Rows::Ticket ticket = 0;
  EXPECT_FALSE(rows_.find("b", ticket));
  rows_.remember("b", std::nullopt, ticket);
  ASSERT_TRUE(rows_.find("b", ticket));
  EXPECT_FALSE(rows_.find("b", ticket)->value);
  enter("b", 1);
  EXPECT_EQ(rows_.find("b", ticket)->value, "value");
  rows_.settle(1);
  EXPECT_EQ(rows_.find("b", ticket)->value, "value");
}

TEST_F(RowsTest, AnAbsenceThatWasReadBeforeTheRowWasWrittenIsNotBelieved) {
  Rows::Ticket ticket = 0, later = 0;
  EXPECT_FALSE(rows_.find("b", ticket));
  enter("b", 1);
  rows_.remember("b", std::nullopt, ticket);
  EXPECT_EQ(rows_.find("b", later)->value, "value");
  rows_.settle(1);
  rows_.remember("b", std::nullopt, ticket);
  EXPECT_EQ(rows_.find("b", later)->value, "value");
}

}  // namespace
}  // namespace stoa::store
