#include "crash/acknowledged.h"
#include "crash/standstill.h"
#include "crash/trace.h"
#include "support/temporary_directory.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <random>
#include <string>
#include <thread>

namespace stoa::test {
namespace {

using namespace std::chrono_literals;

constexpr int kDirectories = 6;
constexpr int kKillsEach = 10;
/// Of milliseconds in which the machine ran: what a worker may lose is what it did not bring to the disk in
/// the time it was given, and nobody can write while the core that was to do it is away. The window grows by
/// exactly what was measured around a kill, and is not wider otherwise.
constexpr std::int64_t kRelaxedWindow = 100;
constexpr std::int64_t kMostForgiven = 500;

class CrashTest : public testing::Test {
 protected:
  CrashTest() : memory_(::memfd_create("acknowledged", 0)) {
    if (memory_ < 0 || ::ftruncate(memory_, sizeof(Acknowledged)) != 0) throw std::bad_alloc();
    void* shared = ::mmap(nullptr, sizeof(Acknowledged), PROT_READ | PROT_WRITE, MAP_SHARED, memory_, 0);
    if (shared == MAP_FAILED) throw std::bad_alloc();
    acknowledged_ = static_cast<Acknowledged*>(shared);
  }
  ~CrashTest() override {
    ::munmap(acknowledged_, sizeof(Acknowledged));
    ::close(memory_);
  }

  /// Runs the worker for a while and kills it; gives the moment just before.
  std::int64_t run_and_kill(const std::filesystem::path& directory, std::chrono::milliseconds life) {
    new (acknowledged_) Acknowledged();
    for (int stream = 0; stream < Acknowledged::kStreams; ++stream)
      acknowledged_->streams[stream].first = present_[stream] + 1;
    const pid_t worker = start(directory);
    while (acknowledged_->started_at == 0) {
      int status = 0;
      if (::waitpid(worker, &status, WNOHANG) == worker) {
        ADD_FAILURE() << "the worker did not come up, status " << status;
        return 0;
      }
      std::this_thread::sleep_for(1ms);
    }
    std::this_thread::sleep_for(life);
    const std::int64_t killed_at = steady_milliseconds();
    ::kill(worker, SIGKILL);
    int status = 0;
    ::waitpid(worker, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        << "the worker ended by itself, status " << status;
    return killed_at;
  }

  void check(const std::filesystem::path& directory, std::int64_t killed_at) {
    const std::int64_t window = standstill_.before(killed_at, kRelaxedWindow);
    // What a machine that stands still is forgiven must not forgive everything.
    if (killed_at - window == kRelaxedWindow) ++unforgiven_;
    EXPECT_LE(killed_at - window, kMostForgiven) << "the machine stands still too often to test anything";
    auto ports = Ports::open(directory);
    ASSERT_TRUE(ports.ok()) << ports.error().message;
    for (int stream = 0; stream < Acknowledged::kStreams; ++stream) {
      SCOPED_TRACE("stream " + std::to_string(stream));
      const Traces traces = find_traces(*ports, stream);
      EXPECT_TRUE(traces.half.empty()) << "half a transaction: " << *traces.half.begin();
      const std::uint64_t last = traces.whole.empty() ? 0 : *traces.whole.rbegin();
      EXPECT_EQ(traces.whole.size(), last) << "a transaction is there and one before it is not";
      const auto& progress = acknowledged_->streams[stream];
      EXPECT_GE(last, progress.durable) << "an acknowledged durable transaction is lost";
      EXPECT_GE(last, newest_acknowledged(progress, window))
          << "a relaxed transaction older than the window is lost, which was of " << killed_at - window
          << " ms";
      present_[stream] = last;
    }
  }

  std::uint64_t present_[Acknowledged::kStreams] = {};
  /// Kills at which the window was not widened.
  int unforgiven_ = 0;

 private:
  pid_t start(const std::filesystem::path& directory) {
    const std::string descriptor = std::to_string(memory_);
    const pid_t worker = ::fork();
    if (worker != 0) return worker;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::execl(STOA_CRASH_WORKER, STOA_CRASH_WORKER, directory.c_str(), descriptor.c_str(), nullptr);
    ::_exit(127);
  }

  std::uint64_t newest_acknowledged(const Acknowledged::Progress& progress, std::int64_t until) const {
    std::uint64_t newest = 0;
    const std::int64_t end = until - acknowledged_->started_at;
    for (std::int64_t at = 0; at <= end && at < static_cast<std::int64_t>(Acknowledged::kMilliseconds); ++at)
      newest = std::max(newest, progress.newest_by_time[static_cast<std::size_t>(at)].load());
    return newest;
  }

  int memory_;
  Acknowledged* acknowledged_;
  Standstill standstill_;
};

TEST_F(CrashTest, NothingAcknowledgedIsLostNorHalfThereNorOutOfOrderAfterSixtyKills) {
  std::mt19937 random(std::random_device{}());
  std::uint64_t durable = 0;
  for (int i = 0; i < kDirectories; ++i) {
    const TemporaryDirectory directory;
    std::fill(std::begin(present_), std::end(present_), 0);
    for (int kill = 0; kill < kKillsEach && !HasFailure(); ++kill) {
      const auto life = std::chrono::milliseconds(std::uniform_int_distribution(1, 400)(random));
      SCOPED_TRACE("directory " + std::to_string(i) + ", kill " + std::to_string(kill) + " after " +
                   std::to_string(life.count()) + " ms");
      const std::int64_t killed_at = run_and_kill(directory.path() / "data", life);
      check(directory.path() / "data", killed_at);
    }
    durable += present_[Acknowledged::Deferred];
  }
  EXPECT_GT(durable, 1000u) << "the worker was too slow for this to show anything";
  EXPECT_GE(unforgiven_, kDirectories * kKillsEach * 2 / 3) << "the machine stood still at the other kills";
  RecordProperty("unforgiven", unforgiven_);
}

}  // namespace
}  // namespace stoa::test
