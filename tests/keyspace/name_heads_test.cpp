#include "keyspace/embedded/name_heads.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace stoa::keyspace::embedded {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

/// Of few letters, so that they often begin alike; zero and the highest byte among them.
rc::Gen<std::string> names() {
  return rc::gen::container<std::string>(rc::gen::element('\0', 'a', 'b', '\xff'));
}

RC_GTEST_PROP(NameHeads, SortAsNamesDo, ()) {
  const auto seen = *rc::gen::container<std::vector<std::string>>(names());
  const NameHeads heads(std::vector<std::string_view>(seen.begin(), seen.end()));
  const auto one = *names(), other = *names();
  if (one < other) RC_ASSERT(heads.of(one) <= heads.of(other));
  if (other < one) RC_ASSERT(heads.of(other) <= heads.of(one));
  if (one == other) RC_ASSERT(heads.of(one) == heads.of(other));
}

TEST(NameHeads, TellNamesApartBehindWhatTheyHaveInCommon) {
  const NameHeads heads(std::vector{"65a0c0ffee01"sv, "65a0c0ffee0f"sv, "65a0c0ffee20"sv});
  EXPECT_LT(heads.of("65a0c0ffee01"), heads.of("65a0c0ffee02"));
  EXPECT_EQ(heads.of("65a0c0ffee012"), heads.of("65a0c0ffee013"));
  EXPECT_EQ(heads.of("65a0c0ffed99"), 0);
  EXPECT_EQ(heads.of("65a0c0ffef00"), 0xffff);
}

TEST(NameHeads, AreTheFirstBytesWhereNothingIsKnown) {
  EXPECT_EQ(NameHeads().of("AB"), 0x4142);
  EXPECT_EQ(NameHeads().of("A"), 0x4100);
  EXPECT_EQ(NameHeads().of(""), 0);
}

}  // namespace
}  // namespace stoa::keyspace::embedded
