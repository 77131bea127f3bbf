#include "records/embedded/term_index.h"

#include "base/must.h"
#include "json_document.h"
#include "support/temporary_directory.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace stoa::records::embedded {
namespace {
using stoa::test::must;

constexpr TextPlace kStart;
constexpr int kDocuments = 6000;
constexpr std::size_t kMostRanked = 2000;

class TermIndexOfMany : public testing::Test {
 protected:
  void SetUp() override {
    index_ = must(TermIndex::open(directory_.path() / "index", text_, 0, 0, kMostRanked));
    for (int number = 0; number < kDocuments; ++number) {
      // Only old ones are of brass and of oak.
      const bool old = number < 50;
      put(number, fmt::format("lamp {} {} {}", old || number % 2 ? "brass" : "",
                              old || number % 2 ? "" : "oak", old ? "oak" : ""));
    }
    must(index_->commit({.applied = 1, .rebuilt = std::nullopt}));
  }
  void put(int number, const std::string& name) {
    must(index_->put(fmt::format("{:04}", number),
                     records::test::from_json(fmt::format(R"({{"_id": {}, "name": "{}"}})", number, name))));
  }
  std::vector<std::string> all(std::string_view text, std::size_t at_once) {
    std::vector<std::string> ids;
    for (std::optional<TextPlace> place = kStart; place;) {
      const auto hits = must(index_->search(text, *place, at_once));
      ids.insert(ids.end(), hits.ids.begin(), hits.ids.end());
      place = hits.next;
    }
    return ids;
  }

  const stoa::test::TemporaryDirectory directory_;
  const TextIndex text_{{{"name", 1}}};
  std::unique_ptr<TermIndex> index_;
};

TEST_F(TermIndexOfMany, RanksTheNewestWhereVeryManyMatch) {
  const auto ids = all("lamp", 100);
  ASSERT_EQ(ids.size(), TermIndex::kDeepest);
  for (const auto& id : ids) EXPECT_GE(std::stoi(id), kDocuments - static_cast<int>(kMostRanked)) << id;
}

TEST_F(TermIndexOfMany, PagesOfTheNewestFollowOneAnotherWithoutOverlap) {
  const auto ids = all("lamp", 70);
  EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), ids.size());
  EXPECT_EQ(ids, all("lamp", 100));
}

TEST_F(TermIndexOfMany, FindsWhatIsNotAmongTheNewest) {
  const auto ids = all("brass oak", 100);
  EXPECT_EQ(ids.size(), 50U);
  for (const auto& id : ids) EXPECT_LT(std::stoi(id), 50) << id;
}

TEST_F(TermIndexOfMany, AnAnswerThatIsRememberedHearsOfTheNextCommit) {
  EXPECT_THAT(all("zebra", 10), testing::IsEmpty());
  put(kDocuments, "zebra");
  EXPECT_THAT(all("zebra", 10), testing::IsEmpty());
  must(index_->commit({.applied = 2, .rebuilt = std::nullopt}));
  EXPECT_THAT(all("zebra", 10), testing::ElementsAre(std::to_string(kDocuments)));
}

}  // namespace
}  // namespace stoa::records::embedded
