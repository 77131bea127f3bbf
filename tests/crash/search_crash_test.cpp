#include "crash/search_goods.h"
#include "support/child_process.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <map>
#include <random>
#include <thread>

namespace stoa::test {
namespace {
using namespace std::chrono_literals;

/// Everything that `text` finds, by id.
std::map<std::int64_t, std::string> found(SearchGoods& goods, const std::string& text) {
  std::map<std::int64_t, std::string> names;
  std::string cursor;
  do {
    const auto page = must(
        goods.records().search(SearchGoods::collection(), {.text = text, .limit = 100, .cursor = cursor}));
    for (const auto& document : page.documents) {
      const auto good = must(read_bson<Good>(document));
      EXPECT_TRUE(names.emplace(good.id, good.name).second) << good.id << " comes twice";
    }
    cursor = page.next;
  } while (!cursor.empty());
  return names;
}

std::vector<Good> all_of(SearchGoods& goods) {
  return must(records::find<Good>(goods.records().read(), SearchGoods::collection(),
                                  {.index = "_id", .limit = 10'000}))
      .documents;
}

/// Writes one more document and waits until it is found: by then everything before it is.
void wait_until_caught_up(SearchGoods& goods, const std::string& mark) {
  must(goods.records().transact([&](records::Tx& tx) -> Result<bool> {
    STOA_TRY(tx.remove(SearchGoods::collection(), std::int64_t{1'000'000}));
    STOA_TRY(records::insert(tx, SearchGoods::collection(), Good{1'000'000, mark, std::nullopt}));
    return true;
  }));
  const auto end = std::chrono::steady_clock::now() + 30s;
  while (found(goods, mark).empty() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(5ms);
}

TEST(SearchAfterACrash, FindsExactlyWhatTheRecordsHold) {
  const TemporaryDirectory directory;
  const auto data = directory.path() / "data";
  std::mt19937 random(7);
  for (unsigned round = 1; round <= 12; ++round) {
    {
      ChildProcess worker({STOA_SEARCH_WORKER, data.string(), std::to_string(round)});
      ASSERT_TRUE(worker.wait_for_output("begun"));
      std::this_thread::sleep_for(std::chrono::milliseconds(random() % 700));
      worker.signal(SIGKILL);
      worker.wait();
    }
    SearchGoods goods(data);
    wait_until_caught_up(goods, "mark" + std::to_string(round));
    std::map<std::int64_t, std::string> on_sale;
    for (const Good& good : all_of(goods))
      if (!good.gone_at && good.id < 1'000'000) on_sale.emplace(good.id, good.name);
    EXPECT_EQ(found(goods, "item"), on_sale);
    for (const auto& [id, name] : on_sale) {
      const auto version = name.substr(name.find(' ') + 1);
      ASSERT_TRUE(found(goods, version).contains(id)) << version;
    }
  }
}

TEST(SearchAfterACrash, AnIndexThatIsMissingOrGarbledIsMadeAnew) {
  const TemporaryDirectory directory;
  const auto data = directory.path() / "data";
  const auto look = [&](const std::string& mark) {
    SearchGoods goods(data);
    wait_until_caught_up(goods, mark);
    // The first document was there long before the mark.
    const auto end = std::chrono::steady_clock::now() + 30s;
    while (found(goods, "lamps").empty() && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(5ms);
    EXPECT_EQ(found(goods, "lamps").size(), 1U);
  };
  {
    SearchGoods goods(data);
    must(goods.records().transact([&](records::Tx& tx) -> Result<bool> {
      STOA_TRY(records::insert(tx, SearchGoods::collection(), Good{1, "Desk lamp", std::nullopt}));
      return true;
    }));
  }
  look("first");
  std::filesystem::remove_all(data / "search");
  look("second");
  for (const auto& file : std::filesystem::directory_iterator(data / "search" / "goods"))
    std::filesystem::resize_file(file.path(), std::filesystem::file_size(file.path()) / 2);
  look("third");
  // An index of an older state than the documents': what it has missed is no longer listed anywhere.
  std::filesystem::copy(data / "search", directory.path() / "older",
                        std::filesystem::copy_options::recursive);
  look("fourth");
  std::filesystem::remove_all(data / "search");
  std::filesystem::copy(directory.path() / "older", data / "search",
                        std::filesystem::copy_options::recursive);
  {
    SearchGoods goods(data);
    const auto end = std::chrono::steady_clock::now() + 30s;
    while (found(goods, "fourth").empty() && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(5ms);
    EXPECT_EQ(found(goods, "fourth").size(), 1U);
  }
  look("fifth");
}

}  // namespace
}  // namespace stoa::test
