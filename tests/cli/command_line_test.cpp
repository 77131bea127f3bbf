#include "cli/serving_port.h"
#include "cli/tool_installed.h"
#include "support/child_process.h"
#include "support/http_client.h"
#include "support/redis_client.h"
#include "support/redis_server.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace stoa::test {
namespace {
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A page by somebody with a session, which the keyspace has to be asked about.
constexpr std::string_view kVisit =
    "GET /feed HTTP/1.1\r\nHost: h\r\n"
    "Cookie: stoa_session=7f1e7a52-6c41-4b8e-9d3a-0c2b5e8f9a10\r\n\r\n";

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
    options.insert(options.begin(), {"serve", "--http.port=0", "--resp.port=0"});
    auto server = start(std::move(options));
    port_ = serving_port(*server);
    EXPECT_NE(port_, 0) << server->output();
    return server;
  }

  /// Asks again and again until the answer begins so, and gives it.
  static std::string until(HttpClient& client, std::string_view path, std::string_view start) {
    std::string answer = client.get(path);
    while (!answer.starts_with(start)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      answer = client.get(path);
    }
    return answer;
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

TEST_F(CommandLine, HelpIsGivenAlsoWhereWordsOfTheCommandAreMissing) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"import", "products", "--help"},
                                                {"user", "add", "--help"},
                                                {"backup", "-h"}}) {
    const Outcome help = run(words);
    EXPECT_EQ(help.exit_code, 0) << words.front();
    EXPECT_THAT(help.output, HasSubstr("Examples:\n  stoa " + words.front())) << words.front();
  }
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

TEST_F(CommandLine, AnOptionThatACommandHasNothingLikePointsToItsHelp) {
  const Outcome refused = run({"import", "products", "goods.csv", "--dry-run"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.output, "stoa: `stoa import` has no option '--dry-run'; see `stoa import --help`\n");
  EXPECT_EQ(run({"--dry-run=1", "demo"}).output,
            "stoa: `stoa demo` has no option '--dry-run'; see `stoa demo --help`\n");
  EXPECT_THAT(run({"--dry-run"}).output, HasSubstr("`stoa config` lists them all"));
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
  EXPECT_THAT(client.get("/"), HasSubstr("<title>"));
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

TEST_F(CommandLine, ServeLogsHowMuchItHasLoaded) {
  ASSERT_EQ(run({"demo"}).exit_code, 0);
  const auto server = serve();
  EXPECT_THAT(server->output(), testing::ContainsRegex("keyspace loaded rows=[1-9][0-9]+ seconds=[0-9]"));
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
  const Outcome second = run({"serve", "--http.port=0", "--resp.port=0"});
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.output, HasSubstr("in use by process " + std::to_string(server->pid())));
}

TEST_F(CommandLine, APortThatIsTakenIsNamedWithTheOptionToChange) {
  const auto server = serve();
  const Outcome second =
      run({"serve", "--data.directory=other", "--resp.port=0", "--http.port=" + std::to_string(port_)});
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.output, HasSubstr(std::to_string(port_) + " is in use"));
  EXPECT_THAT(second.output, HasSubstr("--http.port="));
}

TEST_F(CommandLine, ServeOnRedisIsReadyWhileRedisIsThereAndComesBackByItself) {
  RedisServer redis;
  const auto server = serve({"--keyspace.engine=redis", "--keyspace.redis_url=" + redis.url()});
  HttpClient client(port_);
  EXPECT_THAT(client.get("/readyz"), StartsWith("HTTP/1.1 200 "));
  client.send(kVisit);
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 200 "));
  redis.kill();
  const std::string away = until(client, "/readyz", "HTTP/1.1 503 ");
  EXPECT_THAT(away, HasSubstr("keyspace: "));
  EXPECT_THAT(away, Not(HasSubstr("records: ")));
  EXPECT_THAT(client.get("/livez"), StartsWith("HTTP/1.1 200 "));
  client.send(kVisit);
  const std::string page = client.receive(), api = client.get("/api/articles");
  for (const std::string& answer : {page, api})
    EXPECT_THAT(answer, AllOf(StartsWith("HTTP/1.1 503 "), HasSubstr("\r\nRetry-After: ")));
  EXPECT_THAT(page, HasSubstr("\r\nContent-Type: text/html"));
  EXPECT_THAT(api, HasSubstr("\r\nContent-Type: application/problem+json"));

  redis.restart();
  until(client, "/readyz", "HTTP/1.1 200 ");
  client.send(kVisit);
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(client.get("/api/articles"), StartsWith("HTTP/1.1 200 "));
  server->signal(SIGTERM);
  EXPECT_EQ(server->wait(), 0) << server->output();
}

