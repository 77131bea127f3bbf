#include "feed/markdown.h"
#include "feed/markdown_bombs.h"

#include <gtest/gtest.h>

#include <chrono>

namespace stoa::feed::test {
namespace {

/// Ten times what is allowed would take a hundred times as long, minutes, where the time grew with the
/// square.
TEST(Markdown, BombsTakeNoLongerThanTheirLength) {
  for (const std::string_view piece : kBombs) {
    const std::string text = repeated(piece, 10 * kMostMarkdown);
    const auto started = std::chrono::steady_clock::now();
    (void)render_markdown(text, text.size());
    EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(5)) << piece;
  }
}

}  // namespace
}  // namespace stoa::feed::test
