#include "keyspace/embedded/table.h"

#include "keyspace/embedded/packed.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

namespace stoa::keyspace::embedded {
namespace {

std::set<std::string> names_of(const Table<Member>& table) {
  std::set<std::string> names;
  table.for_each([&](Member& member) { names.emplace(member.name()); });
  return names;
}

RC_GTEST_PROP(Table, EqualsASetUnderAnyMixOfInsertsAndTakes, ()) {
  const auto scale = *rc::gen::element(5, 200, 30'000);
  const auto steps = *rc::gen::inRange(1, 40'000);
  const auto take_share = *rc::gen::inRange(0, 60);
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Table<Member> table;
  std::set<std::string> model;
  for (int i = 0; i < steps; ++i) {
    const std::string name = "name" + std::to_string(random.below(scale));
    if (static_cast<int>(random.below(100)) < take_share) {
      Member* taken = table.take(name);
      RC_ASSERT((taken != nullptr) == (model.erase(name) == 1));
      if (taken) Member::destroy(taken);
    } else if (model.insert(name).second) {
      RC_ASSERT(table.find(name) == nullptr);
      table.insert(Member::make(name));
    }
  }
  RC_ASSERT(table.size() == model.size());
  RC_ASSERT(names_of(table) == model);
  for (const auto& name : model) RC_ASSERT(table.find(name)->name() == name);
}

TEST(Table, AWalkMeetsWhatStaysOnceWhileTheTableGrowsAndShrinks) {
  Table<Member> table;
  for (int i = 0; i < 3000; ++i) table.insert(Member::make("stays" + std::to_string(i)));
  std::map<std::string, int> met;
  std::uint64_t cursor = 0;
  int page = 0;
  do {
    cursor = table.walk(cursor, 100, [&](Member& member) { ++met[std::string(member.name())]; });
    for (int i = 0; i < 500; ++i) table.insert(Member::make("comes" + std::to_string(page * 500 + i)));
    ++page;
  } while (cursor != 0);
  for (int i = 0; i < 3000; ++i) EXPECT_EQ(met["stays" + std::to_string(i)], 1) << i;
  EXPECT_GT(table.size(), 8192u) << "the table should have split while the walk was under way";
}

TEST(Table, DrawsEveryEntryAsOftenAsAnyOther) {
  for (const int size : {3, 100, 20'000}) {
    Table<Member> table;
    for (int i = 0; i < size; ++i) table.insert(Member::make(std::to_string(i)));
    Random random(42);
    const int draws = 40'000;
    int low = 0;
    for (int i = 0; i < draws; ++i) low += std::stoi(std::string(table.any(random).name())) < size / 2;
    const double expected = draws * static_cast<double>(size / 2) / size;
    EXPECT_NEAR(low, expected, 6 * std::sqrt(draws / 4.0)) << size;
  }
}

}  // namespace
}  // namespace stoa::keyspace::embedded
