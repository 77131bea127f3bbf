#include "store/data_directory.h"
#include "store/log_disk.h"
#include "store/mover.h"
#include "store/recovery.h"
#include "store/small_disk.h"
#include "store/store_fixture.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <csignal>
#include <thread>

namespace stoa::store {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Optional;

class FullDisk : public testing::Test {
 protected:
  Options options() const {
    Options options;
    options.directory = disk_.path();
    options.disk_patience = std::chrono::seconds{1};
    return options;
  }
  static Changes row(std::string_view key, std::size_t bytes = 100) {
    Changes changes;
    changes.put(Family::Records, key, std::string(bytes, 'v'));
    return changes;
  }
  static std::unique_ptr<Store> open(const Options& options) {
    auto opened = store::open(options);
    EXPECT_TRUE(opened.ok()) << opened.error().message;
    return std::move(opened).value();
  }
  /// Asks again until it is true; false after ten seconds.
  template <class Condition>
  static bool eventually(Condition&& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{10};
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    return true;
  }

  SmallDisk disk_{64};
};

TEST_F(FullDisk, RefusesWritesClearlyReadsOnAndGoesOnByItself) {
  auto store = open(options());
  const auto before = store->submit(row("before"), Durability::Durable);
  ASSERT_TRUE(store->wait_durable(before).ok());

  disk_.fill();
  const auto during = store->submit(row("during"), Durability::Durable);
  const auto waited = store->wait_durable(during);
  ASSERT_FALSE(waited.ok());
  EXPECT_EQ(waited.error().kind, Error::Kind::Unavailable);
  EXPECT_EQ(waited.error().code, "store.disk_full");
  EXPECT_THAT(waited.error().message, HasSubstr("free some space"));
  const auto admitted = store->admit();
  ASSERT_FALSE(admitted.ok());
  EXPECT_EQ(admitted.error().code, "store.disk_full");

  EXPECT_THAT(store->get("before").value(), Optional(std::string(100, 'v')));
  EXPECT_THAT(store->get("during").value(), Optional(std::string(100, 'v')));
  auto scan = store->scan("a", "z", Direction::Forward);
  EXPECT_EQ(scan->key(), "before");
  scan->next();
  EXPECT_EQ(scan->key(), "during");
  EXPECT_FALSE(store->backup(disk_.path().parent_path() / "backup").ok());

  disk_.empty();
  EXPECT_TRUE(eventually([&] { return store->admit().ok(); }));
  EXPECT_TRUE(store->wait_durable(during).ok());
  const auto after = store->submit(row("after"), Durability::Durable);
  EXPECT_TRUE(store->wait_durable(after).ok());

  scan.reset();
  store = open((store.reset(), options()));
  for (const auto* key : {"before", "during", "after"})
    EXPECT_TRUE(store->get(key).value().has_value()) << key;
}

TEST_F(FullDisk, ClosingGivesUpOnWhatWasNeverAcknowledged) {
  auto store = open(options());
  disk_.fill();
  store->submit(row("lost"), Durability::Durable);
  store.reset();
  disk_.empty();
  store = open(options());
  EXPECT_FALSE(store->get("lost").value().has_value());
}

TEST_F(FullDisk, AStoreThatCannotBeMadeSaysSo) {
  disk_.fill();
  const auto opened = store::open(options());
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().kind, Error::Kind::Unavailable);
  EXPECT_EQ(opened.error().code, "store.disk_full");
}

/// In a process of its own, as one that forks must have no other threads.
class KilledOnAFullDisk : public FullDisk {};

