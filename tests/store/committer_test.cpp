#include "store/committer.h"

#include <gmock/gmock.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

namespace stoa::store {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A disk that tells what was done to it and refuses when told to.
class FakeDisk final : public Disk {
 public:
  Result<void> write(const Changes& changes, Sequence) override {
    std::unique_lock lock(mutex_);
    if (refuses_) return Error{Error::Kind::Unavailable, "store.disk_full", "no space left on the fake disk"};
    ++writes_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !writes_held_; });
    changes.for_each([&](const Changes::Change& change) { written_.emplace_back(change.key); });
    return {};
  }
  void sync() override {
    std::unique_lock lock(mutex_);
    ++syncs_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !held_; });
    synced_ = written_;
  }
  Result<void> recover() override { return {}; }

  void refuse(bool refuses) {
    const std::lock_guard guard(mutex_);
    refuses_ = refuses;
  }
  /// The next sync does not return until released.
  void hold_syncs(bool held) {
    const std::lock_guard guard(mutex_);
    held_ = held;
    changed_.notify_all();
  }
  /// A write that has begun does not return until released.
  void hold_writes(bool held) {
    const std::lock_guard guard(mutex_);
    writes_held_ = held;
    changed_.notify_all();
  }
  void wait_for_a_write(int number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return writes_ >= number; });
  }
  void wait_for_a_sync(int number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return syncs_ >= number; });
  }
  int writes() {
    const std::lock_guard guard(mutex_);
    return writes_;
  }
  std::vector<std::string> synced() {
    const std::lock_guard guard(mutex_);
    return synced_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool refuses_ = false;
  bool held_ = false;
  bool writes_held_ = false;
  int writes_ = 0;
  int syncs_ = 0;
  std::vector<std::string> written_;
  std::vector<std::string> synced_;
};

class CommitterTest : public testing::Test {
 protected:
  static Changes row(std::string_view key) {
    Changes changes;
    changes.put(Family::Keyspace, key, "v");
    return changes;
  }
  Sequence submit_unhurried(std::string_view key, Durability durability) {
    const auto place = committer_.enqueue(row(key), durability);
    if (place.wake) committer_.wake();
    return place.sequence;
  }
  /// Durable work as by somebody who has nothing else to do than to wait for it.
  Sequence submit(std::string_view key, Durability durability) {
    const Sequence sequence = submit_unhurried(key, durability);
    if (durability == Durability::Durable) committer_.progress().hurry(sequence);
    return sequence;
  }

  FakeDisk disk_;
  Committer committer_{disk_, {1000, 1h, 500ms, Logger::silent()}};
};

TEST_F(CommitterTest, WhatQueuesUpDuringASyncSharesTheNextOne) {
  disk_.hold_syncs(true);
  submit("a", Durability::Durable);
  disk_.wait_for_a_sync(1);
  submit("b", Durability::Durable);
  submit("c", Durability::Durable);
  const auto last = submit("d", Durability::Durable);
  EXPECT_EQ(committer_.durable(), 0U);
  disk_.hold_syncs(false);
  ASSERT_TRUE(committer_.wait_durable(last).ok());
  EXPECT_EQ(committer_.figures().batches, 2U);
  EXPECT_THAT(disk_.synced(), ElementsAre("a", "b", "c", "d"));
}

TEST_F(CommitterTest, WorkThatNobodyIsHurriedForSharesTheSyncOfWhoIs) {
  submit_unhurried("a", Durability::Durable);
  submit_unhurried("b", Durability::Relaxed);
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(committer_.durable(), 0U);
  const auto last = submit("c", Durability::Durable);
  ASSERT_TRUE(committer_.wait_durable(last).ok());
  EXPECT_EQ(committer_.figures().batches, 1U);
}

TEST_F(CommitterTest, WorkThatNobodyIsHurriedForIsWrittenInPortionsAndSyncedOnceItIsMuch) {
  const std::string first(100, 'a'), second(1000, 'b');
  submit("alone", Durability::Relaxed);
  const auto portion = submit(first, Durability::Relaxed);
  disk_.wait_for_a_write(1);
  submit("next", Durability::Relaxed);
  EXPECT_EQ(committer_.durable(), 0U);
  const auto much = submit(second, Durability::Relaxed);
  disk_.wait_for_a_sync(1);
  ASSERT_TRUE(committer_.wait_durable(much).ok());
  EXPECT_EQ(portion, 2U);
  EXPECT_THAT(disk_.synced(), ElementsAre("alone", first, "next", second));
}

