#include "http/access_log.h"

#include "asked.h"
#include "http/access_line.h"
#include "http/route.h"
#include "support/temporary_directory.h"
#include "support/text_of.h"

#include <gmock/gmock.h>

#include <thread>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;
using test::Asked;
using testing::HasSubstr;
using testing::Not;

class AccessLogTest : public testing::Test {
 protected:
  std::unique_ptr<AccessLog> open() {
    options_.target = path_.string();
    // Only when asked to, so that tests know what lies in the buffers.
    options_.write_every = 1h;
    return *AccessLog::open(
        options_, clock_,
        Logger::to([this](std::string_view line) { logged_ += line; }, LogLevel::Info, LogFormat::Text));
  }
  std::string text() const { return stoa::test::text_of(path_); }
  static std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  stoa::test::TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_.path() / "access.log";
  FakeClock clock_{Time{1'700'000'000s}};
  AccessLogOptions options_;
  std::string logged_;
};

TEST_F(AccessLogTest, WritesALineAsOtherServersDo) {
  const auto log = open();
  const Route route{.path = "/products/{product:id}", .handler = {}};
  Asked asked(Method::Get, "/products/1?a=b");
  asked.header("User-Agent", "curl/8").header("Referer", "http://a/");
  asked.request().route = &route;
  log->note(asked.request(), {.status = 200, .body = "hello"}, 1500us);
  log->flush();
  EXPECT_EQ(text(),
            "192.0.2.1 - - [14/Nov/2023:22:13:20 +0000] \"GET /products/1?a=b HTTP/1.1\" 200 5 \"http://a/\" "
            "\"curl/8\" "
            "id-1 0.001500 \"/products/{product:id}\"\n");
}

TEST_F(AccessLogTest, WritesJsonWhenAskedTo) {
  options_.format = LogFormat::Json;
  const auto log = open();
  Asked asked(Method::Post, "/x");
  asked.header("User-Agent", "a\"b\n");
  log->note(asked.request(), {.status = 404}, 1ms);
  log->flush();
  EXPECT_EQ(text(),
            R"({"time":"2023-11-14T22:13:20.000Z","method":"POST","status":404,"bytes":0,"seconds":0.001000,)"
            R"("client":"192.0.2.1","target":"/x","agent":"a\"b\n","request_id":"id-1"})"
            "\n");
}

TEST_F(AccessLogTest, LetsNobodyForgeALineOrAField) {
  const auto log = open();
  Asked asked(Method::Get, "/\n192.0.2.9 - - forged");
  asked.header("User-Agent", "x\" 200 0 \"\r\n\x1b[31m");
  log->note(asked.request(), {}, 1ms);
  log->flush();
  EXPECT_EQ(lines(text()), 1u);
  EXPECT_THAT(text(), HasSubstr("x\\x22 200 0 \\x22\\x0D\\x0A\\x1B[31m\""));
}

TEST_F(AccessLogTest, CutsLongTexts) {
  const auto log = open();
  Asked asked(Method::Get, "/" + std::string(15'000, 'a'));
  asked.header("User-Agent", std::string(15'000, 'b'));
  log->note(asked.request(), {}, 1ms);
  log->flush();
  EXPECT_LT(text().size(), 3'000u);
}

TEST_F(AccessLogTest, DropsWhatFindsNoRoomCountsItAndSaysSo) {
  options_.lane_bytes = 10;
  const auto log = open();
  Asked asked(Method::Get, "/x");
  for (int i = 0; i < 100; ++i) log->note(asked.request(), {}, 1ms);
  log->flush();
  EXPECT_EQ(log->dropped(), 100u);
  EXPECT_EQ(text(), "");
  EXPECT_THAT(logged_, HasSubstr("lines=100 "));
}

TEST_F(AccessLogTest, WritesOrCountsEveryLineWhenItCannotKeepUp) {
  options_.lane_bytes = 1'000;
  const auto log = open();
  Asked asked(Method::Get, "/x");
  for (int i = 0; i < 1'000; ++i) log->note(asked.request(), {}, 1ms);
  log->flush();
  EXPECT_EQ(lines(text()) + log->dropped(), 1'000u);
}

TEST_F(AccessLogTest, WritesBeforeItsTimeWhenABufferIsHalfFull) {
  options_.lane_bytes = 1'000;
  const auto log = open();
  Asked asked(Method::Get, "/x");
  for (int i = 0; i < 10; ++i) log->note(asked.request(), {}, 1ms);
  while (text().empty()) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(log->dropped(), 0u);
}

TEST_F(AccessLogTest, LosesNothingFromManyThreads) {
  auto log = open();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      Asked asked(Method::Get, "/x");
      for (int n = 0; n < 500; ++n) log->note(asked.request(), {}, 1ms);
    });
  log->flush();
  for (auto& thread : threads) thread.join();
  log.reset();
  EXPECT_EQ(lines(text()), 2'000u);
}

TEST_F(AccessLogTest, GoesOnInANewFileWhenItsOwnWasMovedAway) {
  const auto log = open();
  Asked asked(Method::Get, "/x");
  log->note(asked.request(), {}, 1ms);
  log->flush();
  std::filesystem::rename(path_, directory_.path() / "access.log.1");
  log->note(asked.request(), {}, 1ms);
  log->flush();
  EXPECT_EQ(lines(text()), 1u);
}

TEST_F(AccessLogTest, NamesTheSettingWhenTheFileCannotBeWritten) {
  options_.target = "/nowhere/access.log";
  const auto log = AccessLog::open(options_, clock_);
  ASSERT_FALSE(log.ok());
  EXPECT_EQ(log.error().code, "log.access");
  EXPECT_THAT(log.error().message, HasSubstr("/nowhere/access.log"));
}

}  // namespace
}  // namespace stoa::http
