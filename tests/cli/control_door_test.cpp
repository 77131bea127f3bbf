#include "cli/control_door.h"

#include "base/fields.h"
#include "cli/control_socket.h"
#include "cli/errand.h"
#include "cli/open_engines.h"
#include "keyspace/keys.h"
#include "records/typed.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

namespace stoa::cli {

struct Numbered {
  ObjectId id;
  std::int64_t number;
};
StructDescription describe(Described<Numbered>) {
  return fields("Numbered", field("id", &Numbered::id).stored_as("_id"), field("number", &Numbered::number));
}

namespace {
namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

class Control : public testing::Test {
 protected:
  /// Opens the door in `directory`, with `perform` behind it.
  void open(ControlDoor::Perform perform) {
    auto door = ControlDoor::open(directory_.path(), std::move(perform), Logger::silent());
    ASSERT_TRUE(door.ok()) << door.error().message;
    door_ = std::move(*door);
  }
  Result<std::optional<ExitCode>> ask(std::string_view errand, const std::string& argument = "") {
    return ask_server(directory_.path(), errand, argument, listener_);
  }

  test::TemporaryDirectory directory_;
  Listener listener_;
  std::unique_ptr<ControlDoor> door_;
};

TEST_F(Control, CarriesWordsLinesProgressAndTheExitCode) {
  open([](std::string_view name, const std::string& argument, Audience& audience) -> Result<ExitCode> {
    audience.progress("half way");
    audience.line(std::string(name) + "|" + argument);
    audience.line("");
    return ExitCode::Failed;
  });
  const auto answer = ask("backup", "/a path/with spaces");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(*answer, ExitCode::Failed);
  EXPECT_EQ(listener_.text(), "backup|/a path/with spaces\n\n");
  EXPECT_EQ(listener_.how_far(), "half way\n");
}

TEST_F(Control, CarriesErrorsWithTheirCode) {
  open([](std::string_view, const std::string&, Audience&) -> Result<ExitCode> {
    return Error{Error::Kind::Conflict, "store.backup", "exists\nalready"};
  });
  const auto answer = ask("backup");
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, "store.backup");
  EXPECT_EQ(answer.error().message, "exists already");
}

TEST_F(Control, IsOpenToItsOwnerOnly) {
  open([](auto, auto&, auto&) -> Result<ExitCode> { return ExitCode::Done; });
  EXPECT_EQ(fs::status(directory_.path() / "control.sock").permissions(), fs::perms(0600));
}

TEST_F(Control, WithoutAServerSaysThereIsNone) {
  EXPECT_EQ(*ask("status"), std::nullopt);
  open([](auto, auto&, auto&) -> Result<ExitCode> { return ExitCode::Done; });
  door_.reset();
  EXPECT_EQ(*ask("status"), std::nullopt);
  EXPECT_FALSE(fs::exists(directory_.path() / "control.sock"));
}

TEST_F(Control, ReplacesTheSocketOfAServerThatWasKilled) {
  const auto dead = listen_in(directory_.path());
  ASSERT_TRUE(dead.ok());
  ::close(*dead);
  EXPECT_EQ(*ask("status"), std::nullopt);
  open([](auto, auto&, auto&) -> Result<ExitCode> { return ExitCode::Done; });
  EXPECT_EQ(*ask("status"), ExitCode::Done);
}

TEST_F(Control, WorksInADirectoryWhosePathIsLongerThanASocketsName) {
  auto deep = directory_.path();
  for (int i = 0; i < 8; ++i) deep /= std::string(30, 'd');
  fs::create_directories(deep);
  const auto door = ControlDoor::open(
      deep, [](auto, auto&, auto&) -> Result<ExitCode> { return ExitCode::Done; }, Logger::silent());
  ASSERT_TRUE(door.ok()) << door.error().message;
  EXPECT_EQ(*ask_server(deep, "status", "", listener_), ExitCode::Done);
}

TEST_F(Control, AnswersOthersWhileALongErrandIsUnderWay) {
  std::atomic<bool> leave{false};
  open([&](std::string_view name, const std::string&, Audience&) -> Result<ExitCode> {
    while (name == "doctor" && !leave) std::this_thread::sleep_for(1ms);
    return ExitCode::Done;
  });
  std::thread waiting([&] { EXPECT_EQ(*ask("doctor"), ExitCode::Done); });
  Listener other;
  EXPECT_EQ(*ask_server(directory_.path(), "status", "", other), ExitCode::Done);
  leave = true;
  waiting.join();
}

TEST_F(Control, AnErrandHearsThatItsCallerIsGone) {
  std::atomic<bool> heard{false};
  open([&](std::string_view, const std::string&, Audience& audience) -> Result<ExitCode> {
    while (!audience.gone()) std::this_thread::sleep_for(1ms);
    heard = true;
    return ExitCode::Done;
  });
  {
    auto caller = connect_in(directory_.path());
    ASSERT_TRUE(caller.ok() && *caller);
    (*caller)->send("doctor");
  }
  while (!heard) std::this_thread::sleep_for(1ms);
}

TEST_F(Control, ADoorThatClosesEndsErrandsThatOnlyAnswer) {
  std::atomic<bool> inside{false};
  open([&](std::string_view, const std::string&, Audience& audience) -> Result<ExitCode> {
    inside = true;
    while (!audience.gone()) std::this_thread::sleep_for(1ms);
    return ExitCode::Done;
  });
  std::thread asking([&] { (void)ask("doctor"); });
  while (!inside) std::this_thread::sleep_for(1ms);
  const auto began = std::chrono::steady_clock::now();
  door_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - began, 1s);
  asking.join();
}

