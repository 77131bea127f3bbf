#include "shop/product_file.h"

#include "records/collections.h"
#include "shop/csv.h"
#include "shop_fixture.h"

#include <rapidcheck/gtest.h>

#include <sstream>

namespace stoa::shop::test {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using Record = CsvReader::Record;

std::vector<Record> read_csv(const std::string& text) {
  std::istringstream stream(text);
  CsvReader reader(stream);
  std::vector<Record> records;
  while (true) {
    auto record = reader.next();
    if (!record.ok()) {
      records.push_back({record.error().code});
      continue;
    }
    if (!*record) return records;
    records.push_back(**record);
  }
}

TEST(Csv, ReadsWhatRfc4180Allows) {
  EXPECT_THAT(read_csv("a,b\r\nc,d\r\n"), ElementsAre(Record{"a", "b"}, Record{"c", "d"}));
  EXPECT_THAT(read_csv("a,\n,b"), ElementsAre(Record{"a", ""}, Record{"", "b"}));
  EXPECT_THAT(read_csv("\"a,b\",\"c\"\"d\",\"e\r\nf\"\n"), ElementsAre(Record{"a,b", "c\"d", "e\r\nf"}));
  EXPECT_THAT(read_csv("\xEF\xBB\xBFимя,цена\nЧай,5\n"),
              ElementsAre(Record{"имя", "цена"}, Record{"Чай", "5"}));
  EXPECT_THAT(read_csv("\n\r\na\n\nb\n"), ElementsAre(Record{"a"}, Record{"b"}));
  EXPECT_THAT(read_csv(""), IsEmpty());
}

TEST(Csv, TakesSemicolonsAllAlongWhereTheFirstRecordHasThem) {
  EXPECT_THAT(read_csv("a;b\n1,5;\"x;y\"\n"), ElementsAre(Record{"a", "b"}, Record{"1,5", "x;y"}));
  EXPECT_THAT(read_csv("\"a\";\"b,c\"\n"), ElementsAre(Record{"a", "b,c"}));
  EXPECT_THAT(read_csv("a,b\n1;5,c\n"), ElementsAre(Record{"a", "b"}, Record{"1;5", "c"}));
  EXPECT_THAT(read_csv("a\n1;5\n"), ElementsAre(Record{"a"}, Record{"1;5"}));
}

TEST(Csv, TellsAByteOrderMarkFromContentThatBeginsLikeOne) {
  EXPECT_THAT(read_csv("\xEF"), ElementsAre(Record{"\xEF"}));
  EXPECT_THAT(read_csv("\xEF\xBB,b\n"), ElementsAre(Record{"\xEF\xBB", "b"}));
  std::string text;
  append_csv(text, {"\xEF\xBB\xBFname"});
  EXPECT_THAT(read_csv(text), ElementsAre(Record{"\xEF\xBB\xBFname"}));
}

TEST(Csv, GoesOnBehindALineThatIsMalformed) {
  EXPECT_THAT(read_csv("a\"b,c\nd\n"), ElementsAre(Record{"csv.malformed"}, Record{"d"}));
  EXPECT_THAT(read_csv("\"a\"b,c\nd\n"), ElementsAre(Record{"csv.malformed"}, Record{"d"}));
  EXPECT_THAT(read_csv("a\n\"b\n"), ElementsAre(Record{"a"}, Record{"csv.malformed"}));
}

TEST(Csv, ARecordWithoutEndIsNotHeldInMemory) {
  EXPECT_THAT(read_csv(std::string(3 << 20, 'x') + "\nb\n"),
              ElementsAre(Record{"csv.too_long"}, Record{"b"}));
}

RC_GTEST_PROP(Csv, WhatIsWrittenIsReadBack, (std::vector<std::vector<std::string>> records)) {
  std::string text;
  std::vector<Record> expected;
  for (auto& record : records) {
    if (record.empty()) continue;
    append_csv(text, record);
    expected.push_back(record);
  }
  RC_ASSERT(read_csv(text) == expected);
}

class ProductFile : public testing::Test, protected World {
 protected:
  ProductFile() : World(std::make_unique<keyspace::OpenEmbedded>()) {}

