#include "serving_port.h"
#include "shell.h"
#include "support/http_client.h"
#include "support/text_of.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>

namespace stoa::test {
namespace {
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// `stoa import`, `export` and `demo`, as somebody at a shell sees them.
class ProductCommands : public Shell {
 protected:
  std::unique_ptr<ChildProcess> serve() {
    auto server = start({"serve", "--http.port=0", "--resp.port=0"});
    EXPECT_TRUE(server->wait_for_output("serving; Ctrl-C stops")) << server->output();
    return server;
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_.path() / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const { return text_of(directory_.path() / name); }
  void make_data() const { std::filesystem::create_directory(directory_.path() / "data"); }

  const std::string kFile =
      "_id,name,category,price,description,stock_by_zone.MSK\r\n"
      "672a1b2c3d4e5f6a7b8c9d0e,\"Лампа, \"\"Ostia\"\"\",Лампы,1290.00,\"Две\nстроки\",3\r\n"
      "672a1b2c3d4e5f6a7b8c9d0f,Mug,Mugs,5.50,,\r\n";
};

TEST_F(ProductCommands, ImportTakesAFileAndExportGivesItBack) {
  make_data();
  write("goods.csv", kFile);
  const Outcome taken = run({"import", "products", "goods.csv"});
  EXPECT_EQ(taken.exit_code, 0) << taken.output;
  EXPECT_THAT(taken.output, HasSubstr("2 products: 2 new, 0 changed, 0 as before, 0 rejected"));
  EXPECT_THAT(run({"import", "products", "goods.csv"}).output, HasSubstr("0 new, 0 changed, 2 as before"));
  for (const std::string name : {"out.csv", "out.jsonl"}) {
    EXPECT_EQ(run({"export", "products", name}).exit_code, 0);
    EXPECT_THAT(read(name), HasSubstr("672a1b2c3d4e5f6a7b8c9d0f"));
    EXPECT_THAT(run({"import", "products", name}).output, HasSubstr("2 as before")) << read(name);
  }
  EXPECT_THAT(read("out.csv"), HasSubstr("\"Лампа, \"\"Ostia\"\"\""));
  EXPECT_EQ(run({"export", "products", "-"}).output, read("out.jsonl"));
  EXPECT_EQ(run({"export", "products", "-", "--csv"}).output, read("out.csv"));
}

TEST_F(ProductCommands, ARunningServerImportsAndExportsToo) {
  make_data();
  write("goods.csv", kFile);
  const auto server = serve();
  const Outcome taken = run({"import", "products", "goods.csv"});
  EXPECT_EQ(taken.exit_code, 0) << taken.output;
  EXPECT_THAT(taken.output, HasSubstr("2 new"));
  EXPECT_EQ(run({"export", "products", "out.csv"}).exit_code, 0);
  EXPECT_THAT(read("out.csv"), HasSubstr("\"Две\nстроки\""));
  EXPECT_THAT(run({"import", "products", "out.csv"}).output, HasSubstr("2 as before"));
  server->signal(SIGTERM);
  EXPECT_EQ(server->wait(), 0);
}

TEST_F(ProductCommands, ExportSaysWhatItDoesNotKnow) {
  const Outcome refused = run({"export", "orders", "out.csv"});
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.output, HasSubstr("knows no 'orders', products only"));
}

TEST_F(ProductCommands, AnOldFileLeavesTheStockUnlessItIsToBeSet) {
  make_data();
  write("goods.csv", "_id,name,category,price,stock_by_zone.MSK\n672a1b2c3d4e5f6a7b8c9d0e,Lamp,Lamps,5,10\n");
  run({"import", "products", "goods.csv"});
  run({"export", "products", "before.csv"});
  write("goods.csv", "_id,stock_by_zone.MSK\n672a1b2c3d4e5f6a7b8c9d0e,8\n");
  run({"import", "products", "goods.csv"});
  const Outcome left = run({"import", "products", "before.csv"});
  EXPECT_EQ(left.exit_code, 0);
  EXPECT_THAT(left.output, HasSubstr("line 2: the product has changed since this file was written"));
  EXPECT_THAT(left.output, HasSubstr("1 as before, 0 rejected, 1 with a note"));
  EXPECT_THAT(run({"import", "products", "before.csv", "--set-stock"}).output, HasSubstr("1 changed"));
  EXPECT_THAT(run({"export", "products", "-"}).output, HasSubstr("\"MSK\":10"));
}

TEST_F(ProductCommands, MetricsTellHowOftenAPageWasAtHand) {
  make_data();
  write("goods.csv", kFile);
  const auto server = serve();
  run({"import", "products", "goods.csv"});
  HttpClient client(serving_port(*server));
  // A page may stand once its product is among those that are looked at; the first look of a session makes it
  // so.
  const std::string visitor = "Cookie: stoa_session=7b0c6a52-53c1-4b7f-9d4b-0b5d0f2f9a11\r\n";
  for (int look = 0; look < 4; ++look) {
    client.send("GET /products/672a1b2c3d4e5f6a7b8c9d0f HTTP/1.1\r\nHost: shop\r\n" + visitor + "\r\n");
    EXPECT_THAT(client.receive(), HasSubstr("HTTP/1.1 200"));
  }
  const std::string metrics = client.get("/metrics");
  EXPECT_THAT(metrics, HasSubstr("stoa_page_cache_answers_total{outcome=\"miss\"} 1\n"));
  EXPECT_THAT(metrics, ContainsRegex("stoa_page_cache_answers_total.outcome=.hit.. [23]\n"));
}

TEST_F(ProductCommands, AProductOfManyKilobytesPassesTheControlDoorWhole) {
  make_data();
  std::string description, attributes;
  while (description.size() < 36'000) description += "описание ";
  for (int i = 0; i < 50; ++i) {
    attributes += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":\"";
    for (int letter = 0; letter < 500; ++letter) attributes += "ж";
    attributes += '"';
  }
  write("goods.jsonl", R"({"name":"n","category":"c","price":1,"description":")" + description +
                           "\",\"attributes\":{" + attributes + "}}\n");
  const auto server = serve();
  EXPECT_THAT(run({"import", "products", "goods.jsonl"}).output, HasSubstr("1 new"));
  EXPECT_EQ(run({"export", "products", "out.jsonl"}).exit_code, 0);
  EXPECT_NE(read("out.jsonl").find(description), std::string::npos);
}

TEST_F(ProductCommands, RejectedLinesAreListedAndFailTheCommand) {
  make_data();
  write("goods.csv", "name,category,price\nLamp,Lamps,5\nMug,Mugs,cheap\n");
  const Outcome taken = run({"import", "products", "goods.csv"});
  EXPECT_EQ(taken.exit_code, 1);
  EXPECT_THAT(taken.output, HasSubstr("line 3: price: must be an amount"));
  EXPECT_THAT(taken.output, HasSubstr("1 new, 0 changed, 0 as before, 1 rejected"));
}

TEST_F(ProductCommands, WhatCannotBeDoneIsSaidWithTheNextStep) {
  make_data();
  EXPECT_THAT(run({"import", "products", "absent.csv"}).output, HasSubstr("absent.csv cannot be read"));
  EXPECT_THAT(run({"import", "orders", "x.csv"}).output, HasSubstr("stoa import products FILE"));
  EXPECT_THAT(run({"import", "products", "x.xls"}).output, HasSubstr(".csv or .jsonl"));
  EXPECT_THAT(run({"export", "products", "/nowhere/x.csv"}).output, HasSubstr("/nowhere/x.csv"));
  write("goods.csv", "name,colour\nLamp,red\n");
  EXPECT_THAT(run({"import", "products", "goods.csv"}).output, HasSubstr("'colour'"));
}

TEST_F(ProductCommands, DemoFillsAShopOnceAndShowsTheWayIn) {
  const Outcome first = run({"demo", "--first", "--http.port=8099"});
  EXPECT_EQ(first.exit_code, 0) << first.output;
  for (const char* told : {"1000 products in 20 categories", "http://127.0.0.1:8099", "demo_admin",
                           "2000 articles in 15 groups", "Four things"})
    EXPECT_THAT(first.output, HasSubstr(told));
  const Outcome second = run({"demo", "--first"});
  EXPECT_EQ(second.exit_code, 0);
  EXPECT_THAT(second.output, IsEmpty());
  const Outcome again = run({"demo"});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, HasSubstr("--beside"));
  const Outcome beside = run({"demo", "--beside", "--seed=2"});
  EXPECT_EQ(beside.exit_code, 0) << beside.output;
  EXPECT_THAT(beside.output, HasSubstr("(as before)"));
  const Outcome doctor = run({"doctor"});
  EXPECT_EQ(doctor.exit_code, 0) << doctor.output;
}

TEST_F(ProductCommands, DemoRefusesWhereAServerRuns) {
  make_data();
  const auto server = serve();
  const Outcome refused = run({"demo"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, HasSubstr("Stop the server first"));
  EXPECT_THAT(run({"demo", "--seed=x"}).output, HasSubstr("whole number"));
}

}  // namespace
}  // namespace stoa::test
