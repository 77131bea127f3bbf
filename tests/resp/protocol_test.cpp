#include "open_door.h"
#include "resp/command_table.h"
#include "resp/conversation.h"
#include "support/raw_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace stoa::resp {
namespace {

using test::encode;
using test::OpenDoor;
using test::RawClient;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Protocol : public testing::Test {
 protected:
  OpenDoor door_;
  RawClient client_{door_.port()};
};
using RespProtocol = Protocol;

TEST_F(RespProtocol, LinesTypedByHandAreCommandsToo) {
  client_.send("SET greeting \"hello\\r\\n\\x41 'you'\"\r\nGET greeting\n\r\n  \nget 'it''s'\r\n");
  EXPECT_EQ(client_.receive_raw(), "+OK\r\n");
  EXPECT_EQ(client_.receive().text, "hello\r\nA 'you'");
  EXPECT_EQ(client_.receive_raw(), "-ERR Protocol error: unbalanced quotes in request\r\n");
  EXPECT_TRUE(client_.closed());
}

TEST_F(RespProtocol, ACommandMayComeByteByByte) {
  for (const char byte : encode({"SET", "key", "a\r\nb"}) + encode({"GET", "key"}))
    client_.send(std::string_view(&byte, 1));
  EXPECT_EQ(client_.receive_raw(), "+OK\r\n");
  EXPECT_EQ(client_.receive_raw(), "$4\r\na\r\nb\r\n");
}

TEST_F(RespProtocol, ALargeValueComesInManyPieces) {
  const std::string large(40 << 20, 'x');
  client_.ask({"SET", "large", large});
  EXPECT_EQ(client_.receive_raw(), "+OK\r\n");
  EXPECT_EQ(client_.command({"STRLEN", "large"}).text, std::to_string(large.size()));
  EXPECT_EQ(client_.command({"GET", "large"}).text, large);
}

TEST_F(RespProtocol, ManyCommandsAtOnceAreAnsweredInTheirOrder) {
  constexpr int kCount = 20'000;
  std::string bytes;
  for (int i = 0; i < kCount; ++i) bytes += encode({"RPUSH", "list", std::to_string(i)});
  client_.send(bytes);
  for (int i = 1; i <= kCount; ++i) ASSERT_EQ(client_.receive().text, std::to_string(i));
  const auto list = client_.command({"LRANGE", "list", "0", "-1"});
  ASSERT_EQ(list.elements.size(), kCount);
  for (int i = 0; i < kCount; ++i)
    ASSERT_EQ(list.elements[static_cast<std::size_t>(i)].text, std::to_string(i));
}

TEST_F(RespProtocol, AnArrayOfNothingIsNoCommand) {
  client_.send("*0\r\n*-1\r\n" + encode({"PING"}));
  EXPECT_EQ(client_.receive_raw(), "+PONG\r\n");
}

struct Hostile {
  std::string bytes;
  std::string answer;
};
class HostileBytes : public testing::TestWithParam<Hostile> {};

INSTANTIATE_TEST_SUITE_P(
    Shapes, HostileBytes,
    testing::Values(Hostile{"*x\r\n", "invalid multibulk length"},
                    Hostile{"*1048577\r\n", "invalid multibulk length"},
                    Hostile{"*99999999999999999999\r\n", "invalid multibulk length"},
                    Hostile{"*1\r\n:5\r\n", "expected '$', got ':'"},
                    Hostile{"*1\r\n$-1\r\n", "invalid bulk length"},
                    Hostile{"*1\r\n$x\r\n", "invalid bulk length"},
                    Hostile{"*1\r\n$67108865\r\n", "invalid bulk length"}, Hostile{"*2\r\n$67108864\r\n", ""},
                    Hostile{"*" + std::string(70'000, '1'), "too big mbulk count string"},
                    Hostile{"*1\r\n$" + std::string(70'000, '1'), "too big bulk count string"},
                    Hostile{std::string(70'000, 'a'), "too big inline request"},
                    Hostile{"set \"open\r\n", "unbalanced quotes in request"}));

TEST_P(HostileBytes, AreRefusedClearlyAndHurtNobodyElse) {
  OpenDoor door;
  RawClient client(door.port());
  client.send(GetParam().bytes);
  if (!GetParam().answer.empty()) {
    EXPECT_NE(client.receive().text.find(GetParam().answer), std::string::npos);
  }
  RawClient other(door.port());
  EXPECT_EQ(other.command({"PING"}).text, "PONG");
}

class WhatAWebPageSends : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(
    Requests, WhatAWebPageSends,
    testing::Values("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n\r\nSET pwned yes\r\n",
                    "post / HTTP/1.0\r\n\r\nSET pwned yes\r\n",
                    "GET / HTTP/1.1\r\nHost: x\r\n\r\nSET pwned yes\r\n",
                    "PUT / HTTP/1.1\r\nhOST: x\r\n\r\nSET pwned yes\r\n"));

// Any page in a browser on this machine can have one posted to any port.
TEST_P(WhatAWebPageSends, IsNotCarriedOutAndGetsNoAnswer) {
  OpenDoor door;
  RawClient page(door.port());
  page.send(GetParam());
  EXPECT_THROW(page.receive(), std::runtime_error);
  EXPECT_TRUE(page.closed());
  RawClient client(door.port());
  EXPECT_EQ(client.command({"EXISTS", "pwned"}).text, "0");
}

TEST(RespWebPages, ArePutIntoTheLogOnceASecond) {
  std::mutex mutex;
  std::vector<std::string> lines;
  const auto take = [&](std::string_view line) {
    const std::lock_guard lock(mutex);
    lines.emplace_back(line);
  };
  const auto start = std::chrono::steady_clock::now();
  OpenDoor door(OpenDoor::writable(), Logger::to(take, LogLevel::Warning, LogFormat::Text));
  for (int i = 0; i < 3; ++i) {
    RawClient page(door.port());
    page.send("POST / HTTP/1.1\r\n\r\n");
    EXPECT_TRUE(page.closed());
  }
  const auto seconds =
      std::chrono::ceil<std::chrono::seconds>(std::chrono::steady_clock::now() - start).count();
  const std::lock_guard lock(mutex);
  ASSERT_THAT(lines, testing::Not(IsEmpty()));
  EXPECT_LE(lines.size(), static_cast<std::size_t>(seconds));
  EXPECT_THAT(lines[0], HasSubstr("HTTP"));
}

TEST_F(RespProtocol, PostIsAWordLikeAnyOtherBehindTheFirstOne) {
  client_.send("SET post host:\r\n" + encode({"GET", "post"}) + encode({"POST", "x"}));
  EXPECT_EQ(client_.receive_raw(), "+OK\r\n");
  EXPECT_EQ(client_.receive().text, "host:");
  EXPECT_THAT(client_.receive().text, HasSubstr("unknown command 'POST'"));
}

TEST_F(RespProtocol, Resp3IsSpokenWhenAskedForAndLeftByReset) {
  client_.command({"HSET", "h", "f", "v"});
  EXPECT_EQ(client_.command({"HELLO", "3", "SETNAME", "me"}).kind, '%');
  EXPECT_EQ(client_.command({"CLIENT", "GETNAME"}).text, "me");
  client_.ask({"HGETALL", "h"});
  EXPECT_EQ(client_.receive_raw(), "%1\r\n$1\r\nf\r\n$1\r\nv\r\n");
  client_.ask({"GET", "none"});
  EXPECT_EQ(client_.receive_raw(), "_\r\n");
  EXPECT_EQ(client_.command({"RESET"}).text, "RESET");
  client_.ask({"HGETALL", "h"});
  EXPECT_EQ(client_.receive_raw(), "*2\r\n$1\r\nf\r\n$1\r\nv\r\n");
}

TEST_F(RespProtocol, QuitIsAnsweredAndTheRestIsNot) {
  client_.send(encode({"QUIT"}) + encode({"PING"}));
  EXPECT_EQ(client_.receive_raw(), "+OK\r\n");
  EXPECT_TRUE(client_.closed());
}

TEST_F(RespProtocol, NothingDeletesEverything) {
  client_.command({"SET", "a", "1"});
  EXPECT_TRUE(client_.command({"FLUSHALL"}).text.starts_with("ERR refused"));
  EXPECT_TRUE(client_.command({"FLUSHDB"}).text.starts_with("ERR refused"));
  EXPECT_TRUE(client_.command({"SAVE"}).text.starts_with("ERR refused"));
  EXPECT_TRUE(client_.command({"CONFIG", "SET", "save", "1"}).text.starts_with("ERR settings"));
  EXPECT_EQ(client_.command({"DBSIZE"}).text, "1");
}

TEST_F(RespProtocol, AClientSaysWhichLibraryItIs) {
  EXPECT_EQ(client_.command({"CLIENT", "SETINFO", "lib-name", "redis-py"}).text, "OK");
  EXPECT_EQ(client_.command({"CLIENT", "SETINFO", "LIB-VER", "5.0.1"}).text, "OK");
  const auto info = client_.command({"CLIENT", "INFO"}).text;
  EXPECT_THAT(info, AllOf(HasSubstr(" lib-name=redis-py "), HasSubstr(" lib-ver=5.0.1")));
  EXPECT_EQ(client_.command({"CLIENT", "SETINFO", "lib-name", "two words"}).text,
            "ERR lib-name cannot contain spaces, newlines or special characters.");
  EXPECT_EQ(client_.command({"CLIENT", "SETINFO", "lib-size", "1"}).text,
            "ERR Unrecognized option 'lib-size'");
  EXPECT_EQ(client_.command({"CLIENT", "SETINFO", "lib-name"}).kind, '-');
  EXPECT_EQ(client_.command({"CLIENT", "INFO"}).text, info) << "a refusal changes nothing";
}

TEST_F(RespProtocol, CommandDescribesEveryCommand) {
  const auto all = client_.command({"COMMAND"});
  EXPECT_EQ(all.elements.size(), all_commands().size());
  EXPECT_EQ(client_.command({"COMMAND", "COUNT"}).text, std::to_string(all_commands().size()));
  std::set<std::string> listed, described;
  for (const auto& name : client_.command({"COMMAND", "LIST"}).elements) listed.insert(name.text);
  for (const auto& row : all.elements) described.insert(row.elements.at(0).text);
  EXPECT_EQ(listed, described);
  EXPECT_EQ(listed.size(), all_commands().size());
  EXPECT_TRUE(listed.contains("zadd"));
}

TEST_F(RespProtocol, EveryCommandThatSaysTryHelpHasHelp) {
  int asked = 0;
  for (const Command* command : all_commands()) {
    if (command->subcommands.empty()) continue;
    std::string upper(command->name);
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
    EXPECT_EQ(client_.command({upper, "nonsense"}).text,
              "ERR unknown subcommand 'nonsense'. Try " + upper + " HELP.");
    std::vector<std::string> lines;
    for (const auto& line : client_.command({upper, "HELP"}).elements) lines.push_back(line.text);
    ASSERT_THAT(lines, testing::Not(IsEmpty())) << upper;
    EXPECT_EQ(lines[0], upper + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:");
    for (const Subcommand& one : command->subcommands) {
      std::string name(one.name);
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
      EXPECT_THAT(lines, testing::Contains(testing::StartsWith(name))) << upper;
    }
    EXPECT_EQ(client_.command({upper, "help", "me"}).text,
              "ERR wrong number of arguments for '" + std::string(command->name) + "|help' command");
    ++asked;
  }
  EXPECT_EQ(asked, 4);
  EXPECT_EQ(client_.command({"OBJECT", "HELP"}).elements.at(1).text, "ENCODING <key>");
  client_.command({"MULTI"});
  EXPECT_EQ(client_.command({"OBJECT", "HELP"}).text, "QUEUED");
  EXPECT_EQ(client_.command({"EXEC"}).elements.at(0).elements.at(1).text, "ENCODING <key>");
}

TEST_F(RespProtocol, CommandInfoTellsArityFlagsAndKeys) {
  const auto told = client_.command({"COMMAND", "INFO", "get", "NoSuch", "MSET"});
  ASSERT_EQ(told.elements.size(), 3u);
  const auto& get = told.elements[0].elements;
  ASSERT_EQ(get.size(), 10u);
  EXPECT_EQ(get[0].text, "get");
  EXPECT_EQ(get[1].text, "2");
  ASSERT_EQ(get[2].elements.size(), 1u);
  EXPECT_EQ(get[2].elements[0].text, "readonly");
  EXPECT_EQ(get[3].text + get[4].text + get[5].text, "111");
  EXPECT_TRUE(told.elements[1].null);
  const auto& mset = told.elements[2].elements;
  EXPECT_EQ(mset[2].elements.at(0).text, "write");
  EXPECT_EQ(mset[1].text, "-3");
  EXPECT_EQ(mset[3].text + " " + mset[4].text + " " + mset[5].text, "1 -1 2");
}

TEST_F(RespProtocol, CommandDocsAreAMapThatClientsCanRead) {
  EXPECT_EQ(client_.command({"COMMAND", "DOCS", "get"}).kind, '*');
  EXPECT_EQ(client_.command({"HELLO", "3"}).kind, '%');
  EXPECT_EQ(client_.command({"COMMAND", "DOCS"}).kind, '%');
}

TEST_F(RespProtocol, ConfigGetTellsWhatMatches) {
  const auto texts = [&](std::vector<std::string> patterns) {
    patterns.insert(patterns.begin(), {"CONFIG", "GET"});
    std::vector<std::string> all;
    for (const auto& element : client_.command(patterns).elements) all.push_back(element.text);
    return all;
  };
  EXPECT_THAT(texts({"databases"}), ElementsAre("databases", "1"));
  EXPECT_THAT(texts({"PORT"}), ElementsAre("port", std::to_string(door_.port())));
  EXPECT_THAT(texts({"maxmemory*"}), ElementsAre("maxmemory", "0", "maxmemory-policy", "noeviction"));
  EXPECT_THAT(texts({"appendonly", "appendfsync"}),
              ElementsAre("appendfsync", "everysec", "appendonly", "yes"));
  EXPECT_THAT(texts({"save"}), ElementsAre("save", ""));
  EXPECT_THAT(texts({"nothing"}), IsEmpty());
  client_.command({"HELLO", "3"});
  EXPECT_EQ(client_.command({"CONFIG", "GET", "databases"}).kind, '%');
  EXPECT_EQ(client_.command({"CONFIG", "GET"}).kind, '-');
}

TEST_F(RespProtocol, AScanGivesEveryKeyOnce) {
  std::string bytes;
  for (int i = 0; i < 5'000; ++i) bytes += encode({"SADD", "s" + std::to_string(i), "x"});
  client_.send(bytes);
  for (int i = 0; i < 5'000; ++i) client_.receive();
  std::set<std::string> seen;
  std::string cursor = "0";
  do {
    const auto page = client_.command({"SCAN", cursor, "MATCH", "s*", "COUNT", "50", "TYPE", "set"});
    cursor = page.elements[0].text;
    for (const auto& name : page.elements[1].elements) seen.insert(name.text);
  } while (cursor != "0");
  EXPECT_EQ(seen.size(), 5'000u);
}

TEST_F(RespProtocol, KeysGoWhenTheirTimeHasCome) {
  client_.command({"SET", "brief", "1", "PX", "30"});
  client_.command({"SET", "staying", "1", "PX", "3600000"});
  const long left = std::stol(client_.command({"PTTL", "staying"}).text);
  EXPECT_GT(left, 3'590'000);
  EXPECT_LE(left, 3'600'000);
  while (client_.command({"EXISTS", "brief"}).text == "1") {
  }
  EXPECT_EQ(client_.command({"PTTL", "brief"}).text, "-2");
  EXPECT_TRUE(client_.command({"GET", "brief"}).null);
}

}  // namespace
}  // namespace stoa::resp
