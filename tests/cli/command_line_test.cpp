#include "support/child_process.h"
#include "support/http_client.h"
#include "support/redis_server.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace stoa::test {
namespace {
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The program itself, in an empty directory of its own.
class CommandLine : public testing::Test {
 protected:
  using Words = std::vector<std::string>;

  std::unique_ptr<ChildProcess> start(Words words, Words environment = {}) {
    words.insert(words.begin(), STOA_PROGRAM);
    return std::make_unique<ChildProcess>(std::move(words), std::move(environment), directory_.path());
  }

  struct Outcome {
    int exit_code;
    std::string output;
  };
  Outcome run(Words words, Words environment = {}) {
    const auto process = start(std::move(words), std::move(environment));
    const int exit_code = process->wait();
    return {exit_code, process->output()};
  }

  /// Serves on any free port, and `port_` is that.
  std::unique_ptr<ChildProcess> serve(Words options = {}) {
    options.insert(options.begin(), {"serve", "--http.port=0"});
    auto server = start(std::move(options));
    constexpr std::string_view kUrl = "url=http://127.0.0.1:";
    EXPECT_TRUE(server->wait_for_output(std::string(kUrl)) && server->wait_for_output("records="))
        << server->output();
    const auto at = server->output().find(kUrl);
    port_ = at == std::string::npos ? 0 : std::stoi(server->output().substr(at + kUrl.size()));
    return server;
  }

