#include "cli/completion.h"

#include "base/settings.h"
#include "cli/commands.h"
#include "cli/tool_installed.h"
#include "support/child_process.h"
#include "support/temporary_directory.h"

#include <gmock/gmock.h>

#include <fstream>

namespace stoa::cli {
namespace {
using testing::HasSubstr;

class Completion : public testing::TestWithParam<const char*> {
 protected:
  std::string script() {
    const auto made = completion_script(GetParam());
    EXPECT_TRUE(made.ok());
    return *made;
  }
};

TEST_P(Completion, KnowsEveryCommandAndOption) {
  const auto text = script();
  for (const CommandText& command : command_texts()) EXPECT_THAT(text, HasSubstr(std::string(command.name)));
  Settings settings;
  for (const Option& option : option_table(settings)) EXPECT_THAT(text, HasSubstr(option.name));
}

TEST_P(Completion, IsUnderstoodByItsShell) {
  ASSERT_TRUE(test::tool_installed(GetParam()));
  test::TemporaryDirectory directory;
  std::ofstream(directory.path() / "script") << script();
  test::ChildProcess shell({GetParam(), "-n", (directory.path() / "script").string()});
  EXPECT_EQ(shell.wait(), 0) << shell.output();
}

INSTANTIATE_TEST_SUITE_P(Shells, Completion, testing::Values("bash", "zsh", "fish"),
                         [](const auto& shell) { return std::string(shell.param); });

/// What bash offers for a line whose words are these, the last one being typed.
std::string offered(const std::string& words, int last) {
  test::TemporaryDirectory directory;
  std::ofstream(directory.path() / "script")
      << *completion_script("bash") << "COMP_WORDS=(" << words << ")\nCOMP_CWORD=" << last
      << "\ncompopt() { :; }\n_stoa\necho \"${COMPREPLY[*]}\"\n";
  test::ChildProcess bash({"bash", (directory.path() / "script").string()}, {}, directory.path());
  EXPECT_EQ(bash.wait(), 0) << bash.output();
  return bash.output();
}

TEST(BashCompletion, OffersWhatFits) {
  EXPECT_EQ(offered("stoa do", 1), "doctor\n");
  EXPECT_EQ(offered("stoa serve --http.po", 2), "--http.port=\n");
  EXPECT_EQ(offered("stoa keys --no", 2), "--no-count\n");
  EXPECT_EQ(offered("stoa completion f", 2), "fish\n");
  EXPECT_EQ(offered("stoa --config = scr", 3), "script\n");
  EXPECT_EQ(offered("stoa keys x", 2), "\n");
}

}  // namespace
}  // namespace stoa::cli