TEST_F(CommitterTest, WhatSomebodyWillWaitForIsNotWrittenInPortions) {
  const std::string first(100, 'a'), second(100, 'b');
  submit_unhurried(first, Durability::Durable);
  const auto last = submit(second, Durability::Durable);
  ASSERT_TRUE(committer_.wait_durable(last).ok());
  EXPECT_THAT(disk_.synced(), ElementsAre(first, second));
  EXPECT_EQ(disk_.writes(), 1);
}

TEST_F(CommitterTest, WhatIsWrittenAlreadyIsSyncedWhenSomebodyIsHurriedForIt) {
  const auto written = submit(std::string(100, 'a'), Durability::Relaxed);
  disk_.wait_for_a_write(1);
  EXPECT_THAT(disk_.synced(), IsEmpty());
  EXPECT_TRUE(committer_.wait_durable(written).ok());
  EXPECT_THAT(disk_.synced(), SizeIs(1));
}

TEST(CommitterThatNobodyHurries, SyncsPortionsInTheTimeOfTheFirst) {
  FakeDisk disk;
  Committer committer(disk, {1 << 20, 30ms, 500ms, Logger::silent()});
  Changes portion;
  portion.put(Family::Keyspace, "a", std::string(100'000, 'v'));
  const auto start = std::chrono::steady_clock::now();
  const auto place = committer.enqueue(portion, Durability::Relaxed);
  if (place.wake) committer.wake();
  disk.wait_for_a_write(1);
  disk.wait_for_a_sync(1);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 30ms);
}

/// Between being written and being synced lies half the delay; it is long here, so that a slow machine does
/// not make one of the other.
TEST(CommitterThatNobodyHurries, WritesInHalfTheTimeInWhichItSyncs) {
  FakeDisk disk;
  Committer committer(disk, {1 << 20, 1s, 500ms, Logger::silent()});
  const auto start = std::chrono::steady_clock::now();
  Changes changes;
  changes.put(Family::Keyspace, "a", "v");
  const auto place = committer.enqueue(changes, Durability::Relaxed);
  if (place.wake) committer.wake();
  disk.wait_for_a_write(1);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
  disk.wait_for_a_sync(1);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 1s);
}

TEST(CommitterThatIsRelieved, WritesDuringASyncInHalfTheTimeInWhichItSyncs) {
  FakeDisk disk;
  Committer committer(disk, {1 << 20, 1s, 500ms, Logger::silent()});
  Changes changes;
  changes.put(Family::Keyspace, "a", "v");
  const auto submit = [&](Durability durability) {
    const auto place = committer.enqueue(changes, durability);
    if (place.wake) committer.wake();
    return place.sequence;
  };
  disk.hold_syncs(true);
  committer.progress().hurry(submit(Durability::Durable));
  disk.wait_for_a_sync(1);
  const auto start = std::chrono::steady_clock::now();
  submit(Durability::Relaxed);
  disk.wait_for_a_write(2);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
  disk.hold_syncs(false);
}

/// The relief has taken the queue and is still writing it when the sync that it relieved ends.
TEST(CommitterThatIsRelieved, GoesOnWhenSomebodyIsHurriedForWhatTheReliefWrites) {
  FakeDisk disk;
  Committer committer(disk, {1000, 4ms, 5s, Logger::silent()});
  const auto submit = [&](const std::string& key) {
    Changes changes;
    changes.put(Family::Keyspace, key, "v");
    const auto place = committer.enqueue(changes, Durability::Durable);
    if (place.wake) committer.wake();
    committer.progress().hurry(place.sequence);
    return place.sequence;
  };
  disk.hold_syncs(true);
  submit("synced");
  disk.wait_for_a_sync(1);
  disk.hold_writes(true);
  const auto relieved = submit("relieved");
  disk.wait_for_a_write(2);
  disk.hold_syncs(false);
  std::this_thread::sleep_for(20ms);  // the committer looks for work and finds none
  disk.hold_writes(false);
  EXPECT_TRUE(committer.wait_durable(relieved).ok());
  EXPECT_TRUE(committer.wait_durable(submit("next")).ok());
}

