#include "keyspace/embedded/embedded_keyspace.h"
#include "open_door.h"
#include "resp/server.h"
#include "store/stalled_store.h"
#include "support/raw_client.h"

#include <gtest/gtest.h>

#include <chrono>

namespace stoa::resp {
namespace {

using test::encode;
using test::RawClient;

/// A moment in which an answer that is not kept back would have come.
constexpr int kAMoment = 50;

class SlowDisk : public testing::Test {
 protected:
  explicit SlowDisk(std::chrono::milliseconds patience = RespOptions().disk_patience) {
    options_.mode = RespOptions::Mode::Write;
    options_.port = 0;
    options_.disk_patience = patience;
    server_ = *start_resp(options_, *keyspace_->door(), store_.progress(), Logger::silent());
  }
  int port() const { return server_->port(); }

  test::StalledStore store_;
  FakeClock clock_;
  std::unique_ptr<keyspace::Keyspace> keyspace_ = *keyspace::open_embedded_keyspace(store_, clock_);
  RespOptions options_;
  std::unique_ptr<RespServer> server_;
};
using RespOnASlowDisk = SlowDisk;

TEST_F(RespOnASlowDisk, TheAnswerToAWriteWaitsUntilItIsDurable) {
  RawClient client(port());
  client.ask({"SET", "a", "1"});
  EXPECT_FALSE(client.readable_within(kAMoment));
  EXPECT_EQ(store_.submitted(), 1u);
  store_.become_durable(1);
  EXPECT_EQ(client.receive_raw(), "+OK\r\n");
}

TEST_F(RespOnASlowDisk, AReadThatShowsAnothersUnsyncedWriteWaitsForIt) {
  RawClient writer(port());
  RawClient reader(port());
  writer.ask({"SET", "a", "1"});
  while (store_.submitted() == 0) {
  }
  reader.ask({"GET", "a"});
  EXPECT_FALSE(reader.readable_within(kAMoment));
  RawClient elsewhere(port());
  EXPECT_TRUE(elsewhere.command({"GET", "something else"}).null);
  store_.become_durable(1);
  EXPECT_EQ(reader.receive().text, "1");
}

TEST_F(RespOnASlowDisk, ManyWritersAreReleasedTogether) {
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 50; ++i) {
    clients.push_back(std::make_unique<RawClient>(port()));
    clients.back()->send(encode({"INCR", "n"}) + encode({"PING"}));
  }
  while (store_.submitted() < 50) {
  }
  store_.become_durable(50);
  for (const auto& client : clients) {
    EXPECT_EQ(client->receive().kind, ':');
    EXPECT_EQ(client->receive().text, "PONG");
  }
}

TEST_F(RespOnASlowDisk, VolatileKeysKeepNobodyWaiting) {
  RawClient client(port());
  EXPECT_EQ(client.command({"SET", "cache:page", "html"}).text, "OK");
  EXPECT_EQ(store_.submitted(), 0u);
}

TEST_F(RespOnASlowDisk, AClientThatLeavesWhileItsAnswerWaitsIsForgotten) {
  {
    RawClient client(port());
    client.ask({"SET", "a", "1"});
    while (store_.submitted() == 0) {
    }
  }
  store_.become_durable(1);
  RawClient other(port());
  EXPECT_EQ(other.command({"GET", "a"}).text, "1");
}

TEST_F(RespOnASlowDisk, AClientThatResetsWhileItsAnswerWaitsIsLetGoAtOnce) {
  auto client = std::make_unique<RawClient>(port());
  client->ask({"SET", "a", "1"});
  while (store_.submitted() == 0) {
  }
  client->reset();
  while (server_->clients() > 0) {
  }
  EXPECT_EQ(store_.durable(), 0u);
}

TEST_F(RespOnASlowDisk, StoppingDoesNotWaitForTheDiskForLong) {
  RawClient client(port());
  client.ask({"SET", "a", "1"});
  while (store_.submitted() == 0) {
  }
  const auto start = std::chrono::steady_clock::now();
  server_->stop();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
  EXPECT_TRUE(client.closed());
}

TEST_F(RespOnASlowDisk, WritesAreRefusedWhileTheDiskIsFullAndReadsAreNot) {
  RawClient client(port());
  client.ask({"SET", "a", "1"});
  store_.become_durable(1);
  EXPECT_EQ(client.receive().text, "OK");
  store_.fill_disk(true);
  EXPECT_TRUE(client.command({"SET", "a", "2"}).text.starts_with("MISCONF"));
  EXPECT_EQ(client.command({"GET", "a"}).text, "1");
  EXPECT_EQ(client.command({"WATCH", "a"}).text, "OK");
  client.command({"MULTI"});
  EXPECT_TRUE(client.command({"SET", "a", "3"}).text.starts_with("MISCONF"));
  EXPECT_TRUE(client.command({"EXEC"}).text.starts_with("EXECABORT"));
  store_.fill_disk(false);
  client.ask({"SET", "a", "2"});
  while (store_.submitted() < 2) {
  }
  store_.become_durable(2);
  EXPECT_EQ(client.receive().text, "OK");
}

constexpr const char* kNotInTime = "-ERR the disk has not taken it in time; it may or may not be kept\r\n";

/// A disk that takes nothing, and is not waited for long.
class StuckDisk : public SlowDisk {
 protected:
  StuckDisk() : SlowDisk(std::chrono::milliseconds(150)) {}
};
using RespOnAStuckDisk = StuckDisk;

TEST_F(RespOnAStuckDisk, AWriteIsGivenUpInTimeAndItsClientHungUpOn) {
  RawClient client(port());
  client.ask({"SET", "a", "1"});
  EXPECT_EQ(client.receive_raw(), kNotInTime);
  EXPECT_TRUE(client.closed());
  RawClient other(port());
  EXPECT_EQ(other.command({"PING"}).text, "PONG");
}

TEST_F(RespOnAStuckDisk, AReadThatShowsWhatIsNotOnDiskIsGivenUpToo) {
  RawClient writer(port());
  writer.ask({"SET", "a", "1"});
  while (store_.submitted() == 0) {
  }
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"DBSIZE"}, {"KEYS", "*"}, {"SCAN", "0"}, {"EXISTS", "a"}, {"RANDOMKEY"}}) {
    RawClient reader(port());
    reader.ask(command);
    EXPECT_EQ(reader.receive_raw(), kNotInTime) << command[0];
    EXPECT_TRUE(reader.closed()) << command[0];
  }
}

