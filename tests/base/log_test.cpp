#include "base/log.h"

#include "base/utf8.h"
#include "support/temporary_directory.h"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <limits>
#include <thread>

namespace stoa {
namespace {
using test::TemporaryDirectory;
using testing::ElementsAre;

class Lines {
 public:
  Logger logger(LogLevel level, LogFormat format) {
    return Logger::to([this](std::string_view line) { lines.emplace_back(line); }, level, format, clock);
  }

  FakeClock clock;
  std::vector<std::string> lines;
};

TEST(Log, WritesTextForPeople) {
  Lines out;
  Logger log = out.logger(LogLevel::Info, LogFormat::Text);
  log.info("started", {{"port", 8080}, {"path", "a b"}, {"ok", true}, {"ratio", 0.5}, {"none", ""}});
  EXPECT_THAT(
      out.lines,
      ElementsAre(
          "2023-11-14T22:13:20.000Z INFO  started port=8080 path=\"a b\" ok=true ratio=0.5 none=\"\""));
}

TEST(Log, WritesJsonForMachines) {
  Lines out;
  Logger log = out.logger(LogLevel::Info, LogFormat::Json);
  log.error("failed", {{"code", "store.locked"}, {"tries", std::uint64_t{3}}});
  EXPECT_THAT(out.lines,
              ElementsAre(R"({"time":"2023-11-14T22:13:20.000Z","level":"error","message":"failed",)"
                          R"("code":"store.locked","tries":3})"));
}

TEST(Log, LeavesOutWhatIsBelowItsLevel) {
  Lines out;
  Logger log = out.logger(LogLevel::Warning, LogFormat::Text);
  log.debug("a");
  log.info("b");
  log.warning("c");
  log.error("d");
  EXPECT_EQ(out.lines.size(), 2u);
  EXPECT_FALSE(log.enabled(LogLevel::Info));
  Logger off = out.logger(LogLevel::Off, LogFormat::Text);
  off.error("e");
  Logger::silent().with({{"a", 1}}).error("f");
  EXPECT_EQ(out.lines.size(), 2u);
}

TEST(Log, AddsTheFieldsOfItsContextToEachLine) {
  Lines out;
  Logger log = out.logger(LogLevel::Info, LogFormat::Json).with({{"request", 7}});
  log.info("x", {{"y", 1}});
  auto line = boost::json::parse(out.lines.at(0)).as_object();
  EXPECT_EQ(line.at("request").as_int64(), 7);
  EXPECT_EQ(line.at("y").as_int64(), 1);
}

TEST(Log, KeepsAStrangersTextOnItsLine) {
  Lines out;
  Logger log = out.logger(LogLevel::Info, LogFormat::Text);
  log.info("bad\nline", {{"user", "x\nERROR fake"}, {"other", "a=b"}});
  EXPECT_THAT(out.lines.at(0), testing::EndsWith(R"("bad\nline" user="x\nERROR fake" other="a=b")"));
}

TEST(Log, WritesNumbersThatJsonDoesNotHaveAsText) {
  Lines out;
  out.logger(LogLevel::Info, LogFormat::Json).info("x", {{"n", std::numeric_limits<double>::quiet_NaN()}});
  EXPECT_EQ(boost::json::parse(out.lines.at(0)).at("n").as_string(), "nan");
}

RC_GTEST_PROP(LogLines, AreValidJsonWhateverIsInThem,
              (const std::string& message, const std::string& value, double number)) {
  Lines out;
  out.logger(LogLevel::Info, LogFormat::Json).info(message, {{"value", value}, {"number", number}});
  auto line = boost::json::parse(out.lines.at(0)).as_object();
  RC_ASSERT(std::string(line.at("message").as_string()) == repair_utf8(message));
  RC_ASSERT(std::string(line.at("value").as_string()) == repair_utf8(value));
}

TEST(Log, AppendsToItsFile) {
  TemporaryDirectory directory;
  auto path = (directory.path() / "stoa.log").string();
  for (int i = 0; i < 2; ++i) Logger::open({LogLevel::Info, LogFormat::Text, path})->info("opened");
  std::ifstream file(path);
  std::string line;
  int lines = 0;
  while (std::getline(file, line)) {
    EXPECT_THAT(line, testing::EndsWith("INFO  opened"));
    ++lines;
  }
  EXPECT_EQ(lines, 2);
}

TEST(Log, SaysWhenItsFileCannotBeOpened) {
  TemporaryDirectory directory;
  auto opened = Logger::open({LogLevel::Info, LogFormat::Text, directory.path().string()});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, "log.file");
}

TEST(Log, MixesNoLinesOfManyThreads) {
  Lines out;
  Logger log = out.logger(LogLevel::Info, LogFormat::Json);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([log, t] {
      for (int i = 0; i < 250; ++i) log.info("x", {{"thread", t}, {"i", i}});
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(out.lines.size(), 1000u);
  for (const auto& line : out.lines) EXPECT_TRUE(boost::json::parse(line).is_object());
}
}  // namespace
}  // namespace stoa
