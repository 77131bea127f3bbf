#include "clockwork/clockwork.h"

#include "clockwork/clockwork_fixture.h"

#include <stdexcept>

namespace stoa::clockwork {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Jobs : public testing::Test {
 protected:
  Clockwork& start(std::vector<Job> jobs) { return start(std::move(jobs), hours_.options()); }
  Clockwork& start(std::vector<Job> jobs, Options options) {
    clockwork_ = std::make_unique<Clockwork>(engine_.keyspace(), std::move(jobs), std::move(options));
    return *clockwork_;
  }
  void pass(Duration time) { hours_.pass(time, {clockwork_.get()}); }
  JobState state(std::size_t at = 0) { return clockwork_->states().at(at); }
  bool ran(const Probe& probe, int times) {
    return eventually([&] { return probe.runs() == times && probe.inside() == 0 && !state().running; });
  }

  keyspace::OpenEmbedded engine_;
  Hours hours_;
  Probe probe_;
  std::unique_ptr<Clockwork> clockwork_;
};

TEST_F(Jobs, RunAtOnceAndThenOnceAnInterval) {
  start({probe_.job("a.job", 60s)});
  ASSERT_TRUE(ran(probe_, 1));
  pass(59s);
  pass(1s);
  ASSERT_TRUE(ran(probe_, 2));
  pass(30s);
  EXPECT_EQ(probe_.runs(), 2);
}

TEST_F(Jobs, ThatMissedManyIntervalsRunOnce) {
  start({probe_.job("a.job", 60s)});
  ASSERT_TRUE(ran(probe_, 1));
  pass(24h);
  ASSERT_TRUE(ran(probe_, 2));
  pass(59s);
  EXPECT_EQ(probe_.runs(), 2);
  pass(1s);
  EXPECT_TRUE(ran(probe_, 3));
}

TEST_F(Jobs, ThatTakeLongerThanTheirIntervalNeverRunTwiceAtATime) {
  probe_.hold();
  start({probe_.job("slow", 1s)});
  ASSERT_TRUE(eventually([&] { return probe_.inside() == 1; }));
  pass(60s);
  ASSERT_TRUE(clockwork_->run_now("slow").ok());
  EXPECT_TRUE(state().running);
  probe_.let_go();
  ASSERT_TRUE(ran(probe_, 2));
  EXPECT_EQ(probe_.most_inside(), 1);
}

TEST_F(Jobs, RunNowComesBeforeTheInterval) {
  start({probe_.job("a.job", 1h)});
  ASSERT_TRUE(ran(probe_, 1));
  ASSERT_TRUE(clockwork_->run_now("a.job").ok());
  EXPECT_TRUE(ran(probe_, 2));
}

TEST_F(Jobs, RunNowOfAnUnknownNameSaysWhatWasMeant) {
  start({probe_.job("records.ttl", 1h)});
  const auto refused = clockwork_->run_now("records.tl");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "clockwork.no_such_job");
  EXPECT_THAT(refused.error().message, HasSubstr("'records.ttl'"));
}

TEST_F(Jobs, StateTellsOfTheLastRun) {
  start({probe_.job("a.job", 60s)});
  ASSERT_TRUE(ran(probe_, 1));
  const JobState told = state();
  EXPECT_EQ(told.name, "a.job");
  EXPECT_EQ(told.last_start, hours_.wall_.now());
  EXPECT_EQ(told.next_start, hours_.wall_.now() + 60s);
  EXPECT_EQ(told.last_done, 3u);
  EXPECT_EQ(told.runs, 1u);
  EXPECT_EQ(told.failures, 0u);
  EXPECT_FALSE(told.last_error);
  pass(60s);
  ASSERT_TRUE(ran(probe_, 2));
  EXPECT_EQ(state().done, 6u);
}

TEST_F(Jobs, ThatFailAreLoggedCountedAndTriedAgainEverLater) {
  probe_.fail(true);
  start({probe_.job("a.job", 1h)});
  ASSERT_TRUE(ran(probe_, 1));
  EXPECT_EQ(state().last_error->code, "probe.failing");
  EXPECT_THAT(hours_.lines_.text(), HasSubstr("told to fail"));
  pass(1125ms);  // a second and half of its quarter
  ASSERT_TRUE(ran(probe_, 2));
  pass(1125ms);
  EXPECT_EQ(probe_.runs(), 2);
  pass(1125ms);
  ASSERT_TRUE(ran(probe_, 3));
  EXPECT_EQ(state().failures_in_a_row, 3u);
  probe_.fail(false);
  pass(1min);
  ASSERT_TRUE(ran(probe_, 4));
  EXPECT_EQ(state().failures_in_a_row, 0u);
  EXPECT_EQ(state().failures, 3u);
  EXPECT_FALSE(state().last_error);
  EXPECT_EQ(state().next_start, hours_.wall_.now() + 1h);
}