/// What is looked at here is all keys, of which the disk has "a" and "b".
class LooksAtAllKeys : public StuckDisk {
 protected:
  LooksAtAllKeys() {
    take({"SET", "a", "1"});
    take({"SET", "b", "1", "EX", "100"});
  }
  /// Done, and on disk.
  void take(const std::vector<std::string>& command) {
    writer_.ask(command);
    become_submitted();
    store_.become_durable(submitted_);
    writer_.receive();
  }
  /// Done, and stuck; the writer is given up.
  void stick(const std::vector<std::string>& command) {
    writer_.ask(command);
    become_submitted();
  }
  void stick_by_another(const std::vector<std::string>& command) {
    another_.ask(command);
    become_submitted();
  }
  void become_submitted() {
    ++submitted_;
    while (store_.submitted() < submitted_) {
    }
  }
  bool waits(const std::vector<std::string>& command) const {
    RawClient reader(port());
    reader.ask(command);
    return reader.receive_raw() == kNotInTime;
  }

  Sequence submitted_ = 0;
  RawClient writer_{port()}, another_{port()};
};
using RespThatLooksAtAllKeysOnAStuckDisk = LooksAtAllKeys;

TEST_F(RespThatLooksAtAllKeysOnAStuckDisk, NeedNotWaitForWhatChangesNoKeys) {
  stick({"MSET", "a", "2"});
  store_.submit({}, Durability::Durable);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"DBSIZE"}, {"KEYS", "*"}, {"SCAN", "0"}, {"INFO", "keyspace"}})
    EXPECT_FALSE(waits(command)) << command[0];
  EXPECT_TRUE(waits({"GET", "a"}));
}

TEST_F(RespThatLooksAtAllKeysOnAStuckDisk, NamesANewKeyOnlyWhenItIsOnDisk) {
  stick({"SET", "new", "1"});
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"DBSIZE"}, {"KEYS", "*"}, {"SCAN", "0"}, {"SCAN", "0", "MATCH", "n*"}})
    EXPECT_TRUE(waits(command)) << command[0];
  EXPECT_FALSE(waits({"KEYS", "a*"}));
  EXPECT_FALSE(waits({"SCAN", "0", "MATCH", "b"}));
}

TEST_F(RespThatLooksAtAllKeysOnAStuckDisk, CountsANewKeyOfTheDomainOnlyWhenItIsOnDisk) {
  const auto log_in = [&](std::string_view token) {
    const DeferredDurability scope;
    const auto body = [&](keyspace::Tx& tx) -> Result<void> {
      tx.hset(keyspace::HashKey("login:"), token, "user");
      return {};
    };
    return keyspace_->transact(Durability::Durable, body).ok();
  };
  ASSERT_TRUE(log_in("first"));
  EXPECT_TRUE(waits({"DBSIZE"}));
  store_.become_durable(store_.submitted());
  ASSERT_TRUE(log_in("second"));
  EXPECT_FALSE(waits({"DBSIZE"}));
}

