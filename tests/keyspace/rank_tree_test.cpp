#include "keyspace/embedded/rank_tree.h"

#include "keyspace/embedded/random.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace stoa::keyspace::embedded {
namespace {

/// A tree beside the set it should equal; owns the members.
class Checked {
 public:
  Checked() = default;
  explicit Checked(const std::vector<std::string_view>& expected) { tree_.expect_names_like(expected); }
  ~Checked() {
    for (auto& [name, member] : members_) ScoredMember::destroy(member);
  }
  void put(const std::string& name, double score) {
    erase(name);
    ScoredMember* member = ScoredMember::make(name, score);
    members_[name] = member;
    model_.emplace(score, name);
    tree_.insert(tree_.entry(score, member));
  }
  void erase(const std::string& name) {
    const auto found = members_.find(name);
    if (found == members_.end()) return;
    tree_.erase(tree_.entry(found->second->score, found->second));
    model_.erase({found->second->score, name});
    ScoredMember::destroy(found->second);
    members_.erase(found);
  }
  void expect_same() const {
    ASSERT_EQ(tree_.size(), model_.size());
    std::size_t rank = 0;
    for (const auto& [score, name] : model_) {
      const auto position = tree_.at(rank);
      ASSERT_EQ(position->score, score);
      ASSERT_EQ(position->member()->name(), name);
      ASSERT_EQ(tree_.rank(score, name), rank);
      ++rank;
    }
    if (model_.empty()) return;
    auto forward = tree_.at(0);
    for (const auto& [score, name] : model_) {
      ASSERT_TRUE(forward.valid());
      ASSERT_EQ(forward->member()->name(), name);
      forward.next();
    }
    ASSERT_FALSE(forward.valid());
    auto backward = tree_.at(model_.size() - 1);
    for (auto it = model_.rbegin(); it != model_.rend(); ++it, backward.previous())
      ASSERT_EQ(backward->member()->name(), it->second);
    ASSERT_FALSE(backward.valid());
  }
  void expect_same_counts(double score) const {
    std::size_t below = 0, up_to = 0;
    for (const auto& entry : model_) {
      below += entry.first < score;
      up_to += entry.first <= score;
    }
    ASSERT_EQ(tree_.rank_of_score(score, RankTree::Side::Before), below);
    ASSERT_EQ(tree_.rank_of_score(score, RankTree::Side::Behind), up_to);
  }
  const RankTree& tree() const { return tree_; }

 private:
  RankTree tree_;
  std::map<std::string, ScoredMember*> members_;
  std::set<std::pair<double, std::string>> model_;
};

RC_GTEST_PROP(RankTree, EqualsAnOrderedSetUnderAnyMixOfInsertsAndErases, ()) {
  const auto scale = *rc::gen::element(10, 300, 5000);
  const auto steps = *rc::gen::inRange(1, 3000);
  const auto erase_share = *rc::gen::inRange(0, 70);
  const auto expected = *rc::gen::element<std::string_view>("", "m", "m1", "m1000", "n");
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Checked checked({expected});
  for (int i = 0; i < steps; ++i) {
    const std::string name = "m" + std::to_string(random.below(scale));
    if (static_cast<int>(random.below(100)) < erase_share) {
      checked.erase(name);
    } else {
      checked.put(name, static_cast<double>(random.below(50)) / 2);
    }
  }
  checked.expect_same();
  checked.expect_same_counts(static_cast<double>(random.below(30)));
}

TEST(RankTree, KeepsRisingMomentsWhileOldOnesMoveToTheEnd) {
  Checked checked;
  double now = 0;
  Random random(7);
  for (int i = 0; i < 20'000; ++i) checked.put("t" + std::to_string(random.below(3000)), now += 0.25);
  checked.expect_same();
}

TEST(RankTree, EmptiesFromEitherEndAndFromTheMiddle) {
  for (const int step : {1, 3, 7}) {
    Checked checked;
    for (int i = 0; i < 5000; ++i) checked.put(std::to_string(i), i);
    for (int offset = 0; offset < step; ++offset)
      for (int i = offset; i < 5000; i += step) checked.erase(std::to_string(i));
    checked.expect_same();
    checked.put("again", 1);
    checked.expect_same();
  }
}

TEST(RankTree, OrdersInfinitiesAndEqualScoresByName) {
  Checked checked;
  const double inf = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 200; ++i) checked.put("b" + std::to_string(i), 1);
  checked.put("high", inf);
  checked.put("low", -inf);
  checked.put("a", 1);
  checked.expect_same();
  checked.expect_same_counts(inf);
  checked.expect_same_counts(-inf);
  EXPECT_EQ(checked.tree().at(0)->member()->name(), "low");
  EXPECT_EQ(checked.tree().at(1)->member()->name(), "a");
}

TEST(RankTree, SelectsManyRanksAtOnce) {
  Checked checked;
  for (int i = 0; i < 1000; ++i) checked.put(std::to_string(i), i);
  std::vector<std::size_t> ranks;
  for (std::size_t i = 0; i < 100; ++i) ranks.push_back((i * 37) % 1000);
  std::vector<Ranked> chosen(ranks.size());
  checked.tree().select(ranks, chosen);
  for (std::size_t i = 0; i < ranks.size(); ++i) EXPECT_EQ(chosen[i].score, static_cast<double>(ranks[i]));
}

}  // namespace
}  // namespace stoa::keyspace::embedded
