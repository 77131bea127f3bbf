#include "base/appender.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace stoa {
namespace {

TEST(Appender, LeavesWhatWasThereAndWhatWasAppended) {
  std::string text = "before ";
  {
    Appender to(text);
    EXPECT_EQ(to.size(), 7u);
    to.add('n');
    to.add("ow");
  }
  EXPECT_EQ(text, "before now");
}

TEST(Appender, WritesOverAPlaceThatWasLeft) {
  std::string text;
  {
    Appender to(text);
    const std::size_t place = to.size();
    to.add_raw(std::uint32_t{0});
    to.add(std::string(1000, 'x'));
    to.overwrite(place, static_cast<std::uint32_t>(to.size()));
  }
  std::uint32_t size = 0;
  std::memcpy(&size, text.data(), sizeof size);
  EXPECT_EQ(size, text.size());
}

RC_GTEST_PROP(Appender, AppendsAsAStringDoes, ()) {
  const auto start = *rc::gen::arbitrary<std::string>();
  const auto pieces = *rc::gen::container<std::vector<std::string>>(
      rc::gen::container<std::string>(*rc::gen::inRange(0, 2000), rc::gen::arbitrary<char>()));
  std::string wanted = start, text = start;
  {
    Appender to(text);
    for (const std::string& piece : pieces) {
      wanted += piece;
      to.add(piece);
      wanted += '.';
      to.add('.');
      char* direct = to.reserve(3);
      std::memcpy(direct, "abc", 3);
      to.used(2);
      wanted += "ab";
    }
  }
  RC_ASSERT(text == wanted);
}

}  // namespace
}  // namespace stoa
