#include "base/utf8.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace stoa {
namespace {
TEST(Utf8, TakesTheFirstAndLastOfEachLength) {
  for (const char* good : {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                           "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(good));
    EXPECT_EQ(count_code_points(good), 1u);
  }
}

TEST(Utf8, RefusesOverlongFormsSurrogatesAndWhatIsCutOff) {
  for (const char* bad :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf",
        "\xe2\x82", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"})
    EXPECT_EQ(find_bad_utf8(std::string("12345678abc") + bad), 11u) << bad;
}

RC_GTEST_PROP(Utf8, RepairedIsAlwaysUtf8, (const std::string& bytes)) {
  RC_ASSERT(is_utf8(repair_utf8(bytes)));
  if (is_utf8(bytes)) RC_ASSERT(repair_utf8(bytes) == bytes);
}
}  // namespace
}  // namespace stoa