TEST_F(Control, WhatNobodyKnowsIsRefusedByName) {
  OpenEngines engines("Embedded");
  Settings settings;
  open([&](std::string_view name, const std::string& argument, Audience& audience) {
    Premises premises{settings, engines};
    return perform_errand(name, argument, premises, audience);
  });
  const auto answer = ask("dance");
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, "control.unknown");
  EXPECT_THAT(answer.error().message, HasSubstr("'dance'"));
}

/// Writes as fast as it can, so that what a copy holds can be told right from wrong: a number in the keyspace
/// and the set of all numbers up to it change together, and so do a document and its number.
class Load {
 public:
  explicit Load(OpenEngines& engines) : engines_(engines) {
    for (int i = 0; i < 2; ++i) threads_.emplace_back([this, i] { work(i); });
  }
  ~Load() {
    stopping_ = true;
    for (auto& thread : threads_) thread.join();
  }
  /// By the slower of the two.
  std::uint64_t done() const { return std::min(done_[0].load(), done_[1].load()); }

 private:
  void work(int lane) {
    const keyspace::StringKey counter("lane:" + std::to_string(lane));
    const keyspace::SetKey all("all:" + std::to_string(lane));
    for (std::int64_t number = 1; !stopping_; ++number) {
      engines_.write([&](keyspace::Tx& tx) {
        tx.increment(counter, 1);
        tx.sadd(all, std::to_string(number));
      });
      keyspace::must(engines_.records().transact(
          [&](records::Tx& tx) {
            return records::insert(tx, records::collections::outbox(),
                                   Numbered{ObjectId::make(Clock::system().now()), number});
          },
          Durability::Relaxed));
      ++done_[lane];
    }
  }

  OpenEngines& engines_;
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint64_t> done_[2] = {0, 0};
  std::vector<std::thread> threads_;
};

TEST_F(Control, BackupOfALiveStoreUnderLoadOpensCleanAndWhole) {
  OpenEngines engines("Embedded");
  Settings settings;
  settings.data.directory = engines.data();
  open([&](std::string_view name, const std::string& argument, Audience& audience) {
    Premises premises{settings, engines};
    return perform_errand(name, argument, premises, audience);
  });
  const auto copy = directory_.path() / "copy";
  std::uint64_t before = 0;
  {
    const Load load(engines);
    while (load.done() < 250) std::this_thread::sleep_for(1ms);
    before = load.done();
    const auto answer = ask("backup", copy.string());
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ(*answer, ExitCode::Done);
    const auto now = load.done();
    while (load.done() < now + 100) std::this_thread::sleep_for(1ms);
  }
  EXPECT_THAT(listener_.text(), HasSubstr("is copied to " + copy.string()));
  store::Options options;
  options.directory = copy;
  const auto store = keyspace::must(store::open(options));
  const auto keyspace = keyspace::must(keyspace::open_embedded_keyspace(*store, Clock::system()));
  const auto records =
      keyspace::must(records::open_embedded_records(*store, Clock::system(), records::all_collections()));
  std::uint64_t found = 0;
  for (const char* lane : {"0", "1"}) {
    const auto count = keyspace::must(keyspace->read().get(keyspace::StringKey(std::string("lane:") + lane)));
    ASSERT_TRUE(count);
    EXPECT_EQ(
        std::to_string(keyspace::must(keyspace->read().scard(keyspace::SetKey(std::string("all:") + lane)))),
        *count);
    found += std::stoull(*count);
  }
  EXPECT_GE(found, 2 * before);
  EXPECT_GE(keyspace::must(records->read().size(records::collections::outbox())), 2 * before);
}

}  // namespace
}  // namespace stoa::cli
