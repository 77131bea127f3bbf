#include "open_door.h"
#include "resp/command_table.h"
#include "support/child_process.h"
#include "support/raw_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hiredis/hiredis.h>
#include <sys/resource.h>

#include <memory>

namespace stoa::resp {
namespace {

using test::ChildProcess;
using test::OpenDoor;
using test::RawClient;

std::string run(std::vector<std::string> command) {
  ChildProcess child(std::move(command));
  EXPECT_EQ(child.wait(), 0) << child.output();
  return child.output();
}

std::string redis_cli(int port, std::vector<std::string> words) {
  words.insert(words.begin(), {"redis-cli", "-p", std::to_string(port)});
  return run(words);
}

TEST(RespClients, RedisCliReadsAndWrites) {
  OpenDoor door;
  EXPECT_EQ(redis_cli(door.port(), {"SET", "greeting", "hello"}), "OK\n");
  EXPECT_EQ(redis_cli(door.port(), {"GET", "greeting"}), "hello\n");
  EXPECT_EQ(redis_cli(door.port(), {"-3", "HSET", "h", "f", "v"}), "1\n");
  EXPECT_EQ(redis_cli(door.port(), {"-3", "--no-raw", "HGETALL", "h"}), "1# \"f\" => \"v\"\n");
  EXPECT_NE(redis_cli(door.port(), {"INFO"}).find("db0:keys=2,expires=0"), std::string::npos);
  EXPECT_EQ(redis_cli(door.port(), {"--scan", "--pattern", "gr*"}), "greeting\n");
  EXPECT_NE(redis_cli(door.port(), {"--bigkeys"}).find("greeting"), std::string::npos);
}

TEST(RespClients, RedisBenchmarkRuns) {
  OpenDoor door;
  const std::string output =
      run({"redis-benchmark", "-p", std::to_string(door.port()), "-n", "2000", "-c", "10", "-P", "4", "-q",
           "-t", "set,get,incr,lpush,rpush,lpop,rpop,sadd,hset,spop,zadd,zpopmin,lrange_100,mset"});
  EXPECT_EQ(output.find("rror"), std::string::npos) << output;
}

// Debian's hiredis (0.14) and python3-redis (4.3) know no other; redis-cli is the client that speaks the
// third.
TEST(RespClients, HiredisTalksInTheSecondProtocol) {
  OpenDoor door;
  const std::unique_ptr<redisContext, decltype(&redisFree)> context(redisConnect("127.0.0.1", door.port()),
                                                                    redisFree);
  ASSERT_EQ(context->err, 0);
  const auto command = [&](const char* text) {
    return std::unique_ptr<redisReply, decltype(&freeReplyObject)>(
        static_cast<redisReply*>(redisCommand(context.get(), text)), freeReplyObject);
  };
  EXPECT_EQ(command("RPUSH list a b c")->integer, 3);
  const auto list = command("LRANGE list 0 -1");
  ASSERT_EQ(list->type, REDIS_REPLY_ARRAY);
  EXPECT_STREQ(list->element[2]->str, "c");
  EXPECT_EQ(command("GET list")->type, REDIS_REPLY_ERROR);
}

TEST(RespClients, RedisCliTalksInTheThirdProtocol) {
  OpenDoor door;
  const auto answer = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"-3", "--no-raw"});
    return redis_cli(door.port(), words);
  };
  EXPECT_THAT(answer({"HELLO", "3"}), testing::HasSubstr("\"proto\" => (integer) 3\n"));
  EXPECT_EQ(answer({"HSET", "h", "f", "v"}), "(integer) 1\n");
  EXPECT_EQ(answer({"HGETALL", "h"}), "1# \"f\" => \"v\"\n");
  EXPECT_EQ(answer({"SADD", "s", "a"}), "(integer) 1\n");
  EXPECT_EQ(answer({"SMEMBERS", "s"}), "1~ \"a\"\n");
  EXPECT_EQ(answer({"ZADD", "z", "1.5", "x"}), "(integer) 1\n");
  EXPECT_EQ(answer({"ZSCORE", "z", "x"}), "(double) 1.5\n");
  EXPECT_EQ(answer({"ZRANGE", "z", "0", "-1", "WITHSCORES"}), "1) 1) \"x\"\n   2) (double) 1.5\n");
  EXPECT_EQ(answer({"GET", "none"}), "(nil)\n");
  EXPECT_EQ(answer({"RPUSH", "l", "a", "b"}), "(integer) 2\n");
  EXPECT_EQ(answer({"LRANGE", "l", "0", "-1"}), "1) \"a\"\n2) \"b\"\n");
}

