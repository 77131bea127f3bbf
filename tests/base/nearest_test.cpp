#include "base/nearest.h"

#include <gtest/gtest.h>

namespace stoa {
namespace {
TEST(Nearest, FindsWhatWasMeant) {
  std::vector<std::string_view> names{"http.port", "http.address", "log.level"};
  EXPECT_EQ(nearest("htp.port", names), "http.port");
  EXPECT_EQ(nearest("http.prot", names), "http.port");
  EXPECT_EQ(nearest("loglevel", names), "log.level");
  EXPECT_EQ(nearest("completely.else", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest(std::string(100'000, 'x'), names), "");
}
}  // namespace
}  // namespace stoa