TEST_F(RespThatLooksAtAllKeysOnAStuckDisk, LeavesAKeyOutOnlyWhenItIsGoneFromTheDisk) {
  stick({"DEL", "a"});
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"DBSIZE"}, {"KEYS", "a*"}, {"SCAN", "0"}})
    EXPECT_TRUE(waits(command)) << command[0];
  EXPECT_FALSE(waits({"GET", "b"}));
}

TEST_F(RespThatLooksAtAllKeysOnAStuckDisk, WaitsForAnotherTypeOfAKey) {
  take({"LPUSH", "list", "x"});
  stick({"SET", "list", "1"});
  EXPECT_TRUE(waits({"SCAN", "0", "TYPE", "list"}));
}

TEST_F(RespThatLooksAtAllKeysOnAStuckDisk, WaitsForAMomentOnlyOnceItHasCome) {
  stick({"EXPIRE", "a", "50"});
  EXPECT_FALSE(waits({"DBSIZE"}));
  EXPECT_FALSE(waits({"KEYS", "*"}));
  clock_.advance(std::chrono::seconds(51));
  EXPECT_TRUE(waits({"DBSIZE"}));
  EXPECT_TRUE(waits({"KEYS", "a"}));
}

TEST_F(RespThatLooksAtAllKeysOnAStuckDisk, CountsThoseWithAMomentOnlyWhenThatIsOnDisk) {
  stick({"EXPIRE", "a", "50"});
  EXPECT_TRUE(waits({"INFO", "keyspace"}));
}

TEST_F(RespThatLooksAtAllKeysOnAStuckDisk, WaitsForAMomentThatWasPutOffOnceTheFirstOneHasCome) {
  stick({"EXPIRE", "b", "200"});
  EXPECT_FALSE(waits({"KEYS", "*"}));
  clock_.advance(std::chrono::seconds(101));
  EXPECT_TRUE(waits({"KEYS", "*"}));
}

TEST_F(RespThatLooksAtAllKeysOnAStuckDisk, WaitsForAKeyThatStaysOnceTheMomentThatItHadHasCome) {
  stick({"PERSIST", "b"});
  EXPECT_FALSE(waits({"KEYS", "*"}));
  clock_.advance(std::chrono::seconds(101));
  EXPECT_TRUE(waits({"KEYS", "*"}));
}

TEST_F(RespThatLooksAtAllKeysOnAStuckDisk, DrawsAKeyThatOnlyChangedAndNoneThatIsNew) {
  take({"DEL", "b"});
  stick({"SET", "a", "2"});
  EXPECT_FALSE(waits({"RANDOMKEY"}));
  store_.become_durable(submitted_);
  stick_by_another({"DEL", "a"});
  EXPECT_TRUE(waits({"RANDOMKEY"}));
}

TEST_F(RespOnAStuckDisk, WhatWaitsBehindTheWriteIsNotDoneWhenItIsGivenUp) {
  RawClient client(port());
  client.ask({"SET", "a", "1"});
  while (store_.submitted() == 0) {
  }
  client.ask({"SET", "cache:page", "html"});
  EXPECT_EQ(client.receive_raw(), kNotInTime);
  RawClient other(port());
  EXPECT_EQ(other.command({"EXISTS", "cache:page"}).text, "0");
}

TEST_F(RespOnAStuckDisk, WhenTheDiskGoesOnOthersAreAnswered) {
  RawClient client(port());
  client.ask({"SET", "a", "1"});
  EXPECT_EQ(client.receive_raw(), kNotInTime);
  store_.become_durable(1);
  RawClient other(port());
  EXPECT_EQ(other.command({"DBSIZE"}).text, "1");
  EXPECT_EQ(other.command({"GET", "a"}).text, "1");
}

TEST(RespOnARealDisk, DurableAnswersComeAndWhatTheySaidIsThereAfterARestart) {
  auto options = test::OpenDoor::writable();
  options.durability = Durability::Durable;
  test::OpenDoor door(options);
  {
    RawClient client(door.port());
    for (int i = 0; i < 50; ++i) EXPECT_EQ(client.command({"SET", "k" + std::to_string(i), "v"}).text, "OK");
    EXPECT_EQ(client.command({"ZADD", "z", "1.5", "m"}).text, "1");
  }
  door.reopen();
  RawClient client(door.port());
  EXPECT_EQ(client.command({"DBSIZE"}).text, "51");
  EXPECT_EQ(client.command({"ZSCORE", "z", "m"}).text, "1.5");
}

}  // namespace
}  // namespace stoa::resp
