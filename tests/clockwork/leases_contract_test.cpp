#include "clockwork/clockwork_fixture.h"
#include "clockwork/leases.h"
#include "keyspace/contract.h"
#include "keyspace/keys.h"

namespace stoa::clockwork {
namespace {
using keyspace::must;
using testing::HasSubstr;

/// Nodes that share a keyspace, on every engine.
class NodesOnEveryEngine : public testing::TestWithParam<keyspace::Engine> {
 protected:
  Leases leases(std::string node, Sharing sharing = Sharing::Shared) {
    return {engine_->keyspace(), hours_.wall_, hours_.steady_, {std::move(node), sharing, 15s}};
  }
  std::unique_ptr<Clockwork> node(std::string name, Job job) {
    auto options = hours_.options(Sharing::Shared, std::move(name));
    return std::make_unique<Clockwork>(engine_->keyspace(), std::vector{std::move(job)}, std::move(options));
  }
  static Leases::Answer take(Leases& leases, Leases::Ask ask = Leases::Ask::WhenDue) {
    return must(leases.take("job", ask, 1h));
  }
  static std::uint64_t fence(const Leases::Answer& answer) {
    const auto* taken = std::get_if<Leases::Taken>(&answer);
    return taken ? taken->fence : 0;
  }

  std::unique_ptr<keyspace::OpenEngine> engine_ = GetParam().open();
  Hours hours_;
};

TEST_P(NodesOnEveryEngine, OnlyOneTakesALeaseAndTheOtherSeesWho) {
  auto first = leases("first"), second = leases("second");
  EXPECT_EQ(fence(take(first)), 1u);
  const auto refused = take(second);
  ASSERT_TRUE(std::holds_alternative<Leases::Held>(refused));
  EXPECT_EQ(std::get<Leases::Held>(refused).holder, "first");
}

TEST_P(NodesOnEveryEngine, AReleasedLeaseIsDueForEverybodyAfterItsPause) {
  auto first = leases("first"), second = leases("second");
  const auto number = fence(take(first));
  must(first.release("job", number, 5min));
  const auto early = take(second);
  ASSERT_TRUE(std::holds_alternative<Leases::NotDue>(early));
  EXPECT_EQ(std::get<Leases::NotDue>(early).wait, 5min);
  hours_.pass(5min, {});
  EXPECT_EQ(fence(take(second)), number + 1);
}

TEST_P(NodesOnEveryEngine, WhoAsksForNowDoesNotWaitUntilItIsDue) {
  auto first = leases("first"), second = leases("second");
  must(first.release("job", fence(take(first)), 5min));
  EXPECT_EQ(fence(take(second, Leases::Ask::Now)), 2u);
}

TEST_P(NodesOnEveryEngine, ADeadNodeLosesItsLeaseAfterATermOfSilence) {
  auto dead = leases("dead"), heir = leases("heir");
  take(dead);
  EXPECT_EQ(fence(take(heir)), 0u);
  hours_.pass(14s, {});
  EXPECT_EQ(fence(take(heir)), 0u);
  hours_.pass(1s, {});
  EXPECT_EQ(fence(take(heir)), 2u);
}

TEST_P(NodesOnEveryEngine, ANodeThatRenewsKeepsItsLeaseForEver) {
  auto holder = leases("holder"), other = leases("other");
  const auto number = fence(take(holder));
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(fence(take(other)), 0u);
    hours_.pass(10s, {});
    EXPECT_EQ(must(holder.renew("job", number)), hours_.steady_.now() + 15s);
  }
}

TEST_P(NodesOnEveryEngine, ANodeThatWasTakenForDeadLearnsItWhenItRenewsOrReleases) {
  auto frozen = leases("frozen"), heir = leases("heir");
  const auto number = fence(take(frozen));
  take(heir);
  hours_.pass(15s, {});
  ASSERT_EQ(fence(take(heir)), number + 1);
  EXPECT_THAT(frozen.renew("job", number), keyspace::FailsWith("clockwork.lease_lost"));
  EXPECT_THAT(frozen.release("job", number, 0s), keyspace::FailsWith("clockwork.lease_lost"));
  EXPECT_TRUE(heir.renew("job", number + 1).ok());
}

TEST_P(NodesOnEveryEngine, AWallClockThatIsWrongNeitherKillsNorKeepsAHolder) {
  auto holder = leases("holder"), other = leases("other");
  take(holder);
  take(other);
  hours_.wall_.advance(24h);
  EXPECT_EQ(fence(take(other)), 0u);
}

TEST_P(NodesOnEveryEngine, AProcessThatIsAloneTakesOverAtOnce) {
  auto before = leases("before", Sharing::Alone), after = leases("after", Sharing::Alone);
  take(before);
  EXPECT_EQ(fence(take(after)), 2u);
}

TEST_P(NodesOnEveryEngine, ManyWhoTakeAtTheSameMomentAreOne) {
  std::atomic<int> taken{0};
  std::vector<std::thread> nodes;
  for (int i = 0; i < 8; ++i)
    nodes.emplace_back([&, i] {
      auto own = leases("node" + std::to_string(i));
      const auto answer = own.take("job", Leases::Ask::WhenDue, 1h);
      taken += answer.ok() && fence(*answer) != 0;
    });
  for (auto& node : nodes) node.join();
  EXPECT_EQ(taken, 1);
}

TEST_P(NodesOnEveryEngine, RunAJobOfTheClusterOnceAnIntervalAllTogether) {
  Probe first, second;
  const auto a = node("a", first.job("job", 60s, Scope::Cluster));
  const auto b = node("b", second.job("job", 60s, Scope::Cluster));
  for (int round = 1; round <= 5; ++round) {
    ASSERT_TRUE(eventually([&] { return first.runs() + second.runs() == round; }));
    ASSERT_TRUE(eventually([&] { return !a->states()[0].running && !b->states()[0].running; }));
    hours_.pass(60s, {a.get(), b.get()});
  }
}

TEST_P(NodesOnEveryEngine, ARunThatLastsLongIsKeptByItsBeat) {
  Probe slow, waiting;
  slow.hold();
  const auto a = node("a", slow.job("job", 1s, Scope::Cluster));
  ASSERT_TRUE(eventually([&] { return slow.inside() == 1; }));
  const auto b = node("b", waiting.job("job", 1s, Scope::Cluster));
  const auto beat = [&] {
    for (const auto& field : must(engine_->keyspace().read().hgetall(keyspace::keys::clockwork_job("job"))))
      if (field.name == "beat") return std::stoi(field.value);
    return 0;
  };
  for (int i = 1; i <= 8; ++i) {
    hours_.pass(5s, {a.get(), b.get()});
    ASSERT_TRUE(eventually([&] { return beat() == i; }));
  }
  EXPECT_EQ(waiting.runs(), 0);
  EXPECT_EQ(slow.lost(), 0);
  slow.let_go();
}

TEST_P(NodesOnEveryEngine, AJobWhoseLeaseWasTakenIsToldAndItsRunCountsAsFailed) {
  Probe robbed;
  robbed.hold();
  const auto a = node("a", robbed.job("job", 1h, Scope::Cluster));
  ASSERT_TRUE(eventually([&] { return robbed.inside() == 1; }));
  must(engine_->keyspace().transact(Durability::Durable, [&](keyspace::Tx& tx) -> Result<void> {
    tx.hset(keyspace::keys::clockwork_job("job"), "holder", "thief");
    tx.hset(keyspace::keys::clockwork_job("job"), "fence", "99");
    return {};
  }));
  hours_.pass(5s, {a.get()});
  ASSERT_TRUE(eventually([&] { return robbed.lost() == 1; }));
  ASSERT_TRUE(eventually([&] { return a->states()[0].failures >= 1; }));
  EXPECT_EQ(a->states()[0].last_error->code, "clockwork.lease_lost");
}

INSTANTIATE_TEST_SUITE_P(Leases, NodesOnEveryEngine, testing::ValuesIn(keyspace::every_engine()),
                         keyspace::engine_name);

}  // namespace
}  // namespace stoa::clockwork