TEST_F(Jobs, ThatThrowAreFailuresLikeOthers) {
  start(
      {{.name = "thrower", .meaning = "", .interval = 1h, .work = [](clockwork::Run&) -> Result<std::size_t> {
          throw std::runtime_error("broken");
        }}});
  ASSERT_TRUE(eventually([&] { return state().failures == 1; }));
  EXPECT_EQ(state().last_error->code, "clockwork.exception");
  EXPECT_EQ(state().last_error->message, "broken");
}

TEST_F(Jobs, OnOneThreadWaitForOneAnother) {
  Probe other;
  probe_.hold();
  Options options = hours_.options();
  options.threads = 1;
  start({probe_.job("first", 1h), other.job("second", 1h)}, options);
  ASSERT_TRUE(eventually([&] { return probe_.inside() == 1; }));
  EXPECT_EQ(other.runs(), 0);
  probe_.let_go();
  EXPECT_TRUE(eventually([&] { return other.runs() == 1; }));
}

TEST_F(Jobs, StopEndsARunningJobWellWithinASecond) {
  probe_.hold();
  start({probe_.job("long", 1s)});
  ASSERT_TRUE(eventually([&] { return probe_.inside() == 1; }));
  const auto began = std::chrono::steady_clock::now();
  EXPECT_THAT(clockwork_->stop(), IsEmpty());
  clockwork_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - began, 1s);
  EXPECT_EQ(probe_.inside(), 0);
}

TEST_F(Jobs, EndAsSoonAsTheyAreAskedToAndNobodyWaits) {
  probe_.hold();
  start({probe_.job("long", 1s)});
  ASSERT_TRUE(eventually([&] { return probe_.inside() == 1; }));
  clockwork_->ask_to_stop();
  EXPECT_TRUE(eventually([&] { return probe_.inside() == 0; }));
  pass(1h);
  EXPECT_THAT(clockwork_->stop(), IsEmpty());
  EXPECT_EQ(probe_.runs(), 1);
}

TEST_F(Jobs, ThatDoNotHearAreNamedWhenStopping) {
  std::atomic<bool> inside{false}, leave{false};
  Options options = hours_.options();
  options.patience = 20ms;
  start({{.name = "deaf",
          .meaning = "",
          .interval = 1h,
          .work = [&](clockwork::Run&) -> Result<std::size_t> {
            inside = true;
            while (!leave) std::this_thread::sleep_for(1ms);
            return std::size_t{0};
          }}},
        options);
  ASSERT_TRUE(eventually([&] { return inside.load(); }));
  clockwork_->ask_to_stop();
  EXPECT_THAT(clockwork_->stop(), ElementsAre("deaf"));
  EXPECT_THAT(hours_.lines_.text(), HasSubstr("job=deaf"));
  leave = true;
  clockwork_.reset();
}

TEST_F(Jobs, DoNotStartAfterStop) {
  start({probe_.job("a.job", 1s)});
  ASSERT_TRUE(ran(probe_, 1));
  clockwork_->stop();
  pass(1h);
  ASSERT_TRUE(clockwork_->run_now("a.job").ok());
  clockwork_.reset();
  EXPECT_EQ(probe_.runs(), 1);
}

TEST_F(Jobs, OfOneNameTwiceOrWithNoNameAreABrokenInvariant) {
  EXPECT_THROW(start({probe_.job("a", 1s), probe_.job("a", 1s)}), std::logic_error);
  EXPECT_THROW(start({probe_.job("a:b", 1s)}), std::logic_error);
  EXPECT_THROW(start({probe_.job("", 1s)}), std::logic_error);
}

TEST_F(Jobs, OfTheClusterRememberAcrossARestartWhenTheyRan) {
  start({probe_.job("nightly", 24h, Scope::Cluster)});
  ASSERT_TRUE(ran(probe_, 1));
  clockwork_.reset();
  hours_.pass(1h, {});
  start({probe_.job("nightly", 24h, Scope::Cluster)});
  ASSERT_TRUE(eventually([&] { return state().left_to_others == 1; }));
  EXPECT_EQ(state().next_start, hours_.wall_.now() + 23h);
  pass(23h);
  EXPECT_TRUE(ran(probe_, 2));
}

}  // namespace
}  // namespace stoa::clockwork