  ImportReport import(const std::string& text, ProductFormat format) {
    rejected_.clear();
    std::istringstream stream(text);
    ImportWatcher watcher;
    watcher.rejected = [this](std::uint64_t line, std::string_view why) { rejected_[line] = why; };
    return must(import_products(records(), shop().intake, stream, format, watcher));
  }
  std::string exported(ProductFormat format) {
    std::string text;
    must(export_products(records().read(), format, [&](std::string_view piece) -> Result<void> {
      text += piece;
      return {};
    }));
    return text;
  }
  std::vector<Product> products() { return all<Product>(records::collections::products()); }

  std::map<std::uint64_t, std::string> rejected_;
};

TEST_F(ProductFile, TakesCsvWithColumnsInAnyOrder) {
  const auto report = import(
      "stock_by_zone.MSK,name,attributes.color,price,category,pictures.1,description\r\n"
      "3,\"Чай \"\"Зелёный\"\"\",зелёный,\"1 290,50\",Чай,/static/a.jpg,\"Две\nстроки\"\r\n"
      "0,Mug,,5,Mugs,,\r\n",
      ProductFormat::Csv);
  EXPECT_EQ(report.created, 2U);
  EXPECT_THAT(rejected_, IsEmpty());
  for (const Product& product : products()) {
    if (product.category != "Чай") continue;
    EXPECT_EQ(product.name, "Чай \"Зелёный\"");
    EXPECT_EQ(product.price, Money::literal(1290'50));
    EXPECT_EQ(product.description, "Две\nстроки");
    EXPECT_THAT(product.attributes, ElementsAre(Pair("color", "зелёный")));
    EXPECT_EQ(product.in_stock(kMoscow), 3);
    EXPECT_EQ(product.pictures, std::vector<std::string>{"/static/a.jpg"});
  }
}

TEST_F(ProductFile, TellsWhichLinesItRejectsAndWhyAndTakesTheOthers) {
  const auto report = import(
      "name,category,price,stock_by_zone.MSK,description\n"
      "Lamp,Lamps,10,1\n"
      "Chair,Chairs,cheap,1\n"
      "Table,Tables,30,1,\"two\nlines\"\n"
      "Rug,Rugs,40,-1\n"
      "Mug,Mugs,50,1,fine,surplus\n"
      "b\"ad,Mugs,50,1\n"
      "Vase,Vases,60,1\n",
      ProductFormat::Csv);
  EXPECT_EQ(report.created, 3U);
  EXPECT_EQ(report.rejected, 4U);
  ASSERT_EQ(rejected_.size(), 4U);
  EXPECT_THAT(rejected_.at(3), HasSubstr("price"));
  EXPECT_THAT(rejected_.at(6), HasSubstr("stock_by_zone.MSK"));
  EXPECT_THAT(rejected_.at(7), HasSubstr("6 cells"));
  EXPECT_THAT(rejected_.at(8), HasSubstr("quote"));
}

TEST_F(ProductFile, TakesWhatASpreadsheetWritesWithSemicolonsAndDecimalCommas) {
  EXPECT_EQ(import("name;category;price\nLamp;Lamps;12,50\n", ProductFormat::Csv).created, 1U);
  EXPECT_EQ(products().at(0).price, Money::literal(12'50));
}

TEST_F(ProductFile, AnEmptyCsvIsRefusedAndSaysWhatItsFirstLineIs) {
  std::istringstream empty("\n");
  const auto refused = import_products(records(), shop().intake, empty, ProductFormat::Csv, {});
  ASSERT_EQ(code_of(refused), "import.columns");
  EXPECT_THAT(refused.error().message, HasSubstr("the file is empty"));
}

TEST_F(ProductFile, WhatIsNoJsonIsToldWithItsPlaceInTheLine) {
  import("\n{\"name\" \"Lamp\"}\n[]\n", ProductFormat::JsonLines);
  EXPECT_THAT(rejected_.at(2), testing::StartsWith("not JSON at column "));
  EXPECT_EQ(rejected_.at(3), "must be an object");
}

TEST_F(ProductFile, RefusesAColumnThatItDoesNotKnow) {
  std::istringstream stream("name,colour\nLamp,red\n");
  EXPECT_EQ(code_of(import_products(records(), shop().intake, stream, ProductFormat::Csv, {})),
            "import.columns");
  std::istringstream twice("name,name\nLamp,red\n");
  EXPECT_EQ(code_of(import_products(records(), shop().intake, twice, ProductFormat::Csv, {})),
            "import.columns");
}

TEST_F(ProductFile, TakesJsonLinesAndPassesOverEmptyOnes) {
  const auto report = import(
      "\xEF\xBB\xBF{\"name\":\"Lamp\",\"category\":\"Lamps\",\"price\":10}\r\n\r\n"
      "{\"name\":\"Lamp\"}\n"
      "nonsense\n"
      "{\"name\":\"Chair\",\"category\":\"Chairs\",\"price\":10.5,\"stock_by_zones\":{\"MSK\":2}}",
      ProductFormat::JsonLines);
  EXPECT_EQ(report.created, 2U);
  EXPECT_THAT(rejected_, ElementsAre(Pair(3U, testing::_), Pair(4U, testing::_)));
}

TEST_F(ProductFile, AnEmptyCellTakesAwayWhatCanBeAbsent) {
  import(
      "_id,name,category,price,description,attributes.color,attributes.size,stock_by_zone.MSK,pictures.1\n"
      "672a1b2c3d4e5f6a7b8c9d0e,Lamp,Lamps,10,text,red,big,4,/static/a\n",
      ProductFormat::Csv);
  const auto report = import(
      "_id,name,description,attributes.color,stock_by_zone.MSK,pictures.1\n672a1b2c3d4e5f6a7b8c9d0e,,,,,\n",
      ProductFormat::Csv);
  EXPECT_EQ(report.changed, 1U);
  const Product product = products().at(0);
  EXPECT_EQ(product.name, "Lamp");
  EXPECT_FALSE(product.description);
  EXPECT_THAT(product.attributes, ElementsAre(Pair("size", "big")));
  EXPECT_EQ(product.in_stock(kMoscow), 4);
  EXPECT_FALSE(product.pictures);
}

TEST_F(ProductFile, ImportingTwiceIsImportingOnce) {
  const std::string file = "name,category,price,stock_by_zone.MSK\nLamp,Lamps,10,3\nMug,Mugs,1,0\n";
  import(file, ProductFormat::Csv);
  const auto before = products();
  clock().advance(std::chrono::hours(1));
  EXPECT_EQ(import(file, ProductFormat::Csv).unchanged, 2U);
  EXPECT_EQ(products(), before);
}

/// Text with everything that CSV and JSON have to escape.
rc::Gen<std::string> awkward_text(Lines lines = Lines::One) {
  const auto of_a_line =
      rc::gen::element<std::string>("a", "Б", "ё", ",", "\"", "'", "\\", " ", ";", "🙂", "=", "{");
  const auto piece = lines == Lines::One
                         ? of_a_line
                         : rc::gen::oneOf(of_a_line, rc::gen::element<std::string>("\n", "\r\n", "\t"));
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                      [](const std::vector<std::string>& all) {
                        std::string text = "x";
                        for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 60); ++i)
                          text += all[i];
                        return text;
                      });
}

rc::Gen<ProductEntry> some_entry() {
  return rc::gen::exec([] {
    ProductEntry entry;
    ObjectId::Bytes id{};
    for (auto& byte : id) byte = *rc::gen::arbitrary<std::uint8_t>();
    entry.id = ProductId(ObjectId(id));
    entry.name = *awkward_text();
    entry.category = *awkward_text();
    entry.price = *Money::of_minor(*rc::gen::inRange<std::int64_t>(0, 1'000'000'000));
    if (*rc::gen::arbitrary<bool>()) entry.description = *awkward_text(Lines::Many);
    entry.attributes =
        *rc::gen::container<std::map<std::string, std::string>>(awkward_text(), awkward_text());
    while (entry.attributes->size() > 50) entry.attributes->erase(entry.attributes->begin());
    for (const char* name : {"MSK", "SPB", "KZN"})
      if (*rc::gen::arbitrary<bool>()) {
        if (!entry.stock_by_zone) entry.stock_by_zone.emplace();
        (*entry.stock_by_zone)[name] = *rc::gen::inRange(0, 1000);
      }
    if (*rc::gen::arbitrary<bool>())
      entry.pictures = {"/static/" + *awkward_text(), "/static/" + *awkward_text()};
    if (*rc::gen::inRange(0, 5) == 0)
      entry.retired_at = Time{std::chrono::milliseconds(*rc::gen::inRange(0, 1 << 30))};
    entry.created_at = Time{std::chrono::milliseconds(*rc::gen::inRange(0, 1 << 30))};
    return entry;
  });
}

TEST_F(ProductFile, WhatIsExportedIsImportedToTheSameContent) {
  rc::check("exports import to the same products", [&] {
    for (const Product& product : products())
      must(records().transact(
          [&](records::Tx& tx) { return tx.remove(records::collections::products(), product.id); }));
    for (const ProductEntry& entry :
         *rc::gen::resize(12, rc::gen::container<std::vector<ProductEntry>>(some_entry())))
      must(shop().intake.take(entry));
    const auto before = products();
    for (const auto format : {ProductFormat::Csv, ProductFormat::JsonLines}) {
      const std::string file = exported(format);
      EXPECT_EQ(import(file, format).unchanged, before.size());
      for (const Product& product : before)
        must(records().transact(
            [&](records::Tx& tx) { return tx.remove(records::collections::products(), product.id); }));
      RC_ASSERT(import(file, format).created == before.size());
      RC_ASSERT(rejected_.empty());
      RC_ASSERT(products() == before);
    }
  });
}

TEST_F(ProductFile, TakesLinesAsMongoexportWritesThem) {
  const auto report =
      import(R"({"_id":{"$oid":"5f1a00000000000000000001"},"name":"Lamp","category":"Lamps","price":12.5,)"
             R"("stock_by_zone":{"MSK":{"$numberInt":"3"}},"created_at":{"$date":"2024-02-03T04:05:06Z"}})"
             "\n"
             R"({"_id":{"$oid":"5f1a00000000000000000002"},"name":"Mug","category":"Mugs",)"
             R"("price":{"$numberDecimal":"5.10"},"created_at":{"$date":{"$numberLong":"1706933106000"}}})"
             "\n"
             R"({"_id":{"$oid":"5f1a"},"name":"Rug","category":"Rugs","price":1})"
             "\n",
             ProductFormat::JsonLines);
  EXPECT_EQ(report.created, 2U);
  EXPECT_THAT(rejected_, ElementsAre(Pair(3, HasSubstr("_id"))));
  ASSERT_EQ(products().size(), 2U);
  const Product lamp = products()[0], mug = products()[1];
  EXPECT_EQ(lamp.id.hex(), "5f1a00000000000000000001");
  EXPECT_EQ(lamp.in_stock(kMoscow), 3);
  EXPECT_EQ(mug.price, Money::literal(5'10));
  EXPECT_EQ(lamp.created_at, mug.created_at);
}

TEST_F(ProductFile, AnAttributeWithoutAValueSurvivesCsv) {
  ProductDraft draft{"Lamp", std::nullopt, "Lamps", Money::literal(1000), {}, {}};
  draft.attributes = {{"empty", ""}, {"inch", "\"\""}, {"inches", "\"\"\""}, {"one", "\""}, {"red", "yes"}};
  const Product lamp = must(shop().catalogue.create(draft));
  const Product mug = product("Mug", 500, 1, "Mugs");
  const std::string file = exported(ProductFormat::Csv);
  must(shop().catalogue.edit(lamp.id, {"Lamp", std::nullopt, "Lamps", Money::literal(1000), {}, {}}));
  EXPECT_EQ(import(file, ProductFormat::Csv).changed, 1U);
  EXPECT_EQ(must(shop().catalogue.product(lamp.id)).attributes, draft.attributes);
  EXPECT_THAT(must(shop().catalogue.product(mug.id)).attributes, IsEmpty());
}

}  // namespace
}  // namespace stoa::shop::test