  TemporaryDirectory directory_;
  int port_ = 0;
};

TEST_F(CommandLine, HelpNamesTheCommandsAndTheOptions) {
  const Outcome help = run({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const char* named : {"serve", "config", "keys", "backup", "version", "--http.port", "STOA_HTTP_PORT"})
    EXPECT_THAT(help.output, HasSubstr(named));
  EXPECT_EQ(run({"serve", "--help"}).exit_code, 0);
}

TEST_F(CommandLine, WithoutACommandPrintsTheHelpAndFails) {
  const Outcome nothing = run({});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_THAT(nothing.output, HasSubstr("serve"));
}

TEST_F(CommandLine, AnUnknownCommandIsAskedBack) {
  const Outcome refused = run({"serv"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.output, "stoa: unknown command 'serv'; did you mean 'serve'?\n");
}

TEST_F(CommandLine, AnUnknownOptionIsAskedBack) {
  const Outcome refused = run({"serve", "--htp.port=1"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.output, HasSubstr("did you mean 'http.port'?"));
}

TEST_F(CommandLine, AWordTooManyIsRefused) {
  const Outcome refused = run({"keys", "login:"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.output, HasSubstr("'login:'"));
}

TEST_F(CommandLine, ConfigPrintsEachValueAndWhereItCameFrom) {
  std::ofstream(directory_.path() / "stoa.toml") << "[log]\nlevel = \"debug\"\n";
  const Outcome config = run({"config", "--http.port", "8081"}, {"STOA_DATA_DIRECTORY=elsewhere"});
  EXPECT_EQ(config.exit_code, 0);
  EXPECT_THAT(config.output, HasSubstr("http.port = 8081\n    from: command line\n"));
  EXPECT_THAT(config.output,
              HasSubstr("data.directory = elsewhere\n    from: environment STOA_DATA_DIRECTORY\n"));
  EXPECT_THAT(config.output, HasSubstr("log.level = debug\n    from: stoa.toml:2\n"));
  EXPECT_THAT(config.output, HasSubstr("http.address = 127.0.0.1\n    from: default\n"));
}

TEST_F(CommandLine, AValueOutOfRangeNamesFileAndLine) {
  std::ofstream(directory_.path() / "stoa.toml") << "[http]\nport = 70000\n";
  const Outcome refused = run({"config"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.output, HasSubstr("stoa.toml:2"));
}

TEST_F(CommandLine, OptionsMayStandBeforeTheCommand) {
  EXPECT_THAT(run({"--http.port=8082", "config"}).output, HasSubstr("http.port = 8082\n"));
}

TEST_F(CommandLine, VersionIsThatOfTheProject) {
  for (const char* asked : {"version", "--version"}) {
    const Outcome version = run({asked});
    EXPECT_EQ(version.exit_code, 0);
    EXPECT_THAT(version.output, StartsWith("stoa " STOA_PROJECT_VERSION " "));
  }
}

TEST_F(CommandLine, KeysPrintsTheWholeAtlas) {
  const Outcome keys = run({"keys"});
  EXPECT_EQ(keys.exit_code, 0);
  for (const char* named :
       {"login:", "viewed:{token}", "article:{id}", "users:{sc}:stream", "{user}_liked_posts"})
    EXPECT_THAT(keys.output, HasSubstr(std::string("\n") + named + " "));
}

TEST_F(CommandLine, ServeAnswersAndStopsCleanlyOnSigterm) {
  const auto server = serve();
  HttpClient client(port_);
  EXPECT_THAT(client.get("/livez"), EndsWith("\r\n\r\nok\n"));
  EXPECT_THAT(client.get("/readyz"), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(client.get("/"), HasSubstr("<title>Stoa</title>"));
  server->signal(SIGTERM);
  EXPECT_EQ(server->wait(), 0) << server->output();
  EXPECT_THAT(server->output(), HasSubstr("stopped"));
}

TEST_F(CommandLine, ServeStopsCleanlyOnCtrlCAndStartsAgainOnTheSameData) {
  for (int round = 0; round < 2; ++round) {
    const auto server = serve();
    server->signal(SIGINT);
    EXPECT_EQ(server->wait(), 0) << server->output();
  }
}

TEST_F(CommandLine, ServeStartsAgainAfterAKill) {
  {
    const auto server = serve();
    server->signal(SIGKILL);
    EXPECT_EQ(server->wait(), -SIGKILL);
  }
  const auto server = serve();
  EXPECT_THAT(HttpClient(port_).get("/readyz"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(CommandLine, ASecondServerOnTheSameDataIsToldWhoHasIt) {
  const auto server = serve();
  const Outcome second = run({"serve", "--http.port=0"});
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.output, HasSubstr("in use by process " + std::to_string(server->pid())));
}

TEST_F(CommandLine, APortThatIsTakenIsNamedWithTheOptionToChange) {
  const auto server = serve();
  const Outcome second = run({"serve", "--data.directory=other", "--http.port=" + std::to_string(port_)});
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.output, HasSubstr(std::to_string(port_) + " is in use"));
  EXPECT_THAT(second.output, HasSubstr("--http.port="));
}

TEST_F(CommandLine, ServeOnRedisIsReadyWhileRedisIsThere) {
  RedisServer redis;
  const auto server = serve({"--keyspace.engine=redis", "--keyspace.redis_url=" + redis.url()});
  HttpClient client(port_);
  EXPECT_THAT(client.get("/readyz"), StartsWith("HTTP/1.1 200 "));
  redis.kill();
  std::string answer = client.get("/readyz");
  while (!answer.starts_with("HTTP/1.1 503 ")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    answer = client.get("/readyz");
  }
  EXPECT_THAT(answer, HasSubstr("keyspace: "));
  EXPECT_THAT(answer, Not(HasSubstr("records: ")));
  EXPECT_THAT(client.get("/livez"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(CommandLine, BackupOfAStoppedStoreCanBeServed) {
  const auto first = serve();
  first->signal(SIGTERM);
  ASSERT_EQ(first->wait(), 0);
  const Outcome backup = run({"backup", "copy"});
  EXPECT_EQ(backup.exit_code, 0) << backup.output;
  const auto copy = serve({"--data.directory=copy"});
  EXPECT_THAT(HttpClient(port_).get("/readyz"), StartsWith("HTTP/1.1 200 "));
  EXPECT_EQ(run({"backup", "copy"}).exit_code, 1);
}

TEST_F(CommandLine, BackupOfNothingSaysSoAndMakesNothing) {
  const Outcome backup = run({"backup", "copy"});
  EXPECT_EQ(backup.exit_code, 1);
  EXPECT_THAT(backup.output, HasSubstr("--data.directory"));
  EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
}

}  // namespace
}  // namespace stoa::test