TEST_F(CommandLine, ServeOnRedisCountsTheKeysThere) {
  RedisServer redis;
  RedisClient(redis.socket()).command({"MSET", "a", "1", "b", "2", "c", "3"});
  const auto server = serve({"--keyspace.engine=redis", "--keyspace.redis_url=" + redis.url()});
  EXPECT_THAT(HttpClient(port_).get("/metrics"), testing::ContainsRegex("\nstoa_keyspace_keys [3-9]"));
}

TEST_F(CommandLine, ServeOnRedisWorksOnManyRequestsAtOnce) {
  RedisServer redis;
  const auto server = serve(
      {"--keyspace.engine=redis", "--keyspace.redis_url=" + redis.url(), "--keyspace.redis_timeout=20s"});
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 8; ++i) clients.push_back(std::make_unique<HttpClient>(port_));
  redis.stop();
  for (const auto& client : clients) client->send(kVisit);
  // A scraper is answered by a loop, which sees the requests that came before it, and that none of them
  // waits.
  HttpClient scraper(port_);
  std::string figures = scraper.get("/metrics");
  for (const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
       figures.find("\nstoa_http_pool_busy 8\n") == figures.npos &&
       std::chrono::steady_clock::now() < deadline;
       figures = scraper.get("/metrics"))
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_THAT(figures, HasSubstr("\nstoa_http_pool_busy 8\n"));
  redis.cont();
  for (const auto& client : clients) EXPECT_THAT(client->receive(), StartsWith("HTTP/1.1 200 "));
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

TEST_F(CommandLine, BackupOfARunningServerCanBeServedBesideIt) {
  const auto server = serve();
  const Outcome backup = run({"backup", "copy"});
  EXPECT_EQ(backup.exit_code, 0) << backup.output;
  EXPECT_THAT(backup.output, HasSubstr("is copied to " + (directory_.path() / "copy").string()));
  EXPECT_THAT(run({"doctor", "--data.directory=copy"}).output, HasSubstr("All is well"));
  const auto copy = serve({"--data.directory=copy"});
  EXPECT_THAT(HttpClient(port_).get("/readyz"), StartsWith("HTTP/1.1 200 "));
  const Outcome again = run({"backup", "copy"});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, HasSubstr("exists already"));
}

TEST_F(CommandLine, DoctorLooksAtARunningServerAndAtAStoppedOne) {
  const auto server = serve();
  const Outcome live = run({"doctor"});
  EXPECT_EQ(live.exit_code, 0) << live.output;
  EXPECT_THAT(live.output, HasSubstr("All is well"));
  server->signal(SIGTERM);
  ASSERT_EQ(server->wait(), 0);
  const Outcome stopped = run({"doctor"});
  EXPECT_EQ(stopped.exit_code, 0) << stopped.output;
  EXPECT_THAT(stopped.output, HasSubstr("All is well"));
}

TEST_F(CommandLine, DoctorEndsWith1WhenItFindsSomethingAndWith2WhenItCannotLook) {
  EXPECT_EQ(run({"doctor"}).exit_code, 2);
  const auto server = serve();
  std::filesystem::permissions(directory_.path() / "data", std::filesystem::perms(0755));
  const Outcome findings = run({"doctor"});
  EXPECT_EQ(findings.exit_code, 1) << findings.output;
  EXPECT_THAT(findings.output, HasSubstr("FINDING  data.directory"));
}

