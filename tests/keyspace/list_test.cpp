#include "keyspace/embedded/list.h"

#include "keyspace/embedded/random.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <string>
#include <vector>

namespace stoa::keyspace::embedded {
namespace {

std::deque<std::string> texts_of(const List& list) {
  std::deque<std::string> texts;
  list.walk(0, [&](std::size_t index, std::string_view text) {
    EXPECT_EQ(index, texts.size());
    texts.emplace_back(text);
    return true;
  });
  return texts;
}

RC_GTEST_PROP(List, EqualsADequeUnderAnyMixOfPushesAndErases, ()) {
  const auto steps = *rc::gen::inRange(1, 600);
  const auto erase_share = *rc::gen::inRange(0, 60);
  const auto longest = *rc::gen::element(1, 30, 1500);
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  List list;
  std::deque<std::string> model;
  for (int i = 0; i < steps; ++i) {
    if (!model.empty() && static_cast<int>(random.below(100)) < erase_share) {
      const std::size_t at = random.below(model.size());
      list.erase(at);
      model.erase(model.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
      const std::string text(random.below(longest), static_cast<char>('a' + random.below(26)));
      if (random.below(2) == 0) {
        list.push_front(text);
        model.push_front(text);
      } else {
        list.push_back(text);
        model.push_back(text);
      }
    }
    RC_ASSERT(list.size() == model.size());
  }
  RC_ASSERT(texts_of(list) == model);
  for (std::size_t i = 0; i < model.size(); ++i) RC_ASSERT(list.at(i) == model[i]);
}

TEST(List, StaysWhereItIsForMostPushes) {
  List list;
  const char* where = nullptr;
  int moves = 0;
  // What a session has looked at: ids of 24 digits, at most 25 of them.
  for (int i = 0; i < 25; ++i) {
    list.push_front(std::string(24, 'a'));
    if (list.at(0).data() != where) ++moves;
    where = list.at(0).data();
  }
  EXPECT_LE(moves, 6);
}

TEST(List, PuttingBackWhatWasErasedRestoresTextsAndPlaces) {
  for (std::size_t at = 0; at < 9; ++at) {
    List list;
    for (int i = 0; i < 9; ++i) list.push_front(std::to_string(i));
    const auto texts = texts_of(list);
    const auto first = list.place(0);
    list.erase(at);
    list.put_back(at, texts[at]);
    EXPECT_EQ(texts_of(list), texts);
    EXPECT_EQ(list.place(0), first);
  }
}

TEST(List, PlacesOfTheLongerSideStayWhenATextGoes) {
  List list;
  for (int i = 0; i < 10; ++i) list.push_back(std::to_string(i));
  const auto last = list.place(9);
  list.erase(2);
  EXPECT_EQ(list.place(8), last);
  const auto first = list.place(0);
  list.erase(7);
  EXPECT_EQ(list.place(0), first);
}

}  // namespace
}  // namespace stoa::keyspace::embedded
