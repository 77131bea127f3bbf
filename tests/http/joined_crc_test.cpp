#include "http/joined_crc.h"

#include <rapidcheck/gtest.h>
#include <zlib.h>

#include <string>

namespace stoa::http {
namespace {

std::uint32_t crc_of(const std::string& text) {
  return static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
}

RC_GTEST_PROP(JoinedCrc, IsThatOfBothTexts, (const std::string& front, const std::string& back)) {
  RC_ASSERT(JoinedCrc(crc_of(back), back.size()).behind(crc_of(front)) == crc_of(front + back));
}

TEST(JoinedCrc, OfLongTextsToo) {
  const std::string front(100'003, 'a'), back(1'000'033, 'b');
  EXPECT_EQ(JoinedCrc(crc_of(back), back.size()).behind(crc_of(front)), crc_of(front + back));
}

}  // namespace
}  // namespace stoa::http