TEST_F(CommandLine, DoctorCannotLookWhileRedisIsAway) {
  std::filesystem::create_directory(directory_.path() / "data");
  const Outcome away =
      run({"doctor", "--keyspace.engine=redis", "--keyspace.redis_url=redis://127.0.0.1:1/0"});
  EXPECT_EQ(away.exit_code, 2);
  EXPECT_THAT(away.output, HasSubstr("127.0.0.1:1"));
}

TEST_F(CommandLine, DoctorOnADirectoryThatSomebodyElseHasOpenSaysWho) {
  const auto server = serve();
  std::filesystem::remove(directory_.path() / "data" / "control.sock");
  const Outcome refused = run({"doctor"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.output, HasSubstr("in use by process " + std::to_string(server->pid())));
  EXPECT_THAT(refused.output, HasSubstr("try again"));
}

TEST_F(CommandLine, StatusShowsEnginesAndJobsAndRunMakesOneDue) {
  EXPECT_EQ(run({"status"}).exit_code, 1);
  const auto server = serve();
  const Outcome status = run({"status"});
  EXPECT_EQ(status.exit_code, 0) << status.output;
  for (const char* named :
       {"keyspace  embedded  ok", "records   embedded  ok", "records.ttl", "outbox.apply"})
    EXPECT_THAT(status.output, HasSubstr(named));
  EXPECT_EQ(run({"run", "records.ttl"}).exit_code, 0);
  const Outcome unknown = run({"run", "records.tll"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.output, HasSubstr("did you mean 'records.ttl'?"));
}

TEST_F(CommandLine, KeysCountsThroughARunningServer) {
  const auto server = serve({"--resp.mode=write"});
  const auto said = server->output();
  const auto at = said.find("port=", said.find("Redis clients are welcome"));
  ASSERT_NE(at, said.npos) << said;
  HttpClient redis(std::stoi(said.substr(at + 5)));
  redis.send("SADD group:a x\r\nSADD group:b x\r\nSET stranger 1\r\n");
  redis.wait_for_bytes();
  std::string counted = run({"keys"}).output;
  while (counted.find("3 keys") == counted.npos) counted = run({"keys"}).output;
  EXPECT_THAT(counted, testing::ContainsRegex("group:\\{name\\} +set +kept +before the answer +2  feed"));
  EXPECT_THAT(counted, HasSubstr("1 of them belong to no family"));
}

TEST_F(CommandLine, SigtermEndsAServerWithinASecondWhileItsJobsRun) {
  const auto server = serve();
  for (int i = 0; i < 20; ++i) ASSERT_EQ(run({"run", i % 2 ? "records.ttl" : "outbox.apply"}).exit_code, 0);
  const auto began = std::chrono::steady_clock::now();
  server->signal(SIGTERM);
  EXPECT_EQ(server->wait(), 0) << server->output();
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(1));
}

/// How many threads run background jobs.
std::size_t job_threads(const ChildProcess& server) {
  std::size_t count = 0;
  const auto tasks = "/proc/" + std::to_string(server.pid()) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks)) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    count += name == "stoa-jobs";
  }
  return count;
}

