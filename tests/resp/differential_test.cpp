#include "open_door.h"
#include "random_commands.h"
#include "resp/command_table.h"
#include "support/raw_client.h"
#include "support/redis_server.h"

#include <gtest/gtest.h>

namespace stoa::resp {
namespace {

using test::RandomCommands;
using test::RawClient;
using test::WireReply;

std::string text_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += "'" + word + "' ";
  return text;
}

/// Whether the answer depends on when the server looked at its clock.
bool tells_time(const std::vector<std::string>& words) {
  return words[0].ends_with("expiretime") || words[0].ends_with("ttl");
}

/// The two servers' clocks were read at different moments, on a busy machine seconds apart. All expiries here
/// are years away, so two that are a minute apart at most, in whichever unit, are the same.
void settle_times(WireReply& ours, const WireReply& theirs) {
  if (ours.kind != ':' || theirs.kind != ':') return;
  const auto apart = std::stoll(ours.text) - std::stoll(theirs.text);
  if (std::abs(apart) <= 60'000 && std::stoll(theirs.text) > 1'000'000) ours = theirs;
}

class SameAsRedis : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  SameAsRedis() : ours_(door_.port()), theirs_(redis_.port()) {
    if (protocol() == 3) {
      ours_.command({"hello", "3"});
      theirs_.command({"hello", "3"});
    }
  }
  int protocol() const { return std::get<0>(GetParam()); }
  std::uint64_t seed() const { return static_cast<std::uint64_t>(std::get<1>(GetParam())); }

  /// Sends the commands to both in one piece, and compares reply by reply.
  void compare(const std::vector<RandomCommands::Made>& commands) {
    std::string bytes;
    for (const auto& command : commands) bytes += test::encode(command.words);
    ours_.send(bytes);
    theirs_.send(bytes);
    for (const auto& command : commands) {
      WireReply ours = ours_.receive();
      WireReply theirs = theirs_.receive();
      if (command.unordered > 0) {
        sort_elements(ours, command.unordered);
        sort_elements(theirs, command.unordered);
      }
      settle(command.words, ours, theirs);
      history_.push_back(text_of(command.words));
      ASSERT_EQ(show(ours), show(theirs)) << "for " << history() << "in RESP" << protocol();
    }
  }
  /// Settles the times in the reply to a command, or to what a transaction has queued.
  void settle(const std::vector<std::string>& words, WireReply& ours, const WireReply& theirs) {
    if (tells_time(words)) settle_times(ours, theirs);
    if (theirs.text == "QUEUED") queued_.push_back(words);
    if (words[0] != "exec" && words[0] != "discard") return;
    for (std::size_t i = 0; i < std::min(ours.elements.size(), theirs.elements.size()); ++i)
      if (tells_time(queued_.at(i))) settle_times(ours.elements[i], theirs.elements[i]);
    queued_.clear();
  }
  /// Compares the keys' types, so that a difference shows where it came from.
  void compare_keys() {
    for (const char* key : {"a", "b", "c", "d", "e", "f", "{tag}:g", ""})
      for (const char* what : {"type", "strlen", "llen", "hlen", "scard", "zcard"})
        ASSERT_EQ(show(ours_.command({what, key})), show(theirs_.command({what, key})))
            << key << " after " << history();
  }
  std::string history() const {
    std::string text;
    for (std::size_t i = history_.size() > 12 ? history_.size() - 12 : 0; i < history_.size(); ++i)
      text += "\n  " + history_[i];
    return text + "\n";
  }

  test::OpenDoor door_;
  const test::RedisServer redis_;
  RawClient ours_;
  RawClient theirs_;
  std::vector<std::vector<std::string>> queued_;
  std::vector<std::string> history_;
};

INSTANTIATE_TEST_SUITE_P(Seeds, SameAsRedis, testing::Combine(testing::Values(2, 3), testing::Range(1, 6)));

TEST_P(SameAsRedis, RandomCommandsInPipelinesAreAnsweredByteForByte) {
  RandomCommands commands(seed() * 7919);
  for (int round = 0; round < 150; ++round) {
    std::vector<RandomCommands::Made> together;
    for (std::size_t i = 1 + commands.below(80); i > 0; --i) together.push_back(commands.next());
    ASSERT_NO_FATAL_FAILURE(compare(together));
    ASSERT_NO_FATAL_FAILURE(compare_keys());
  }
}

TEST_P(SameAsRedis, RandomTransactionsAreAnsweredByteForByte) {
  RandomCommands commands(seed() * 104729);
  for (int round = 0; round < 120; ++round) {
    std::vector<RandomCommands::Made> together{{{"watch", "a"}, 0}};
    if (commands.below(4) == 0) together.push_back(commands.next());
    together.push_back({{"multi"}, 0});
    for (std::size_t i = commands.below(6); i > 0;) {
      auto one = commands.next();
      if (one.unordered > 0) continue;
      together.push_back(std::move(one));
      --i;
    }
    together.push_back({{"exec"}, 0});
    together.push_back({{"discard"}, 0});
    ASSERT_NO_FATAL_FAILURE(compare(together));
  }
}

TEST_P(SameAsRedis, WhatWasWrittenIsThereAfterARestart) {
  RandomCommands commands(seed() * 31337);
  for (int round = 0; round < 40; ++round) {
    std::vector<RandomCommands::Made> together;
    for (int i = 0; i < 50; ++i) together.push_back(commands.next());
    ASSERT_NO_FATAL_FAILURE(compare(together));
  }
  door_.reopen();
  RawClient ours(door_.port());
  RawClient theirs(redis_.port());
  const auto both = [&](const std::vector<std::string>& words, std::size_t unordered) {
    WireReply here = ours.command(words);
    WireReply there = theirs.command(words);
    sort_elements(here, unordered);
    sort_elements(there, unordered);
    settle_times(here, there);
    EXPECT_EQ(show(here), show(there)) << text_of(words);
    return here;
  };
  for (const WireReply& key : both({"keys", "*"}, 1).elements) {
    const std::string type = both({"type", key.text}, 1).text;
    both({"pexpiretime", key.text}, 1);
    if (type == "string") both({"get", key.text}, 1);
    if (type == "hash") both({"hgetall", key.text}, 2);
    if (type == "set") both({"smembers", key.text}, 1);
    if (type == "zset") both({"zrange", key.text, "0", "-1", "withscores"}, 2);
    if (type == "list") both({"lrange", key.text, "0", "-1"}, 1);
  }
}

TEST(DifferentialTest, EveryCommandThatCanBeComparedIs) {
  const std::set<std::string> ours_alone{"bgrewriteaof", "bgsave", "command", "dbsize", "flushall", "flushdb",
                                         "info",         "multi",  "quit",    "reset",  "save",     "time"};
  const auto compared = test::compared_commands();
  for (const Command* command : all_commands())
    EXPECT_TRUE(std::ranges::find(compared, command->name) != compared.end() ||
                ours_alone.contains(std::string(command->name)))
        << command->name << " is in the table and not in random_commands.cpp";
}

}  // namespace
}  // namespace stoa::resp
