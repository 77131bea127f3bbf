#include "http/summary.h"

#include <gmock/gmock.h>

namespace stoa::http {
namespace {

TEST(Summary, IsTheTextOrItsBeginningInWholeWords) {
  EXPECT_EQ(summary_of("A lamp of brass.", "Lamp"), "A lamp of brass.");
  EXPECT_EQ(summary_of(std::string(150, 'a') + " " + std::string(150, 'b'), "Lamp"),
            std::string(150, 'a') + "…");
  EXPECT_EQ(summary_of(std::string(kMostSummary, 'a'), "Lamp"), std::string(kMostSummary, 'a'));
}

TEST(Summary, IsTheTitleWhereThereIsNothingToCut) {
  EXPECT_EQ(summary_of("", "Lamp"), "Lamp");
  EXPECT_EQ(summary_of(std::string(400, 'a'), "Lamp"), "Lamp");
}

}  // namespace
}  // namespace stoa::http
