#include "store/data_directory.h"
#include "store/recovery.h"
#include "store/rocks_disk.h"
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

/// Without the reserve, so that RocksDB itself runs into the end of the disk.
class FullDiskWithoutReserve : public FullDisk {
 protected:
  void SetUp() override {
    auto directory = DataDirectory::open(disk_.path());
    ASSERT_TRUE(directory.ok());
    rocks_path_ = directory->rocks();
    auto rocks = open_rocks(rocks_path_, options(), errors_);
    ASSERT_TRUE(rocks.ok());
    rocks_ = *std::move(rocks);
  }
  static Changes numbered(int number) {
    Changes changes = row(fmt::format("{:06}", number), 30'000);
    changes.put(Family::Keyspace, fmt::format("{:06}", number), "key");
    return changes;
  }
  /// A copy of the files as they are at one moment is what a kill would leave.
  std::unique_ptr<Store> after_a_kill() {
    EXPECT_TRUE(rocks_.db->PauseBackgroundWork().ok());
    fs::copy(disk_.path(), copy_.path() / "data", fs::copy_options::recursive);
    EXPECT_TRUE(rocks_.db->ContinueBackgroundWork().ok());
    auto changed = options();
    changed.directory = copy_.path() / "data";
    return open(changed);
  }
  static void expect_all(Store& store, int count) {
    for (int number = 0; number < count; ++number)
      ASSERT_TRUE(store.get(fmt::format("{:06}", number)).value().has_value()) << number << " of " << count;
    int keys = 0;
    ASSERT_TRUE(store.load([&](std::string_view, std::string_view) { ++keys; }).ok());
    EXPECT_GE(keys, count);
  }

  std::shared_ptr<BackgroundErrors> errors_ = std::make_shared<BackgroundErrors>();
  fs::path rocks_path_;
  Rocks rocks_;
  test::TemporaryDirectory copy_;
};

TEST_F(FullDiskWithoutReserve, ATornWalRecordIsNeverFollowedByGoodOnes) {
  RocksDisk disk(rocks_, *errors_, 0);
  ASSERT_TRUE(disk.write(numbered(0)).ok());
  disk.sync();
  disk_.fill(200'000);
  int written = 1;
  Result<void> result;
  while ((result = disk.write(numbered(written))).ok()) {
    disk.sync();
    ++written;
    ASSERT_LT(written, 1000);
  }
  EXPECT_EQ(result.error().code, "store.disk_full") << result.error().message;
  {
    SCOPED_TRACE("killed while full");
    expect_all(*after_a_kill(), written);
    fs::remove_all(copy_.path() / "data");
  }
  disk_.empty();
  const auto recovered = disk.recover();
  ASSERT_TRUE(recovered.ok()) << recovered.error().message;
  for (int more = 0; more < 20; ++more) {
    ASSERT_TRUE(disk.write(numbered(written++)).ok());
    disk.sync();
  }
  expect_all(*after_a_kill(), written);
}

/// The committer over a disk that has no reserve.
class CommitterOnAFullDisk : public FullDiskWithoutReserve {
 protected:
  /// Fills the disk but for 300 KB, and writes until the log breaks off; what is submitted last.
  Sequence write_until_refused() {
    disk_.fill(300'000);
    Sequence last = 0;
    while (committer_->admit().ok() && submitted_ < 1000) last = submit();
    EXPECT_LT(submitted_, 1000) << "the disk was never full";
    return last;
  }
  Sequence submit() {
    const auto place = committer_->enqueue(numbered(submitted_++), Durability::Relaxed);
    if (place.wake) committer_->wake();
    return place.sequence;
  }

  RocksDisk rocks_disk_{rocks_, *errors_, 0};
  // Relaxed work is written in portions and synced by the megabyte only.
  std::unique_ptr<Committer> committer_ =
      std::make_unique<Committer>(rocks_disk_,
                                  Committer::Settings{.queue_bytes = 1 << 20,
                                                      .relaxed_delay = std::chrono::seconds{60},
                                                      .disk_patience = std::chrono::seconds{1},
                                                      .log = Logger::silent()},
                                  [](Sequence) {});
  int submitted_ = 0;
};

TEST_F(CommitterOnAFullDisk, ALogThatBreaksOffWithWorkThatIsNotSyncedEndsNothing) {
  ASSERT_TRUE(committer_->wait_durable(submit()).ok());
  const Sequence last = write_until_refused();
  disk_.empty();
  ASSERT_TRUE(eventually([&] { return committer_->admit().ok(); }));
  EXPECT_TRUE(committer_->wait_durable(last).ok());
  committer_.reset();
  expect_all(*after_a_kill(), submitted_);
}

/// RocksDB keeps a log that broke off where it has no rows in memory to begin another one with.
TEST_F(CommitterOnAFullDisk, ALogThatBreaksOffAtItsFirstWriteTakesARestart) {
  disk_.fill();
  for (int i = 0; i < 30; ++i) submit();
  const auto asks_for_a_restart = [&] {
    const auto admitted = committer_->admit();
    return !admitted.ok() && admitted.error().code == "store.disk_full" &&
           admitted.error().message.find("restart Stoa") != std::string::npos;
  };
  EXPECT_TRUE(eventually(asks_for_a_restart));
  disk_.empty();
  EXPECT_TRUE(asks_for_a_restart());
  committer_.reset();
  const auto store = after_a_kill();
  const auto after = store->submit(row("after"), Durability::Durable);
  EXPECT_TRUE(store->wait_durable(after).ok());
}

TEST_F(FullDiskWithoutReserve, AFlushThatFailedInTheBackgroundIsSeenByTheNextWriteAndDoneAgain) {
  RocksDisk disk(rocks_, *errors_, 0);
  for (int number = 0; number < 100; ++number) ASSERT_TRUE(disk.write(numbered(number)).ok());
  disk.sync();
  disk_.fill();
  EXPECT_FALSE(rocks_.db->Flush({}, rocks_.records.get()).ok());
  EXPECT_FALSE(disk.write(numbered(100)).ok());
  const auto refused = disk.write(numbered(100));
  ASSERT_FALSE(refused.ok()) << "a failure is not forgotten because somebody has seen it";
  EXPECT_EQ(refused.error().code, "store.disk_full") << refused.error().message;
  expect_all(*after_a_kill(), 100);
  fs::remove_all(copy_.path() / "data");

  disk_.empty();
  const auto recovered = disk.recover();
  ASSERT_TRUE(recovered.ok()) << recovered.error().message;
  ASSERT_TRUE(disk.write(numbered(100)).ok());
  disk.sync();
  EXPECT_TRUE(rocks_.db->Flush({}, rocks_.records.get()).ok());
  expect_all(*after_a_kill(), 101);
}

}  // namespace
}  // namespace stoa::store
