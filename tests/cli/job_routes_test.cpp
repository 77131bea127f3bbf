#include "cli/job_routes.h"

#include "http/asked.h"
#include "http/csrf.h"
#include "http/site.h"
#include "keyspace/engines.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

namespace stoa::cli {
namespace {
using http::Method;
using http::test::Asked;
using http::test::body_of;
using http::test::header_of;
using namespace std::chrono_literals;
using testing::HasSubstr;

/// One admin; every other token is a guest's.
class OneAdmin final : public http::Sessions {
 public:
  Result<http::Viewer> find(const Token& token) override {
    http::Viewer viewer{.token = token};
    if (token != admin) return viewer;
    viewer.role = http::Role::Admin;
    viewer.name = *Shortcode::parse("root");
    viewer.id = *ObjectId::parse("0123456789abcdef01234567");
    return viewer;
  }
  const Token admin = Token::make();
};

class JobRoutes : public testing::Test {
 protected:
  JobRoutes() {
    http::PagesOptions pages{.secret = secret_};
    pages.missing = http::PagesOptions::Missing::Throw;
    pages_ = keyspace::must(http::Pages::open(pages));
    http::SiteOptions site{.secret = secret_};
    site.routes = job_routes(clockwork_, *pages_);
    site.sessions = &people_;
    site_.emplace(std::move(site));
  }

  static clockwork::Options calm() {
    clockwork::Options options;
    options.back_off.first = 1h;
    options.back_off.longest = 1h;
    return options;
  }
  std::vector<clockwork::Job> jobs() {
    return {{.name = "good.job",
             .meaning = "does well",
             .interval = 1h,
             .work = [this](clockwork::Run&) -> Result<std::size_t> { return std::size_t(++runs_); }},
            {.name = "bad.job",
             .meaning = "does <not>",
             .interval = 1h,
             .work = [](clockwork::Run&) -> Result<std::size_t> {
               return Error{Error::Kind::Unavailable, "bad", "out of order"};
             }}};
  }
  void wait_for_first_runs() {
    while (clockwork_.states()[0].runs == 0 || clockwork_.states()[1].runs == 0)
      std::this_thread::sleep_for(1ms);
  }
  http::Response ask(Asked& asked, std::string_view token = {}) {
    if (!token.empty()) asked.cookie("stoa_session", token);
    return site_->handle(asked.request());
  }

  std::atomic<int> runs_{0};
  keyspace::OpenEmbedded engine_;
  clockwork::Clockwork clockwork_{engine_.keyspace(), jobs(), calm()};
  const http::Secret secret_ = http::Secret::random();
  OneAdmin people_;
  std::unique_ptr<http::Pages> pages_;
  std::optional<http::Site> site_;
};

TEST_F(JobRoutes, ShowAnAdminEachJobWithItsLastResult) {
  wait_for_first_runs();
  Asked asked(Method::Get, "/admin/jobs");
  const auto page = ask(asked, people_.admin.text());
  ASSERT_EQ(page.status, 200) << body_of(page);
  for (const char* shown :
       {"good.job", "went well", "bad.job", "out of order", "does &lt;not&gt;", "Run now"})
    EXPECT_THAT(body_of(page), HasSubstr(shown));
}

TEST_F(JobRoutes, SpeakRussianToo) {
  Asked asked(Method::Get, "/admin/jobs");
  asked.header("Accept-Language", "ru");
  EXPECT_THAT(body_of(ask(asked, people_.admin.text())), HasSubstr("Фоновые задания"));
}

TEST_F(JobRoutes, GiveTheSameAsJson) {
  wait_for_first_runs();
  Asked asked(Method::Get, "/api/admin/jobs");
  const auto answer = ask(asked, people_.admin.text());
  ASSERT_EQ(answer.status, 200) << body_of(answer);
  EXPECT_THAT(body_of(answer), HasSubstr(R"("name":"good.job")"));
  EXPECT_THAT(body_of(answer), HasSubstr(R"("last_error":"out of order")"));
  EXPECT_THAT(body_of(answer), HasSubstr(R"("scope":"node")"));
}

TEST_F(JobRoutes, AreForAdminsOnly) {
  for (const char* path : {"/admin/jobs", "/api/admin/jobs"}) {
    Asked asked(Method::Get, path);
    const auto answer = ask(asked);
    EXPECT_TRUE(answer.status == 401 || answer.status == 303) << path << answer.status;
  }
  Asked run(Method::Post, "/api/admin/jobs/good.job/run");
  EXPECT_EQ(ask(run).status, 401);
}

TEST_F(JobRoutes, RunAJobFromThePageWithItsTokenAndComeBack) {
  wait_for_first_runs();
  Asked asked(Method::Post, "/admin/jobs/good.job/run");
  asked.form("csrf=" + http::Csrf(secret_).token(people_.admin.text()));
  const auto answer = ask(asked, people_.admin.text());
  EXPECT_EQ(answer.status, 303) << body_of(answer);
  EXPECT_EQ(header_of(answer, "Location"), "/admin/jobs");
  while (runs_ < 2) std::this_thread::sleep_for(1ms);
}

TEST_F(JobRoutes, RefuseAJobThatIsNotThere) {
  Asked asked(Method::Post, "/api/admin/jobs/god.job/run");
  asked.header("Authorization", "Bearer " + people_.admin.text());
  const auto answer = ask(asked);
  EXPECT_EQ(answer.status, 404);
  EXPECT_THAT(body_of(answer), HasSubstr("did you mean 'good.job'?"));
}

}  // namespace
}  // namespace stoa::cli