TEST(CommitterThatNobodyHurries, MakesWorkDurableInItsTime) {
  FakeDisk disk;
  Committer committer(disk, {1000, 4ms, 500ms, Logger::silent()});
  std::promise<Sequence> reached;
  const auto subscription = committer.progress().subscribe([&](Sequence upto) { reached.set_value(upto); });
  Changes changes;
  changes.put(Family::Keyspace, "a", "v");
  const auto place = committer.enqueue(changes, Durability::Durable);
  if (place.wake) committer.wake();
  EXPECT_EQ(reached.get_future().get(), place.sequence);
}

/// Work is late, and told of, when it was not written within twice the delay.
class LateWork : public testing::Test {
 protected:
  void open(std::chrono::milliseconds relaxed_delay) {
    const auto log = Logger::to(
        [this](std::string_view line) {
          const std::lock_guard guard(mutex_);
          lines_.emplace_back(line);
        },
        LogLevel::Warning, LogFormat::Text);
    committer_ = std::make_unique<Committer>(disk_, Committer::Settings{1000, relaxed_delay, 5s, log});
  }
  Sequence submit(Durability durability) {
    Changes changes;
    changes.put(Family::Keyspace, "a", "v");
    const auto place = committer_->enqueue(changes, durability);
    if (place.wake) committer_->wake();
    return place.sequence;
  }
  void wait_until_unwritten_for(std::chrono::milliseconds age) const {
    while (committer_->figures().oldest_unwritten < age) std::this_thread::sleep_for(1ms);
  }
  std::vector<std::string> lines() {
    const std::lock_guard guard(mutex_);
    return lines_;
  }

  FakeDisk disk_;
  std::mutex mutex_;
  std::vector<std::string> lines_;
  std::unique_ptr<Committer> committer_;
};
using CommitterWithLateWork = LateWork;

TEST_F(CommitterWithLateWork, TellsOfAWriteThatWasHeldBack) {
  open(20ms);
  disk_.hold_writes(true);
  const auto held = submit(Durability::Relaxed);
  disk_.wait_for_a_write(1);
  wait_until_unwritten_for(50ms);
  EXPECT_EQ(committer_->figures().late_writes, 0U) << "how late is known at the end";
  disk_.hold_writes(false);
  ASSERT_TRUE(committer_->wait_durable(held).ok());
  EXPECT_EQ(committer_->figures().late_writes, 1U);
  EXPECT_EQ(committer_->figures().oldest_unwritten, 0ms);
  EXPECT_THAT(lines(), ElementsAre(HasSubstr("later than")));
}

TEST_F(CommitterWithLateWork, TellsOfAWriteThatTheDiskRefusedForSoLong) {
  open(20ms);
  disk_.refuse(true);
  const auto refused = submit(Durability::Relaxed);
  wait_until_unwritten_for(50ms);
  disk_.refuse(false);
  ASSERT_TRUE(committer_->wait_durable(refused).ok());
  EXPECT_EQ(committer_->figures().late_writes, 1U);
}

TEST_F(CommitterWithLateWork, SaysNothingOfASyncThatTakesLong) {
  open(20ms);
  disk_.hold_syncs(true);
  const auto synced = submit(Durability::Relaxed);
  disk_.wait_for_a_sync(1);
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(committer_->figures().oldest_unwritten, 0ms);
  disk_.hold_syncs(false);
  ASSERT_TRUE(committer_->wait_durable(synced).ok());
}

TEST_F(CommitterWithLateWork, SaysNothingOfWorkThatIsWrittenInTime) {
  open(1h);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(committer_->wait_durable(submit(Durability::Durable)).ok());
  EXPECT_EQ(committer_->figures().late_writes, 0U);
  EXPECT_THAT(lines(), IsEmpty());
}