/// A child fills the disk with durable transactions and says which are acknowledged; it is killed when no
/// more are.
TEST_F(KilledOnAFullDisk, EverythingAcknowledgedIsThere) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const auto child = ::fork();
  if (child == 0) {
    auto store = *store::open(options());
    for (std::uint32_t number = 0;; ++number) {
      const auto sequence = store->submit(row(fmt::format("{:06}", number), 20'000), Durability::Durable);
      const std::uint32_t answer = store->wait_durable(sequence).ok() ? number : UINT32_MAX;
      if (::write(pipe[1], &answer, sizeof answer) != sizeof answer) ::_exit(1);
      if (answer == UINT32_MAX) ::pause();
    }
  }
  ::close(pipe[1]);
  std::uint32_t acknowledged = 0;
  for (std::uint32_t answer;
       ::read(pipe[0], &answer, sizeof answer) == sizeof answer && answer != UINT32_MAX;)
    acknowledged = answer;
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(pipe[0]);
  EXPECT_GT(acknowledged, 100U);

  // What was kept back is enough to start on the full disk as well.
  auto store = open(options());
  for (std::uint32_t number = 0; number <= acknowledged; ++number)
    ASSERT_TRUE(store->get(fmt::format("{:06}", number)).value().has_value())
        << number << " of " << acknowledged;
}

/// Without the reserve, so that the log itself runs into the end of the disk.
class FullDiskWithoutReserve : public FullDisk {
 protected:
  static constexpr std::size_t kSegment = 1 << 20;

  void SetUp() override {
    auto directory = DataDirectory::open(disk_.path());
    ASSERT_TRUE(directory.ok());
    auto rocks = open_rocks(directory->rocks(), options(), errors_);
    ASSERT_TRUE(rocks.ok());
    rocks_ = *std::move(rocks);
    mover_ = std::make_unique<Mover>(rocks_, *errors_, Tables(rocks_, directory->log()), Moved{},
                                     Mover::Settings{std::chrono::seconds{1}, Logger::silent()},
                                     [this](Sequence upto) { settled_ = upto; });
    log_ = std::make_unique<LogDisk>(LogDisk::Settings{directory->log(), kSegment, 0}, *mover_, Moved{});
  }
  static Changes numbered(int number) {
    Changes changes = row(fmt::format("{:06}", number), 30'000);
    changes.put(Family::Keyspace, fmt::format("{:06}", number), "key");
    return changes;
  }
  Result<void> write(int number) { return log_->write(numbered(number), static_cast<Sequence>(number) + 1); }
  /// Fills the disk but for that, and writes until it refuses; how many are written.
  int write_until_refused(int number, std::uint64_t bytes) {
    disk_.fill(bytes);
    Result<void> result;
    while ((result = write(number)).ok()) {
      log_->sync();
      EXPECT_LT(++number, 1000) << "the disk was never full";
      if (number == 1000) break;
    }
    EXPECT_EQ(result.error().code, "store.disk_full") << result.error().message;
    return number;
  }
  /// A copy of the files as they are at one moment is what a kill would leave.
  std::unique_ptr<Store> after_a_kill() {
    {
      const auto still = mover_->hold_still();
      EXPECT_TRUE(rocks_.db->PauseBackgroundWork().ok());
      fs::copy(disk_.path(), copy_.path() / "data", fs::copy_options::recursive);
      EXPECT_TRUE(rocks_.db->ContinueBackgroundWork().ok());
    }
    auto changed = options();
    changed.directory = copy_.path() / "data";
    return open(changed);
  }
  void expect_all_after_a_kill(int count) {
    {
      const auto store = after_a_kill();
      for (int number = 0; number < count; ++number)
        ASSERT_TRUE(store->get(fmt::format("{:06}", number)).value().has_value())
            << number << " of " << count;
    }
    const auto store = open_copy();
    int keys = 0;
    ASSERT_TRUE(store->load([&](std::string_view, std::string_view) { ++keys; }).ok());
    EXPECT_GE(keys, count);
    fs::remove_all(copy_.path() / "data");
  }
  std::unique_ptr<Store> open_copy() {
    auto changed = options();
    changed.directory = copy_.path() / "data";
    return open(changed);
  }

  std::shared_ptr<BackgroundErrors> errors_ = std::make_shared<BackgroundErrors>();
  Rocks rocks_;
  std::atomic<Sequence> settled_{0};
  std::unique_ptr<Mover> mover_;
  std::unique_ptr<LogDisk> log_;
  test::TemporaryDirectory copy_;
};

TEST_F(FullDiskWithoutReserve, ATornWriteIsNeverFollowedByGoodOnes) {
  ASSERT_TRUE(write(0).ok());
  log_->sync();
  int written = write_until_refused(1, 2'200'000);
  {
    SCOPED_TRACE("killed while full");
    expect_all_after_a_kill(written);
  }
  disk_.empty();
  const auto recovered = log_->recover();
  ASSERT_TRUE(recovered.ok()) << recovered.error().message;
  for (int more = 0; more < 20; ++more) {
    ASSERT_TRUE(write(written++).ok());
    log_->sync();
  }
  expect_all_after_a_kill(written);
}

/// Moving takes space, too: what could not be moved stays in the log, and is moved when there is some.
TEST_F(FullDiskWithoutReserve, WhatCannotMoveIntoTablesStaysInTheLogUntilItCan) {
  int written = 0;
  for (; written < 30; ++written) ASSERT_TRUE(write(written).ok());
  written = write_until_refused(written, 2'200'000);
  const Sequence before = settled_;
  EXPECT_LT(before, static_cast<Sequence>(written));
  expect_all_after_a_kill(written);
  disk_.empty();
  for (int more = 0; more < 40; ++more, ++written)
    ASSERT_TRUE(eventually([&] { return write(written).ok(); }));
  EXPECT_TRUE(eventually([&] { return settled_ > before; }));
  log_->sync();
  expect_all_after_a_kill(written);
}

/// The committer over a disk that has no reserve.
class CommitterOnAFullDisk : public FullDiskWithoutReserve {
 protected:
  void SetUp() override {
    FullDiskWithoutReserve::SetUp();
    // Relaxed work is written in portions and synced by the megabyte only.
    committer_ =
        std::make_unique<Committer>(*log_, Committer::Settings{.queue_bytes = 1 << 20,
                                                               .relaxed_delay = std::chrono::seconds{60},
                                                               .disk_patience = std::chrono::seconds{1},
                                                               .log = Logger::silent()});
  }
  Sequence submit() {
    const auto place = committer_->enqueue(numbered(submitted_++), Durability::Relaxed);
    if (place.wake) committer_->wake();
    return place.sequence;
  }

  std::unique_ptr<Committer> committer_;
  int submitted_ = 0;
};

TEST_F(CommitterOnAFullDisk, ALogThatBreaksOffWithWorkThatIsNotSyncedEndsNothing) {
  ASSERT_TRUE(committer_->wait_durable(submit()).ok());
  disk_.fill(300'000);
  Sequence last = 0;
  while (committer_->admit().ok() && submitted_ < 1000) last = submit();
  EXPECT_LT(submitted_, 1000) << "the disk was never full";
  disk_.empty();
  ASSERT_TRUE(eventually([&] { return committer_->admit().ok(); }));
  EXPECT_TRUE(committer_->wait_durable(last).ok());
  committer_.reset();
  expect_all_after_a_kill(submitted_);
}

TEST_F(CommitterOnAFullDisk, ALogThatCannotBeginGoesOnByItself) {
  disk_.fill();
  for (int i = 0; i < 30; ++i) submit();
  ASSERT_TRUE(eventually([&] { return !committer_->admit().ok(); }));
  EXPECT_EQ(committer_->admit().error().code, "store.disk_full");
  disk_.empty();
  ASSERT_TRUE(eventually([&] { return committer_->admit().ok(); }));
  EXPECT_TRUE(committer_->wait_durable(submit()).ok());
  committer_.reset();
  expect_all_after_a_kill(submitted_);
}

}  // namespace
}  // namespace stoa::store
