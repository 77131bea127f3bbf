#include "asked.h"
#include "http/readiness_routes.h"
#include "http/site.h"

#include <gmock/gmock.h>

#include <atomic>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;
using test::Asked;
using test::body_of;
using testing::HasSubstr;
using testing::Not;

class ReadinessTest : public testing::Test {
 protected:
  Response get(std::string_view path) {
    Asked asked(Method::Get, path);
    return site_.handle(asked.request());
  }

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
  Readiness readiness_{{{"keyspace", "redis",
                         [this]() -> Result<void> {
                           if (away_) return Error{Error::Kind::Unavailable, "redis.away", "no answer"};
                           return {};
                         }},
                        {"records", "embedded", [] { return Result<void>(); }}},
                       1ms};
  Site site_{{.secret = Secret::random(), .routes = readiness_routes(readiness_)}};
};

TEST_F(ReadinessTest, IsAliveWhateverTheEnginesDo) {
  away_ = true;
  readyz_with_status(503);
  EXPECT_EQ(get("/livez").status, 200);
  EXPECT_EQ(body_of(get("/livez")), "ok\n");
}

TEST_F(ReadinessTest, IsReadyWhileEveryEngineServes) {
  EXPECT_EQ(get("/readyz").status, 200);
}

TEST_F(ReadinessTest, NamesTheEngineThatIsNotReadyAndIsReadyAgainWhenItIsBack) {
  away_ = true;
  const Response answer = readyz_with_status(503);
  EXPECT_EQ(answer.content_type, "application/problem+json");
  EXPECT_THAT(body_of(answer), HasSubstr("\"code\":\"http.not_ready\""));
  EXPECT_THAT(body_of(answer), HasSubstr("keyspace: redis.away"));
  EXPECT_THAT(body_of(answer), Not(HasSubstr("records")));
  EXPECT_NE(answer.header("Retry-After"), nullptr);
  away_ = false;
  readyz_with_status(200);
}

}  // namespace
}  // namespace stoa::http
