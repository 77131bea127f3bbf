#include "support/text_of.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <regex>
#include <string>

namespace {
namespace fs = std::filesystem;

const fs::path kRoot = STOA_SOURCE_DIRECTORY;

std::string text_of(const fs::path& file) {
  return stoa::test::text_of(kRoot / file);
}

/// Whether a piece of code in a document names a file of the repository, and not a command, a pattern or
/// something made.
bool names_a_file(const std::string& code) {
  static const std::regex path(R"((\./)?[A-Za-z0-9_.\-]+(/[A-Za-z0-9_.\-]+)*/?)");
  static const std::regex file_like(R"(.*/.*|.*\.(md|h|cpp|cmake|json|txt|supp)|\.[a-z\-]+)");
  static const std::regex made_or_kind(R"((\./)?(build|data)(/.*)?|\.(h|cpp))");
  return std::regex_match(code, path) && std::regex_match(code, file_like) &&
         !std::regex_match(code, made_or_kind);
}

/// As it stands, or as the end of a path under src/: a paragraph about keyspace/ may say `keys.h`.
bool exists(std::string name) {
  if (fs::exists(kRoot / name)) return true;
  if (name.ends_with('/')) name.pop_back();
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "src"))
    if (("/" + entry.path().generic_string()).ends_with("/" + name)) return true;
  return false;
}

void expect_named_files_exist(const fs::path& document) {
  const std::string text = std::regex_replace(text_of(document), std::regex("```[^`]*```"), "");
  static const std::regex code_or_link(R"(`([^`\n]+)`|\]\(([^)#]+)[^)]*\))");
  int named = 0;
  for (std::sregex_iterator match(text.begin(), text.end(), code_or_link), end; match != end; ++match) {
    const std::string name = (*match)[1].matched ? (*match)[1] : (*match)[2];
    if (!names_a_file(name)) continue;
    ++named;
    EXPECT_TRUE(exists(name)) << document << " names " << name;
  }
  EXPECT_GT(named, 0) << document << " names no file at all";
}

struct Outcome {
  int exit_code;
  std::string output;
};

Outcome run(const std::string& command) {
  FILE* pipe = ::popen(("cd '" + kRoot.string() + "' && " + command + " 2>&1").c_str(), "r");
  Outcome outcome{-1, {}};
  std::array<char, 4096> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
    outcome.output.append(part.data(), size);
  outcome.exit_code = WEXITSTATUS(::pclose(pipe));
  return outcome;
}

TEST(Readme, NamesOnlyFilesThatExist) {
  expect_named_files_exist("README.md");
}
TEST(Contributing, NamesOnlyFilesThatExist) {
  expect_named_files_exist("CONTRIBUTING.md");
}
TEST(Architecture, NamesOnlyFilesThatExist) {
  expect_named_files_exist("ARCHITECTURE.md");
}

TEST(Readme, ShowsTheTwoCommands) {
  const std::string text = text_of("README.md");
  EXPECT_NE(text.find("./run"), std::string::npos);
  EXPECT_NE(text.find("./test"), std::string::npos);
}

TEST(Ci, CallsExactlyTheTestCommand) {
  EXPECT_TRUE(std::regex_search(text_of(".ci/run"), std::regex("\nexec \\./test\n$")));
}

TEST(License, IsApache2) {
  EXPECT_NE(text_of("LICENSE").find("Apache License\n"), std::string::npos);
}

TEST(Commands, HelpNamesTheOtherCommandsAndBuildsNothing) {
  const Outcome help = run("./run --help");
  EXPECT_EQ(help.exit_code, 0);
  for (const char* named : {"./test", "./bench", "--http.port", "./run config", "./data"})
    EXPECT_NE(help.output.find(named), std::string::npos) << named << " is not in:\n" << help.output;
  EXPECT_EQ(run("./test --help").exit_code, 0);
  EXPECT_EQ(run("./bench --help").exit_code, 0);
}

TEST(Commands, RefuseAnUnknownOptionAndNameTheHelp) {
  for (const char* command : {"./test --fast", "./bench --fast"}) {
    const Outcome refused = run(command);
    EXPECT_EQ(refused.exit_code, 2) << command;
    EXPECT_NE(refused.output.find("--help"), std::string::npos) << refused.output;
  }
}

TEST(Commands, InstallNothingWhenEverythingIsThere) {
  const Outcome installed = run("scripts/install-dependencies test");
  EXPECT_EQ(installed.exit_code, 0);
  EXPECT_EQ(installed.output, "");
}

}  // namespace
