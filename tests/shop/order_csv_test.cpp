#include "shop/order_csv.h"

#include "shop_fixture.h"

namespace stoa::shop::test {
namespace {
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

Item item(std::string name, std::int64_t minor, std::int32_t quantity) {
  return {must(ProductId::parse("0123456789abcdef01234567")), std::move(name), must(Money::of_minor(minor)),
          quantity, std::nullopt};
}

Order order(std::vector<Item> items) {
  Order made;
  made.id = must(OrderId::parse("aaaaaaaaaaaaaaaaaaaaaaaa"));
  made.user_id = must(UserId::parse("bbbbbbbbbbbbbbbbbbbbbbbb"));
  made.zone = kMoscow;
  made.items = std::move(items);
  made.total_amount = must(Money::of_minor(123450));
  made.delivery = Delivery{"Anna", "Nevsky 1", "anna@example.org"};
  return made;
}

/// RFC 4180, as a spreadsheet reads it.
std::vector<std::vector<std::string>> cells_of(std::string_view text) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row{""};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
      row.back() += text[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && c == ',')
      row.emplace_back();
    else if (!quoted && c == '\r')
      continue;
    else if (!quoted && c == '\n') {
      rows.push_back(std::move(row));
      row = {""};
    } else
      row.back() += c;
  }
  return rows;
}

std::vector<std::string> cells_of(const Order& one) {
  std::string text;
  append_order_csv(text, one);
  const auto rows = cells_of(text);
  EXPECT_EQ(rows.size(), 1U) << text;
  return rows.empty() ? std::vector<std::string>() : rows.front();
}

TEST(OrderCsv, AnOrderIsALineForEachItemWithItsSumInTheFirst) {
  std::string text;
  append_order_csv(text, order({item("lamp", 1250, 2), item("desk", 99900, 1)}));
  const auto rows = cells_of(text);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_THAT(rows[0], ElementsAre("aaaaaaaaaaaaaaaaaaaaaaaa", "1970-01-01T00:00:00.000Z", "pending", "MSK",
                                   "bbbbbbbbbbbbbbbbbbbbbbbb", "Anna", "Nevsky 1", "anna@example.org",
                                   "0123456789abcdef01234567", "lamp", "12.50", "2", "1234.50"));
  EXPECT_EQ(rows[1][9], "desk");
  EXPECT_EQ(rows[1][12], "");
}

TEST(OrderCsv, WhatASpreadsheetWouldEvaluateGetsAnApostropheInFront) {
  for (const std::string evil :
       {"=1+1", "+7 900 123", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=HYPERLINK(\"http://x\",\"y\")"}) {
    Order one = order({item(evil, 100, 1)});
    one.delivery = Delivery{evil, evil, evil};
    const auto cells = cells_of(one);
    for (const std::size_t at : {5U, 6U, 7U, 9U}) EXPECT_EQ(cells[at], "'" + evil) << evil;
  }
  EXPECT_EQ(cells_of(order({item("a=b", 100, 1)}))[9], "a=b");
}

TEST(OrderCsv, QuotesCommasAndLineBreaksComeBackAsTheyWere) {
  for (const std::string text : {"say \"hi\"", "a,b", "a;b", "one\r\ntwo", "one\ntwo", "\"", " blank ",
                                 "tab\there", "Ёлка, «Москва»", ""})
    EXPECT_EQ(cells_of(order({item(text, 100, 1)}))[9], text);
}

TEST(OrderCsv, TheHeadHasAByteOrderMarkAndAsManyCellsAsALine) {
  std::string head;
  append_order_csv_head(head);
  EXPECT_THAT(head, StartsWith("\xef\xbb\xbforder_id,"));
  EXPECT_EQ(cells_of(head)[0].size(), cells_of(order({item("lamp", 100, 1)})).size());
}

class OrderCsvFile : public testing::Test, protected World {
 protected:
  OrderCsvFile() : World(std::make_unique<keyspace::OpenEmbedded>()) {}
};

TEST_F(OrderCsvFile, HasEveryOrderOnceInPiecesOfBoundedSize) {
  const Product lamp = product("lamp", 100, 1000);
  for (int i = 0; i < 450; ++i) {
    const Shopper shopper = user();
    must(shop().carts.add(shopper, lamp.id, 1));
    order(shopper);
  }
  std::string all;
  std::size_t pieces = 0, largest = 0;
  const auto count =
      must(write_order_csv(shop().orders, OrderStatus::Pending, kMoscow, [&](std::string_view piece) {
        ++pieces;
        largest = std::max(largest, piece.size());
        all += piece;
        return Result<void>();
      }));
  EXPECT_EQ(count, 450U);
  EXPECT_GE(pieces, 3U);
  EXPECT_LT(largest, all.size());
  std::set<std::string> ids;
  for (const auto& row : cells_of(all)) ids.insert(row[0]);
  EXPECT_EQ(ids.size(), 451U);
  std::string none;
  EXPECT_EQ(must(write_order_csv(shop().orders, OrderStatus::Shipped, std::nullopt,
                                 [&](std::string_view piece) {
                                   none += piece;
                                   return Result<void>();
                                 })),
            0U);
  EXPECT_THAT(none, EndsWith("total_amount\r\n"));
}

TEST_F(OrderCsvFile, AWriterThatFailsEndsIt) {
  const auto failed = write_order_csv(shop().orders, std::nullopt, std::nullopt, [](std::string_view) {
    return Result<void>(Error{Error::Kind::Unavailable, "disk.full", "full"});
  });
  EXPECT_EQ(code_of(failed), "disk.full");
}

}  // namespace
}  // namespace stoa::shop::test