TEST_F(CommandLine, SigtermEndsTheJobsAtOnceAndNotAfterTheAnswersThatAreUnderWay) {
  const auto server = serve({"--http.drain_timeout=1m"});
  EXPECT_EQ(job_threads(*server), 2u);
  HttpClient client(port_);
  client.send(
      "POST /api/session HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
      "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_THAT(client.receive(HttpClient::Expect::HeadOnly), StartsWith("HTTP/1.1 100 "));
  server->signal(SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (job_threads(*server) > 0 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(job_threads(*server), 0u);
  client.send("{}");
  EXPECT_THAT(client.receive(), StartsWith("HTTP/1.1 4"));
  EXPECT_EQ(server->wait(), 0) << server->output();
}

TEST_F(CommandLine, EveryCommandHasAHelpWithExamples) {
  for (const char* command :
       {"serve", "config", "doctor", "backup", "keys", "status", "run", "completion", "version"}) {
    const Outcome help = run({command, "--help"});
    EXPECT_EQ(help.exit_code, 0) << command;
    EXPECT_THAT(help.output, HasSubstr(std::string("Examples:\n  stoa ") + command)) << command;
  }
}

TEST_F(CommandLine, TheExampleConfigurationIsOneThatIsUnderstood) {
  const Outcome example = run({"config", "--example", "--http.port=8099"});
  ASSERT_EQ(example.exit_code, 0);
  EXPECT_THAT(example.output, HasSubstr("\nport = 8099\n"));
  std::string all = example.output;
  for (auto at = all.find("\n#"); at != all.npos; at = all.find("\n#", at + 1))
    if (all[at + 2] != ' ') all.erase(at + 1, 1);
  std::ofstream(directory_.path() / "stoa.toml") << all;
  const Outcome config = run({"config"});
  EXPECT_EQ(config.exit_code, 0) << config.output;
  EXPECT_THAT(config.output, HasSubstr("http.port = 8099\n    from: stoa.toml:"));
  EXPECT_THAT(config.output, Not(HasSubstr("from: default")));
}

TEST_F(CommandLine, LongWorkShowsALineThatIsWrittenOverOnATerminalAndNoneElsewhere) {
  const auto server = serve();
  EXPECT_THAT(run({"keys"}).output, Not(HasSubstr("counting:")));
  // `script` runs a program on a terminal of its own.
  ASSERT_TRUE(tool_installed("script"));
  ChildProcess terminal({"script", "-qec", STOA_PROGRAM " keys", "/dev/null"}, {}, directory_.path());
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_THAT(terminal.output(), HasSubstr("\r\033[Kcounting: 0 keys\r\033[K"));
}

TEST_F(CommandLine, BackupOfNothingSaysSoAndMakesNothing) {
  const Outcome backup = run({"backup", "copy"});
  EXPECT_EQ(backup.exit_code, 1);
  EXPECT_THAT(backup.output, HasSubstr("--data.directory"));
  EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
}

TEST_F(CommandLine, AUserIsAddedThroughTheServerAndWithoutIt) {
  {
    const auto server = serve();
    const Outcome added = run({"user", "add", "anna", "--admin"});
    EXPECT_EQ(added.exit_code, 0) << added.output;
    EXPECT_THAT(added.output, HasSubstr("The admin anna can log in"));
    server->signal(SIGTERM);
    EXPECT_EQ(server->wait(), 0) << server->output();
  }
  EXPECT_EQ(run({"user", "add", "boris"}).exit_code, 0);
  const Outcome taken = run({"user", "add", "anna"});
  EXPECT_EQ(taken.exit_code, 1);
  EXPECT_THAT(taken.output, HasSubstr("somebody has this name"));
  EXPECT_THAT(run({"user", "remove", "anna"}).output, HasSubstr("it can `stoa user add NAME`"));
  EXPECT_EQ(run({"user", "add"}).exit_code, 2);
}

TEST_F(CommandLine, ACommandThatLacksItsWordsOrHasAMistypedFlagSaysWhatItNeeds) {
  for (const Words& words : {Words{"import"}, Words{"import", "products"}}) {
    const Outcome refused = run(words);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(
        refused.output,
        HasSubstr(
            "`stoa import` needs WHAT FILE (products and a file that ends in .csv or .jsonl, or articles "
            "and a file of JSON lines); see `stoa import --help`"));
  }
  const Outcome mistyped = run({"demo", "--sed=1"});
  EXPECT_EQ(mistyped.exit_code, 2);
  EXPECT_THAT(mistyped.output, HasSubstr("`stoa demo` has no option '--sed'; did you mean '--seed'?"));
  EXPECT_THAT(run({"demo", "--http.prot=1"}).output, HasSubstr("did you mean 'http.port'?"));
  EXPECT_THAT(run({"user", "add", "anna"}).output, HasSubstr("start `stoa serve` once"));
}

}  // namespace
}  // namespace stoa::test
