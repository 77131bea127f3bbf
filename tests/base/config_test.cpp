#include "base/config.h"

#include "base/masked_url.h"
#include "base/memory_limit.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>

#include <fstream>

namespace stoa {
namespace {
using namespace std::chrono_literals;
using test::TemporaryDirectory;
using testing::HasSubstr;
using testing::Not;

class Config : public testing::Test {
 protected:
  Config() { sources_.default_file = file(); }

  std::string file() const { return (directory_.path() / "stoa.toml").string(); }
  void write(const std::string& toml) { std::ofstream(file()) << toml; }
  void arguments(std::vector<std::string> words) { sources_.arguments = std::move(words); }
  void environment(std::vector<std::string> entries) { sources_.environment = std::move(entries); }

  Configuration load() {
    auto loaded = load_configuration(sources_);
    if (!loaded.ok()) throw std::runtime_error(loaded.error().message);
    return *std::move(loaded);
  }

  void expect_refused(const std::string& code, const std::string& message) {
    auto loaded = load_configuration(sources_);
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.error().kind, Error::Kind::Invalid);
    EXPECT_EQ(loaded.error().code, code);
    EXPECT_EQ(loaded.error().message, message);
  }

  static ConfiguredValue row(const Configuration& configuration, const std::string& name) {
    for (const auto& value : configuration.values)
      if (value.name == name) return value;
    throw std::runtime_error("no option " + name);
  }

