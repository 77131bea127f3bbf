#include "base/settings.h"
#include "cli/commands.h"
#include "cli/tool_installed.h"
#include "support/child_process.h"
#include "support/text_of.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <regex>
#include <set>

namespace stoa::cli {
namespace {
using testing::HasSubstr;
using testing::IsEmpty;

const std::filesystem::path kRoot = STOA_SOURCE_DIRECTORY;

std::string text_of(const std::filesystem::path& file) {
  return test::text_of(kRoot / file);
}

std::set<std::string> option_names() {
  Settings settings;
  std::set<std::string> names{"config", "help", "version"};
  for (const Option& option : option_table(settings)) names.insert(option.name);
  for (const CommandText& command : command_texts())
    for (const CommandFlag& flag : command.flags) names.insert(std::string(flag.name));
  return names;
}

std::string with_escaped_dashes(std::string_view text) {
  return std::regex_replace(std::string(text), std::regex("-"), R"(\-)");
}

TEST(Manual, HasEveryCommandWithItsArgumentAndFlag) {
  const auto page = text_of("docs/stoa.1");
  for (const CommandText& command : command_texts()) {
    const auto entry = command.argument.empty()
                           ? fmt::format("\n.TP\n.B {}\n", command.name)
                           : fmt::format("\n.TP\n.BI {} \" {}\"\n", command.name, command.argument);
    EXPECT_THAT(page, HasSubstr(entry));
    for (const CommandFlag& flag : command.flags)
      EXPECT_THAT(page, HasSubstr(R"(\-\-)" + with_escaped_dashes(flag.name)));
  }
}

TEST(Manual, HasEveryOption) {
  const auto page = text_of("docs/stoa.1");
  Settings settings;
  for (const Option& option : option_table(settings))
    EXPECT_THAT(page, HasSubstr(fmt::format("\n.BI \\-\\-{}= ", option.name)))
        << "add this to docs/stoa.1, where the table has it:\n.TP\n.BI \\-\\-" << option.name << "= \""
        << with_escaped_dashes(option.fallback) << "\"\n"
        << option.help << "\n(" << option.allowed << "; also\n.BR " << option.environment_name() << " )\n";
}

TEST(Manual, HasNoOptionThatIsNotThere) {
  const auto page = text_of("docs/stoa.1");
  const auto known = option_names();
  const std::regex entry(R"(\n\.BI \\-\\-([a-z_.]+)= )");
  for (std::sregex_iterator at(page.begin(), page.end(), entry), end; at != end; ++at)
    EXPECT_TRUE(known.contains((*at)[1])) << (*at)[1];
}

TEST(Manual, IsFormattedWithoutAWarning) {
  ASSERT_TRUE(test::tool_installed("man"));
  // The page goes nowhere; what is left are the warnings.
  test::ChildProcess man(
      {"sh", "-c",
       "man --warnings -E UTF-8 -l -Tutf8 -Z '" + (kRoot / "docs/stoa.1").string() + "' >/dev/null"},
      {"LC_ALL=C.UTF-8"});
  EXPECT_EQ(man.wait(), 0);
  EXPECT_EQ(man.output(), "");
}

TEST(Manual, HasTheChapterThatDoctorPointsTo) {
  EXPECT_THAT(text_of("src/cli/doctor.cpp"), HasSubstr(R"(docs/operations.md, \"doctor found something\")"));
  EXPECT_THAT(text_of("docs/operations.md"), HasSubstr("\n### … doctor found something\n"));
}

/// The lines of the shell blocks of a document that call stoa.
std::vector<std::string> calls_in(const std::string& document) {
  std::vector<std::string> calls;
  const std::regex block("```sh\n([^`]*)```"), call(R"((?:^|\n)(?:sudo -u stoa )?stoa ([^\n#]*))");
  for (std::sregex_iterator at(document.begin(), document.end(), block), end; at != end; ++at) {
    const std::string lines = (*at)[1];
    for (std::sregex_iterator line(lines.begin(), lines.end(), call); line != end; ++line)
      calls.push_back((*line)[1]);
  }
  return calls;
}

TEST(Operations, CallsOnlyWhatTheProgramUnderstands) {
  const auto calls = calls_in(text_of("docs/operations.md"));
  ASSERT_GT(calls.size(), 10u);
  std::set<std::string> commands;
  for (const CommandText& command : command_texts()) commands.insert(std::string(command.name));
  const auto options = option_names();
  const std::regex option("--([a-z_.-]+)");
  for (const std::string& call : calls) {
    EXPECT_TRUE(commands.contains(call.substr(0, call.find(' ')))) << call;
    for (std::sregex_iterator at(call.begin(), call.end(), option), end; at != end; ++at)
      EXPECT_TRUE(options.contains((*at)[1])) << call;
  }
}

/// What the server says to somebody in front of it must be right there too.
TEST(ProxySamples, AreUnderstoodByNginx) {
  for (const char* tool : {"nginx", "openssl"}) ASSERT_TRUE(test::tool_installed(tool));
  test::ChildProcess nginx({"sh", "-c",
                            R"(set -e
    here=$(mktemp -d)
    trap 'rm -r "$here"' EXIT
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=shop.example.org \
      -keyout "$here/privkey.pem" -out "$here/fullchain.pem" 2>/dev/null
    port=$((20000 + $$ % 20000))
    sed -e "s:/etc/letsencrypt/live/shop.example.org:$here:; /listen \[::\]/d; s/listen 80/listen 127.0.0.1:$port/" \
        -e "s/listen 443/listen 127.0.0.1:$((port + 1))/" ")" +
                                (kRoot / "deploy/nginx/stoa.conf").string() + R"(" > "$here/site.conf"
    echo "pid $here/pid; error_log stderr; events {} http { access_log off; client_body_temp_path $here; proxy_temp_path $here;
      fastcgi_temp_path $here; uwsgi_temp_path $here; scgi_temp_path $here; include $here/site.conf; }" > "$here/nginx.conf"
    nginx -t -q -c "$here/nginx.conf")"});
  EXPECT_EQ(nginx.wait(), 0) << nginx.output();
}

}  // namespace
}  // namespace stoa::cli