constexpr const char* kPython = R"(
import redis, sys
r = redis.Redis(port=int(sys.argv[1]), decode_responses=True, client_name='tester')
assert r.ping()
assert r.set('k', 'v', ex=100, nx=True) is True
assert r.set('k', 'w', nx=True) is None
assert r.hset('h', mapping={'a': 1, 'b': 2}) == 2
assert r.hgetall('h') == {'a': '1', 'b': '2'}
assert r.zadd('z', {'x': 1.5, 'y': -2}) == 2
assert r.zrange('z', 0, -1, withscores=True) == [('y', -2.0), ('x', 1.5)]
assert sorted(r.scan_iter('*')) == ['h', 'k', 'z']
def move(p):
    n = int(p.get('n') or 0)
    p.multi()
    p.set('n', n + 1)
for _ in range(5):
    r.transaction(move, 'n')
assert r.get('n') == '5'
p = r.pipeline(transaction=False)
for i in range(100):
    p.rpush('l', i)
assert p.execute()[-1] == 100
try:
    r.lpush('k', 1)
    sys.exit('no error')
except redis.ResponseError as e:
    assert 'WRONGTYPE' in str(e)
assert r.info()['redis_version']
assert r.client_getname() == 'tester'
print('fine')
)";

TEST(RespClients, PythonsLibraryTransactsAndPipelines) {
  OpenDoor door;
  EXPECT_EQ(run({"/usr/bin/python3", "-c", kPython, std::to_string(door.port())}), "fine\n");
}

