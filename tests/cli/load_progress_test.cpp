#include "cli/load_progress.h"

#include <gmock/gmock.h>

#include <vector>

namespace stoa::cli {
namespace {
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::EndsWith;

TEST(LoadProgress, IsLoggedOnceASecondAndAtTheEnd) {
  std::vector<std::string> lines, told;
  const Logger log =
      Logger::to([&](std::string_view line) { lines.emplace_back(line); }, LogLevel::Info, LogFormat::Text);
  const EngineFactory::Tell tell = [&](std::string_view how_far) { told.emplace_back(how_far); };
  FakeClock clock;
  LoadProgress progress(log, tell, clock);
  std::size_t rows = 0;
  for (int i = 0; i < 5; ++i) {
    clock.advance(500ms);
    progress.reached(rows += 10'000);
  }
  progress.done();
  EXPECT_THAT(lines, ElementsAre(EndsWith("loading the keyspace rows=20000"),
                                 EndsWith("loading the keyspace rows=40000"),
                                 EndsWith("keyspace loaded rows=50000 seconds=2.5")));
  EXPECT_EQ(told.size(), 5u);
  EXPECT_EQ(told.back(), "loading the keyspace: 50000 rows");
}

}  // namespace
}  // namespace stoa::cli