  TemporaryDirectory directory_;
  ConfigSources sources_;
};

TEST_F(Config, WithoutSourcesIsTheDefaults) {
  auto configuration = load();
  const Settings& settings = configuration.settings;
  EXPECT_EQ(settings.http.address, "127.0.0.1");
  EXPECT_EQ(settings.http.port, 8080);
  EXPECT_EQ(settings.data.directory, "data");
  EXPECT_EQ(settings.keyspace.engine, Settings::Keyspace::Engine::Embedded);
  EXPECT_EQ(settings.keyspace.redis_connections, 16);
  EXPECT_EQ(settings.keyspace.redis_timeout, 2s);
  EXPECT_EQ(settings.store.queue_bytes, 1u << 20);
  EXPECT_EQ(settings.store.row_cache_bytes, memory_limit() / 100 * 6);
  EXPECT_EQ(settings.store.block_cache_bytes, memory_limit() / 100 * 6);
  EXPECT_EQ(settings.log.level, LogLevel::Info);
  EXPECT_EQ(settings.threads.loops, 0);
  for (const auto& value : configuration.values) EXPECT_EQ(value.source, "default") << value.name;
}

TEST_F(Config, TakesTheCommandLineOverTheEnvironmentOverTheFile) {
  write("[http]\nport = 1001\naddress = \"0.0.0.0\"\n[log]\nlevel = \"debug\"\n");
  environment({"STOA_HTTP_PORT=1002", "STOA_LOG_LEVEL=error", "PATH=/bin"});
  arguments({"--http.port=1003"});
  auto configuration = load();
  EXPECT_EQ(configuration.settings.http.port, 1003);
  EXPECT_EQ(configuration.settings.log.level, LogLevel::Error);
  EXPECT_EQ(configuration.settings.http.address, "0.0.0.0");
  EXPECT_EQ(row(configuration, "http.port").source, "command line");
  EXPECT_EQ(row(configuration, "log.level").source, "environment STOA_LOG_LEVEL");
  EXPECT_EQ(row(configuration, "http.address").source, file() + ":3");
  EXPECT_EQ(row(configuration, "http.port").value, "1003");
}

TEST_F(Config, ReadsEveryKindOfValueFromTheFile) {
  write(
      "keyspace = { engine = \"redis\", redis_timeout = \"250ms\" }\nstore.queue = \"2m\"\nstore.row_cache = "
      "4096\n"
      "store.damaged = \"prefix\"\nthreads.loops = 4\nthreads.pool = 9\n");
  Settings settings = load().settings;
  EXPECT_EQ(settings.keyspace.engine, Settings::Keyspace::Engine::Redis);
  EXPECT_EQ(settings.keyspace.redis_timeout, 250ms);
  EXPECT_EQ(settings.store.queue_bytes, 2u << 20);
  EXPECT_EQ(settings.store.row_cache_bytes, 4096u);
  EXPECT_EQ(settings.store.damaged, Settings::Store::Damaged::Prefix);
  EXPECT_EQ(settings.threads.loops, 4);
  EXPECT_EQ(settings.threads.pool, 9);
}

TEST_F(Config, TakesACacheAsASizeOrAsAShareOfTheMemory) {
  arguments({"--store.row_cache=0", "--store.block_cache=96m"});
  EXPECT_EQ(load().settings.store.row_cache_bytes, 0u);
  EXPECT_EQ(load().settings.store.block_cache_bytes, 96u << 20);
  arguments({"--store.row_cache=25%"});
  EXPECT_EQ(load().settings.store.row_cache_bytes, memory_limit() / 100 * 25);
  for (const std::string share : {"0%", "101%", "-5%", "%", "5 %", "5%%", "1.5%"}) {
    arguments({"--store.row_cache=" + share});
    expect_refused("config.bad_value",
                   "command line: store.row_cache: '" + share +
                       "' is not allowed; it must be 0 to 1024g, in bytes or with k, m or g; or 1% to 100% of "
                       "the memory");
  }
}

TEST(MemoryOption, GivesTheNearestSizeThatIsAllowedForAShare) {
  std::size_t place = 0;
  const auto option = memory_option("store.cache", "A cache.", place, "10%", {1000, 2000}, 15'000);
  EXPECT_EQ(place, 1500u);
  EXPECT_TRUE(option.assign({"1%"}));
  EXPECT_EQ(place, 1000u);
  EXPECT_TRUE(option.assign({"100%"}));
  EXPECT_EQ(place, 2000u);
  EXPECT_FALSE(option.assign({"2001"}));
  EXPECT_EQ(place, 2000u);
}

TEST_F(Config, TakesTheCommandLineInBothForms) {
  arguments({"serve", "--http.port", "1003", "--log.format=json", "--help", "-v", "--", "--not.ours"});
  auto configuration = load();
  EXPECT_EQ(configuration.settings.http.port, 1003);
  EXPECT_EQ(configuration.settings.log.format, LogFormat::Json);
  EXPECT_THAT(configuration.words, testing::ElementsAre("serve", "--help", "-v", "--not.ours"));
}

TEST_F(Config, ReadsTheFileThatIsNamed) {
  auto other = (directory_.path() / "other.toml").string();
  std::ofstream(other) << "http.port = 7\n";
  write("http.port = 8\n");
  environment({"STOA_CONFIG=" + other});
  EXPECT_EQ(load().settings.http.port, 7);
  environment({"STOA_CONFIG=/nowhere"});
  arguments({"--config", other});
  EXPECT_EQ(load().settings.http.port, 7);
}

TEST_F(Config, SaysWhenTheNamedFileIsNotThere) {
  arguments({"--config=/nowhere/stoa.toml"});
  auto error = load_configuration(sources_).error();
  EXPECT_EQ(error.kind, Error::Kind::NotFound);
  EXPECT_EQ(error.message, "the configuration file '/nowhere/stoa.toml' cannot be read");
}

TEST_F(Config, NamesFileLineAndTheLikelyOptionForAnUnknownOne) {
  write("# a comment\n[log]\nlevel = \"info\"\n\n[htp]\nport = 1\n");
  expect_refused("config.unknown_option",
                 file() + ":6: unknown option 'htp.port'; did you mean 'http.port'?");
  write("[wholly]\ndifferent = 1\n");
  expect_refused("config.unknown_option",
                 file() + ":2: unknown option 'wholly.different'; `stoa config` lists them all");
}

TEST_F(Config, NamesTheVariableForAnUnknownOne) {
  environment({"STOA_HTTP_PROT=1"});
  expect_refused("config.unknown_option",
                 "environment: unknown variable 'STOA_HTTP_PROT'; did you mean 'STOA_HTTP_PORT'?");
}

TEST_F(Config, NamesTheArgumentForAnUnknownOne) {
  arguments({"--http.prt=1"});
  expect_refused("config.unknown_option",
                 "command line: unknown option 'http.prt'; did you mean 'http.port'?");
}

TEST_F(Config, SaysWhatIsAllowedWhenAValueIsNot) {
  write("[http]\nport = 65536\n");
  expect_refused("config.bad_value", file() + ":2: http.port: '65536' is not allowed; it must be 0 to 65535");
  write("log.level = \"inf\"\n");
  expect_refused(
      "config.bad_value",
      file() + ":1: log.level: 'inf' is not allowed; it must be debug, info, warning, error or off");
  write("http.port = [1, 2]\n");
  expect_refused("config.bad_value", file() + ":1: http.port: takes one value");
  write("");
  environment({"STOA_KEYSPACE_REDIS_TIMEOUT=5"});
  expect_refused("config.bad_value",
                 "environment STOA_KEYSPACE_REDIS_TIMEOUT: keyspace.redis_timeout: '5' is not allowed; it "
                 "must be 1ms to 1m, "
                 "with ms, s, m, h or d");
  environment({});
  arguments({"--store.queue=1k"});
  expect_refused(
      "config.bad_value",
      "command line: store.queue: '1k' is not allowed; it must be 64k to 1g, in bytes or with k, m or g");
  arguments({"--keyspace.redis_url=http://x"});
  expect_refused("config.bad_value",
                 "command line: keyspace.redis_url: 'http://x' is not allowed; it must be a URL that begins "
                 "with redis://, "
                 "rediss:// or unix://");
}

TEST_F(Config, SaysWhenAnArgumentHasNoValue) {
  arguments({"--http.port"});
  expect_refused("config.no_value", "command line: --http.port needs a value");
  arguments({"--http.port", "--log.level=info"});
  expect_refused("config.no_value", "command line: --http.port needs a value");
}

TEST_F(Config, NamesFileAndLineOfASyntaxError) {
  for (const char* bad :
       {"http.port = 1\nhttp.port 2\n", "http.port = 1\nhttp.port = 2\n", "http.port = 1\nlog.level = \"x\n",
        "http.port = 1\nlog.file = 2020-01-01\n", "http.port = 1\nlog.file = [[1]]\n"}) {
    write(bad);
    auto loaded = load_configuration(sources_);
    ASSERT_FALSE(loaded.ok()) << bad;
    EXPECT_EQ(loaded.error().code, "config.syntax");
    EXPECT_THAT(loaded.error().message, testing::StartsWith(file() + ":2: ")) << bad;
    EXPECT_THAT(loaded.error().message, Not(HasSubstr("\n")));
  }
}

TEST_F(Config, NeverShowsAPassword) {
  arguments({"--keyspace.redis_url=redis://ada:s3cret@host:6379/0"});
  auto configuration = load();
  EXPECT_EQ(configuration.settings.keyspace.redis_url, "redis://ada:s3cret@host:6379/0");
  EXPECT_THAT(render_configuration(configuration.values), Not(HasSubstr("s3cret")));
  EXPECT_THAT(render_configuration(configuration.values), HasSubstr("redis://ada:***@host:6379/0"));
  arguments({"--keyspace.redis_url=ftp://ada:s3cret@host"});
  EXPECT_THAT(load_configuration(sources_).error().message, Not(HasSubstr("s3cret")));
}

TEST_F(Config, IsShownWithHelpValueAndSource) {
  environment({"STOA_HTTP_PORT=9"});
  EXPECT_THAT(render_configuration(load().values),
              HasSubstr("http.port = 9\n    from: environment STOA_HTTP_PORT\n"
                        "    The port to listen on; 0 takes a free one. (0 to 65535)\n"));
  EXPECT_THAT(render_option_help(),
              HasSubstr("  --http.port=8080\n      The port to listen on; 0 takes a free one. "
                        "(0 to 65535; also STOA_HTTP_PORT)\n"));
}

TEST_F(Config, KnowsFlagsAndListsToo) {
  bool loud = false;
  std::vector<std::string> hosts;
  std::vector<Option> table{flag_option("voice.loud", "…", loud, false),
                            list_option("voice.hosts", "…", hosts, "a, b")};
  EXPECT_THAT(hosts, testing::ElementsAre("a", "b"));
  std::vector<std::string> words;
  write("voice.hosts = [\"c,d\", \"e\"]\n");
  arguments({"--voice.loud", "shout"});
  ASSERT_TRUE(apply_sources(table, sources_, words).ok());
  EXPECT_TRUE(loud);
  EXPECT_THAT(hosts, testing::ElementsAre("c,d", "e"));
  EXPECT_THAT(words, testing::ElementsAre("shout"));
  environment({"STOA_VOICE_HOSTS=x,y", "STOA_VOICE_LOUD=no"});
  EXPECT_EQ(apply_sources(table, sources_, words).error().message,
            "environment STOA_VOICE_LOUD: voice.loud: 'no' is not allowed; it must be true or false");
  EXPECT_THAT(hosts, testing::ElementsAre("x", "y"));
}

TEST(MaskedUrls, HideThePasswordWhereverItStands) {
  EXPECT_EQ(masked_url("redis://:pw@host/0"), "redis://:***@host/0");
  EXPECT_EQ(masked_url("redis://user:p@w:x/@host"), "redis://user:***@host");
  EXPECT_EQ(masked_url("redis://user@host:6379"), "redis://user@host:6379");
  EXPECT_EQ(masked_url("redis://host:6379/0"), "redis://host:6379/0");
  EXPECT_EQ(masked_url("unix:///run/redis.sock?password=pw&db=1"),
            "unix:///run/redis.sock?password=***&db=1");
}
}  // namespace
}  // namespace stoa
