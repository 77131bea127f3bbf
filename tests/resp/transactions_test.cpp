#include "open_door.h"
#include "resp/conversation.h"
#include "support/raw_client.h"

#include <gtest/gtest.h>

#include <chrono>

namespace stoa::resp {
namespace {

using test::OpenDoor;
using test::RawClient;

class Transactions : public testing::Test {
 protected:
  /// Sets `result` in a transaction that watches `watched`; whether it was run.
  bool commit() {
    client_.command({"MULTI"});
    client_.command({"SET", "result", "done"});
    return !client_.command({"EXEC"}).null;
  }
  OpenDoor door_;
  RawClient client_{door_.port()};
  RawClient other_{door_.port()};
};
using RespTransactions = Transactions;

TEST_F(RespTransactions, AnUntouchedWatchLetsItRun) {
  client_.command({"SET", "watched", "1"});
  client_.command({"WATCH", "watched"});
  other_.command({"GET", "watched"});
  other_.command({"SET", "another", "2"});
  EXPECT_TRUE(commit());
}

TEST_F(RespTransactions, AnotherClientsWriteStopsIt) {
  client_.command({"WATCH", "watched"});
  other_.command({"LPUSH", "watched", "1"});
  EXPECT_FALSE(commit());
  EXPECT_TRUE(commit()) << "a watch ends with its EXEC";
}

TEST_F(RespTransactions, AWriteThatChangesNothingDoesNotStopIt) {
  client_.command({"SADD", "watched", "a"});
  client_.command({"WATCH", "watched"});
  other_.command({"SADD", "watched", "a"});
  other_.command({"SREM", "watched", "b"});
  EXPECT_TRUE(commit());
}

TEST_F(RespTransactions, AWriteOfTheDomainStopsIt) {
  client_.command({"WATCH", "login:"});
  const auto changed = door_.keyspace().transact(Durability::Relaxed, [](keyspace::Tx& tx) -> Result<void> {
    tx.hset(keyspace::HashKey("login:"), "token", "user");
    return {};
  });
  ASSERT_TRUE(changed.ok());
  EXPECT_FALSE(commit());
}

TEST_F(RespTransactions, AFailedTransactionOfTheDomainDoesNotStopIt) {
  client_.command({"WATCH", "login:"});
  const auto refused = door_.keyspace().transact(Durability::Relaxed, [](keyspace::Tx& tx) -> Result<void> {
    tx.hset(keyspace::HashKey("login:"), "token", "user");
    return Error{Error::Kind::Conflict, "test.no", "no"};
  });
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(commit());
}

TEST_F(RespTransactions, AKeyWhoseTimeComesStopsIt) {
  client_.command({"SET", "watched", "1", "PX", "20"});
  client_.command({"WATCH", "watched"});
  while (other_.command({"EXISTS", "watched"}).text == "1") {
  }
  EXPECT_FALSE(commit());
}

TEST_F(RespTransactions, AKeyThatWasGoneAlreadyDoesNot) {
  client_.command({"SET", "watched", "1", "PX", "1"});
  while (other_.command({"EXISTS", "watched"}).text == "1") {
  }
  client_.command({"WATCH", "watched"});
  EXPECT_TRUE(commit());
}

TEST_F(RespTransactions, UnwatchAndDiscardForget) {
  client_.command({"WATCH", "watched"});
  other_.command({"SET", "watched", "1"});
  client_.command({"UNWATCH"});
  EXPECT_TRUE(commit());
  client_.command({"WATCH", "watched"});
  other_.command({"SET", "watched", "2"});
  client_.command({"MULTI"});
  client_.command({"DISCARD"});
  EXPECT_TRUE(commit());
}

TEST_F(RespTransactions, ANameThatIsRepeatedIsWatchedOnce) {
  Lobby lobby(OpenDoor::writable(), *door_.keyspace().door());
  Conversation conversation(lobby, "tester");
  Batch batch;
  Buffer out;
  conversation.take(test::encode({"WATCH", "a", "b", "a"}) + test::encode({"WATCH", "b", "c"}), batch, out);
  EXPECT_EQ(out.bytes(), "+OK\r\n+OK\r\n");
  EXPECT_EQ(conversation.client().watched.size(), 3u);
}

TEST_F(RespTransactions, ManyNamesAreWatchedAndEachOfThemCounts) {
  std::vector<std::string> watch{"WATCH"};
  for (int i = 0; i < 40'000; ++i) watch.push_back("key " + std::to_string(i));
  for (const int touched : {0, 20'000, 39'999}) {
    EXPECT_EQ(client_.command(watch).text, "OK");
    other_.command({"INCR", watch[static_cast<std::size_t>(touched + 1)]});
    EXPECT_FALSE(commit()) << touched;
  }
}

TEST_F(RespTransactions, AClientThatLeavesWatchesNoMore) {
  for (int i = 0; i < 20; ++i) {
    RawClient leaving(door_.port());
    leaving.command({"WATCH", "watched"});
  }
  client_.command({"WATCH", "watched"});
  EXPECT_TRUE(commit());
}

TEST_F(RespTransactions, ItsOwnWriteInOnePipelineStopsItToo) {
  client_.send(test::encode({"WATCH", "watched"}) + test::encode({"SET", "watched", "1"}) +
               test::encode({"MULTI"}) + test::encode({"GET", "watched"}) + test::encode({"EXEC"}));
  for (int i = 0; i < 4; ++i) client_.receive();
  EXPECT_TRUE(client_.receive().null);
}

TEST_F(RespTransactions, ItsOwnWriteBeforeTheWatchInOnePipelineDoesNotStopIt) {
  client_.send(test::encode({"SET", "watched", "1"}) + test::encode({"WATCH", "watched"}) +
               test::encode({"MULTI"}) + test::encode({"GET", "watched"}) + test::encode({"EXEC"}));
  for (int i = 0; i < 4; ++i) client_.receive();
  const auto replies = client_.receive();
  ASSERT_EQ(replies.elements.size(), 1u);
  EXPECT_EQ(replies.elements[0].text, "1");
}

/// Comparing each watched name with each written one would take minutes.
TEST_F(RespTransactions, ManyWatchesAndManyWritesInOnePipelineTakeNoLongerThanTheyAreMany) {
  constexpr int kMany = 400'000;
  std::vector<std::string> watch{"WATCH"}, write{"MSET"};
  for (int i = 0; i < kMany; ++i) {
    watch.push_back("watched " + std::to_string(i));
    write.push_back("written " + std::to_string(i));
    write.emplace_back("1");
  }
  Lobby lobby(OpenDoor::writable(), *door_.keyspace().door());
  Conversation conversation(lobby, "tester");
  Batch batch;
  Buffer out;
  const auto start = std::chrono::steady_clock::now();
  conversation.take(test::encode(watch) + test::encode(write) + test::encode({"MULTI"}) +
                        test::encode({"GET", "written 0"}) + test::encode({"EXEC"}),
                    batch, out);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  EXPECT_EQ(out.bytes(), "+OK\r\n+OK\r\n+OK\r\n+QUEUED\r\n*1\r\n$1\r\n1\r\n");
}

TEST_F(RespTransactions, ReadsSeeTheWritesBeforeThem) {
  client_.command({"MULTI"});
  client_.command({"SET", "n", "1"});
  client_.command({"INCR", "n"});
  client_.command({"GET", "n"});
  client_.command({"LPUSH", "n", "x"});
  client_.command({"GET", "n"});
  const auto replies = client_.command({"EXEC"});
  ASSERT_EQ(replies.elements.size(), 5u);
  EXPECT_EQ(replies.elements[2].text, "2");
  EXPECT_EQ(replies.elements[3].kind, '-');
  EXPECT_EQ(replies.elements[4].text, "2");
}

}  // namespace
}  // namespace stoa::resp
