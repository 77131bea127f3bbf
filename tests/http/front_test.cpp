#include "http/front.h"

#include <gmock/gmock.h>

#include <atomic>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

class FrontTest : public testing::Test {
 protected:
  Response get(std::string_view path) { return handler_({"GET", path}); }

  /// Until the readiness has noticed; fails by the test's own time limit if it never does.
  Response readyz_with_status(int status) {
    Response answer = get("/readyz");
    while (answer.status != status) {
      std::this_thread::sleep_for(1ms);
      answer = get("/readyz");
    }
    return answer;
  }

  std::atomic<bool> away_{false};
  Readiness readiness_{
      {{"keyspace", "redis <7>",
        [this]() -> Result<void> {
          if (away_) return Error{Error::Kind::Unavailable, "redis.away", "no answer from \"x\" & <y>"};
          return {};
        }},
       {"records", "embedded", [] { return Result<void>(); }}},
      1ms};
  Handler handler_ = front(readiness_, "1.2.3");
};

TEST_F(FrontTest, IsAliveWhateverTheEnginesDo) {
  away_ = true;
  readyz_with_status(503);
  EXPECT_EQ(get("/livez").status, 200);
  EXPECT_EQ(get("/livez").body, "ok\n");
}

TEST_F(FrontTest, IsReadyWhileEveryEngineServes) {
  EXPECT_EQ(get("/readyz").status, 200);
}

TEST_F(FrontTest, NamesTheEngineThatIsNotReadyAndIsReadyAgainWhenItIsBack) {
  away_ = true;
  const Response answer = readyz_with_status(503);
  EXPECT_EQ(answer.content_type, "application/problem+json");
  EXPECT_THAT(answer.body, HasSubstr("\"code\":\"http.not_ready\""));
  EXPECT_THAT(answer.body, HasSubstr("keyspace: no answer"));
  EXPECT_THAT(answer.body, Not(HasSubstr("records")));
  away_ = false;
  readyz_with_status(200);
}

TEST_F(FrontTest, WelcomesWithTheStateOfTheEnginesEscaped) {
  away_ = true;
  readyz_with_status(503);
  const std::string page = get("/").body;
  EXPECT_THAT(page, HasSubstr("redis &lt;7&gt;"));
  EXPECT_THAT(page, HasSubstr("no answer from &quot;x&quot; &amp; &lt;y&gt;"));
  EXPECT_THAT(page, HasSubstr("1.2.3"));
  EXPECT_THAT(page, HasSubstr("href=\"/stoa.css\""));
  EXPECT_EQ(get("/stoa.css").content_type, "text/css; charset=utf-8");
}

TEST_F(FrontTest, AnswersAnythingElseWithAProblem) {
  EXPECT_EQ(get("/nowhere").status, 404);
  EXPECT_EQ(get("/nowhere").content_type, "application/problem+json");
  EXPECT_THAT(get("/nowhere").body, HasSubstr("\"status\":404"));
  EXPECT_EQ(handler_({"POST", "/livez"}).status, 404);
}

}  // namespace
}  // namespace stoa::http