TEST_F(CommitterTest, ADiskThatHangsIsSaidToBeSlow) {
  disk_.hold_syncs(true);
  const auto sequence = submit("a", Durability::Durable);
  const auto waited = committer_.wait_durable(sequence);
  ASSERT_FALSE(waited.ok());
  EXPECT_EQ(waited.error().code, "store.disk_slow");
  disk_.hold_syncs(false);
  EXPECT_TRUE(committer_.wait_durable(sequence).ok());
}

TEST_F(CommitterTest, AFullQueueLetsNobodyInUntilItIsTaken) {
  disk_.hold_syncs(true);
  submit("a", Durability::Durable);
  disk_.wait_for_a_sync(1);
  const auto last = submit(std::string(2000, 'x'), Durability::Relaxed);
  const auto admitted = committer_.admit();
  ASSERT_FALSE(admitted.ok());
  EXPECT_EQ(admitted.error().code, "store.disk_slow");
  disk_.hold_syncs(false);
  EXPECT_TRUE(committer_.admit().ok());
  EXPECT_TRUE(committer_.wait_durable(last).ok());
}

TEST_F(CommitterTest, ARefusedBatchIsKeptAndWrittenInOrderOnceTheDiskTakesIt) {
  disk_.refuse(true);
  const auto first = submit("a", Durability::Durable);
  const auto waited = committer_.wait_durable(first);
  ASSERT_FALSE(waited.ok());
  EXPECT_EQ(waited.error().code, "store.disk_full");
  EXPECT_THAT(waited.error().message, HasSubstr("no space left on the fake disk"));
  EXPECT_EQ(committer_.admit().error().code, "store.disk_full");
  const auto second = submit("b", Durability::Durable);  // had been admitted before
  disk_.refuse(false);
  // The committer asks the disk again by itself; it may take more than one wait.
  while (!committer_.wait_durable(second).ok()) {
  }
  EXPECT_TRUE(committer_.admit().ok());
  EXPECT_THAT(disk_.synced(), ElementsAre("a", "b"));
}

TEST_F(CommitterTest, WhatIsWrittenWhenTheDiskBeginsToRefuseIsSyncedAllTheSame) {
  // Enough for a portion, and nobody is in a hurry: it is written, and not synced when the disk refuses.
  for (const auto* key : {"a", "b", "c", "d", "e", "f"}) submit_unhurried(key, Durability::Relaxed);
  disk_.wait_for_a_write(1);
  disk_.refuse(true);
  const auto last = submit("g", Durability::Durable);
  while (committer_.admit().ok()) std::this_thread::sleep_for(1ms);
  EXPECT_THAT(disk_.synced(), Not(IsEmpty()));
  disk_.refuse(false);
  while (!committer_.wait_durable(last).ok()) {
  }
  EXPECT_THAT(disk_.synced(), ElementsAre("a", "b", "c", "d", "e", "f", "g"));
}

/// The disk refuses the second part of a batch, and is slow to sync the first one meanwhile.
TEST(CommitterAtItsEnd, IsNotHeldUpByWorkThatWasOverdueWhenTheDiskBeganToRefuse) {
  FakeDisk disk;
  auto committer = std::make_unique<Committer>(disk, Committer::Settings{1000, 4ms, 100ms, Logger::silent()});
  const auto submit = [&](const std::string& key) {
    Changes changes;
    changes.put(Family::Keyspace, key, "v");
    const auto place = committer->enqueue(changes, Durability::Durable);
    if (place.wake) committer->wake();
    committer->progress().hurry(place.sequence);
  };
  disk.hold_writes(true);
  disk.hold_syncs(true);
  submit("taken");
  disk.wait_for_a_write(1);
  submit("refused");
  disk.refuse(true);
  disk.hold_writes(false);
  disk.wait_for_a_sync(1);
  submit(std::string(2000, 'x'));
  std::this_thread::sleep_for(50ms);  // until the overdue work has been noticed, of which nothing shows
  disk.hold_syncs(false);
  auto ended = std::async(std::launch::async, [&] { committer.reset(); });
  EXPECT_EQ(ended.wait_for(10s), std::future_status::ready);
  disk.refuse(false);
  ended.get();
  EXPECT_EQ(disk.synced().front(), "taken");
}

}  // namespace
}  // namespace stoa::store