TEST(RespClients, WhoDoesNotSayThePasswordGetsNothing) {
  auto options = OpenDoor::writable();
  options.password = "secret";
  OpenDoor door(options);
  RawClient client(door.port());
  for (const Command* command : all_commands()) {
    if (command->for_anybody()) continue;
    std::vector<std::string> words(static_cast<std::size_t>(std::abs(command->arity)), "x");
    words[0] = command->name;
    if (!command->subcommands.empty()) {
      words.assign(static_cast<std::size_t>(std::abs(command->subcommands[0].arity)), "x");
      words[0] = command->name;
      words[1] = command->subcommands[0].name;
    }
    EXPECT_THAT(client.command(words).text, testing::HasSubstr("NOAUTH Authentication required."))
        << command->name;
  }
  EXPECT_TRUE(client.command({"HELLO", "3"}).text.starts_with("NOAUTH"));
  EXPECT_TRUE(client.command({"AUTH", "wrong"}).text.starts_with("WRONGPASS"));
  EXPECT_TRUE(client.command({"AUTH", "somebody", "secret"}).text.starts_with("WRONGPASS"));
  EXPECT_EQ(client.command({"AUTH", "secret"}).text, "OK");
  EXPECT_EQ(client.command({"SET", "a", "1"}).text, "OK");
  RawClient third(door.port());
  EXPECT_EQ(third.command({"HELLO", "3", "AUTH", "default", "secret"}).kind, '%');
  RawClient eager(door.port());
  eager.send(test::encode({"AUTH", "secret"}) + test::encode({"SET", "big", std::string(100'000, 'x')}));
  EXPECT_EQ(eager.receive().text, "OK");
  EXPECT_EQ(eager.receive().text, "OK");
  RawClient stranger(door.port());
  stranger.send("*3\r\n$3\r\nSET\r\n$1\r\na\r\n$100000\r\n");
  EXPECT_EQ(stranger.receive().text, "ERR Protocol error: unauthenticated bulk length");
  EXPECT_TRUE(stranger.closed());
}

TEST(RespClients, ReadModeRefusesEveryCommandThatWrites) {
  auto options = OpenDoor::writable();
  options.mode = RespOptions::Mode::Read;
  OpenDoor door(options);
  RawClient client(door.port());
  int refused = 0;
  for (const Command* command : all_commands()) {
    if (command->does != Command::Does::Writes) continue;
    std::vector<std::string> words(static_cast<std::size_t>(std::abs(command->arity)), "1");
    words[0] = command->name;
    EXPECT_TRUE(client.command(words).text.starts_with("READONLY")) << command->name;
    ++refused;
  }
  EXPECT_GT(refused, 60);
  EXPECT_EQ(client.command({"DBSIZE"}).text, "0");
  client.command({"MULTI"});
  EXPECT_TRUE(client.command({"SET", "a", "1"}).text.starts_with("READONLY"));
  EXPECT_TRUE(client.command({"EXEC"}).text.starts_with("EXECABORT"));
}

TEST(RespClients, AnAddressThatOthersReachNeedsAPassword) {
  OpenDoor door;
  RespOptions options;
  options.address = "0.0.0.0";
  options.port = 0;
  const auto refused =
      start_resp(options, *door.keyspace().door(), door.store().progress(), Logger::silent());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "resp.password");
  options.password = "secret";
  EXPECT_TRUE(start_resp(options, *door.keyspace().door(), door.store().progress(), Logger::silent()).ok());
}

TEST(RespClients, APortThatIsTakenIsNamed) {
  OpenDoor door;
  RespOptions options;
  options.port = static_cast<std::uint16_t>(door.port());
  const auto refused =
      start_resp(options, *door.keyspace().door(), door.store().progress(), Logger::silent());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "resp.address");
  EXPECT_NE(refused.error().message.find("--resp.port"), std::string::npos);
}

TEST(RespClients, AThousandAreServed) {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = std::min<rlim_t>(files.rlim_max, 4096);
  ::setrlimit(RLIMIT_NOFILE, &files);
  OpenDoor door;
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 1000; ++i) clients.push_back(std::make_unique<RawClient>(door.port()));
  for (const auto& client : clients) client->ask({"INCR", "n"});
  for (const auto& client : clients) EXPECT_EQ(client->receive().kind, ':');
  EXPECT_EQ(clients[0]->command({"GET", "n"}).text, "1000");
  EXPECT_EQ(door.server().clients(), 1000u);
}

TEST(RespClients, OneTooManyIsTurnedAway) {
  auto options = OpenDoor::writable();
  options.most_clients = 2;
  OpenDoor door(options);
  RawClient first(door.port());
  RawClient second(door.port());
  first.command({"PING"});
  second.command({"PING"});
  RawClient third(door.port());
  EXPECT_EQ(third.receive().text, "ERR max number of clients reached");
  EXPECT_TRUE(third.closed());
}

TEST(RespClients, OneThatNeverReadsIsPausedThenCutOffAndHurtsNobody) {
  auto options = OpenDoor::writable();
  options.write_patience = std::chrono::milliseconds(300);
  OpenDoor door(options);
  RawClient good(door.port());
  good.command({"SET", "large", std::string(1 << 20, 'x')});
  RawClient bad(door.port());
  bad.shrink_receive_buffer();
  std::string bytes;
  for (int i = 0; i < 500; ++i) bytes += test::encode({"GET", "large"});
  bad.send(bytes);
  while (door.server().clients() == 2) EXPECT_EQ(good.command({"STRLEN", "large"}).text, "1048576");
  EXPECT_EQ(door.server().clients(), 1u);
}

TEST(RespClients, StoppingHangsUp) {
  OpenDoor door;
  RawClient client(door.port());
  client.command({"PING"});
  door.server().stop();
  EXPECT_TRUE(client.closed());
}

}  // namespace
}  // namespace stoa::resp
