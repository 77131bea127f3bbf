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
    rows_.enter(changes, sequence, Durability::Durable, 0);
  }
  bool may_be_shown_with_a_view_of(std::uint64_t settled) {
    return rows_.recent_in("a", "z", Direction::Forward, settled, 0).has_value();
  }
  std::string shown(Direction direction = Direction::Forward) {
    auto recent = rows_.recent_in("a", "z", direction, rows_.settled(), 0);
    std::string keys;
    for (; recent->rows.valid(); recent->rows.next())
      (keys += recent->rows.version().present ? "+" : "-") += recent->rows.version().key();
    return keys;
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
  const auto settled = rows_.settled();
  enter("b", 1);
  EXPECT_TRUE(may_be_shown_with_a_view_of(settled));
}

TEST_F(RowsTest, AScanShowsWhatIsRecentInOrderHoweverItCame) {
  enter("d", 1);
  enter("b", 2);
  EXPECT_EQ(shown(), "+b+d");
  enter("c", 3);
  enter("a", 4);
  enter("d", 5);
  EXPECT_EQ(shown(), "+a+b+c+d");
  EXPECT_EQ(shown(Direction::Backward), "+d+c+b+a");
  enter("e", 6);
  rows_.settle(4);
  EXPECT_EQ(shown(), "+d+e");
  rows_.settle(6);
  EXPECT_EQ(shown(), "");
}

TEST_F(RowsTest, AScanShowsRowsAsTheyWereWhenItWasMade) {
  for (int i = 0; i < 100; ++i) enter("row" + std::to_string(i), static_cast<Sequence>(i) + 1);
  auto recent = rows_.recent_in("a", "z", Direction::Forward, rows_.settled(), 0);
  enter("row0", 101);
  enter("row", 102);
  shown();
  rows_.settle(102);
  int rows = 0;
  for (; recent->rows.valid(); recent->rows.next(), ++rows)
    EXPECT_EQ(recent->rows.version().value(), "value");
  EXPECT_EQ(rows, 100);
  EXPECT_EQ(shown(), "");
}

TEST_F(RowsTest, AScanKnowsWhichDurableTransactionOfItsRangeIsNotOnDisk) {
  enter("b", 1);
  enter("c", 2);
  const auto unsynced = [&](std::string_view from, std::string_view to, Sequence durable) {
    return rows_.recent_in(from, to, Direction::Forward, rows_.settled(), durable)->unsynced;
  };
  EXPECT_EQ(unsynced("a", "z", 0), 2U);
  EXPECT_EQ(unsynced("a", "c", 0), 1U);
  EXPECT_EQ(unsynced("a", "c", 1), 0U);
  EXPECT_EQ(unsynced("d", "z", 0), 0U);
}

TEST_F(RowsTest, AScanShowsBareRowsAmongOthersUntilTheyAreInTables) {
  const auto change = [&](Sequence sequence, auto what) {
    Changes changes;
    what(changes);
    const auto guard = rows_.lock();
    rows_.enter(changes, sequence, Durability::Durable, 0);
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
  EXPECT_FALSE(rows_.find("b", ticket)) << "a bare row is not kept";
}

TEST_F(RowsTest, OfWhatHasMovedIntoTablesWhatWasLookedForIsKept) {
  Rows::Ticket ticket = 0;
  enter("b", 1);
  enter("c", 2);
  EXPECT_TRUE(rows_.find("c", ticket));
  rows_.settle(2);
  EXPECT_FALSE(rows_.find("b", ticket));
  ASSERT_TRUE(rows_.find("c", ticket));
  EXPECT_EQ(rows_.find("c", ticket)->value, "value");
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
