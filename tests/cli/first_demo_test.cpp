#include "cli/shell.h"
#include "support/redis_client.h"
#include "support/redis_server.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <fstream>
#include <thread>

namespace stoa::test {
namespace {
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
namespace fs = std::filesystem;

/// `stoa demo --first`, which plain `./run` calls before it serves.
class FirstDemo : public Shell {
 protected:
  fs::path data() const { return directory_.path() / "data"; }
  fs::path mark() const { return data() / "demo.unfinished"; }

  std::uintmax_t log_bytes() const {
    std::uintmax_t bytes = 0;
    std::error_code gone;
    for (const auto& file : fs::directory_iterator(data() / "log", gone)) bytes += file.file_size(gone);
    return bytes;
  }
  /// The log is made ready by the megabyte: a second one says that the first is full.
  bool has_written_much() const { return log_bytes() > 1 << 20; }
  /// A demo that is killed in its midst.
  void break_off(Words options = {}) {
    options.insert(options.begin(), {"demo", "--first"});
    const auto demo = start(options);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!has_written_much() && std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    demo->signal(SIGINT);
    ASSERT_EQ(demo->wait(), -SIGINT) << demo->output();
    ASSERT_TRUE(fs::exists(mark()));
  }
  Outcome first_demo(const Words& options = {}) {
    Words words{"demo", "--first"};
    words.insert(words.end(), options.begin(), options.end());
    return run(words);
  }
};

TEST_F(FirstDemo, ThatBrokeOffIsMadeAnewAndShowsItsPasswords) {
  break_off();
  const Outcome again = first_demo();
  EXPECT_EQ(again.exit_code, 0) << again.output;
  EXPECT_THAT(again.output, AllOf(HasSubstr("The demo broke off last time"), HasSubstr("1000 products in"),
                                  HasSubstr("demo_admin"), Not(HasSubstr("(as before)"))));
  EXPECT_FALSE(fs::exists(mark()));
  EXPECT_EQ(run({"doctor"}).exit_code, 0);
  EXPECT_THAT(first_demo().output, IsEmpty());
}

TEST_F(FirstDemo, ThatBrokeOffIsKeptOnceSomebodyHasUsedIt) {
  break_off();
  EXPECT_EQ(run({"user", "add", "anna"}).exit_code, 0);
  EXPECT_THAT(first_demo().output, IsEmpty());
  EXPECT_THAT(run({"user", "add", "anna"}).output, HasSubstr("somebody has this name"));
}

TEST_F(FirstDemo, ThatBrokeOffIsKeptOnceAServerHasServedIt) {
  break_off();
  const auto server = start({"serve", "--http.port=0", "--resp.port=0"});
  ASSERT_TRUE(server->wait_for_output("serving; Ctrl-C stops")) << server->output();
  EXPECT_FALSE(fs::exists(mark()));
}

TEST_F(FirstDemo, DoesNotTakeFromOneThatIsUnderWay) {
  const auto demo = start({"demo", "--first"});
  while (log_bytes() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const Outcome second = first_demo();
  EXPECT_EQ(second.exit_code, 1) << second.output;
  EXPECT_THAT(second.output, HasSubstr("in use by process " + std::to_string(demo->pid())));
  EXPECT_EQ(demo->wait(std::chrono::seconds(60)), 0) << demo->output();
  EXPECT_THAT(demo->output(), HasSubstr("1000 products in"));
}

/// The same, with the keyspace on a Redis.
class FirstDemoOnRedis : public FirstDemo {
 protected:
  std::string keys() { return RedisClient(redis_.socket()).command({"DBSIZE"}).text; }

  RedisServer redis_;
  const Words there_{"--keyspace.engine=redis", "--keyspace.redis_url=" + redis_.url()};
};

TEST_F(FirstDemoOnRedis, LeavesAloneWhatLivesThere) {
  RedisClient(redis_.socket()).command({"SET", "somebody", "else"});
  const Outcome none = first_demo(there_);
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_THAT(none.output, AllOf(HasSubstr("No demo: redis://"), EndsWith(".\n")));
  EXPECT_EQ(std::count(none.output.begin(), none.output.end(), '\n'), 1);
  EXPECT_EQ(keys(), "1");
  EXPECT_FALSE(fs::exists(mark()));
}

TEST_F(FirstDemoOnRedis, FillsAnEmptyOneAndSaysWhatToDoWhenItBrokeOff) {
  break_off(there_);
  EXPECT_NE(keys(), "0");
  const Outcome none = first_demo(there_);
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_THAT(none.output, HasSubstr("The demo broke off last time. Its keys are still in redis://"));
  EXPECT_THAT(first_demo(there_).output, IsEmpty());
}

}  // namespace
}  // namespace stoa::test
