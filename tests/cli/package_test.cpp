#include "cli/serving_port.h"
#include "cli/tool_installed.h"
#include "support/child_process.h"
#include "support/http_client.h"
#include "support/temporary_directory.h"
#include "support/text_of.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

namespace stoa::test {
namespace {
namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

struct Outcome {
  int exit_code;
  std::string output;
};

Outcome run(const std::string& command) {
  ChildProcess process({"sh", "-c", command});
  const int exit_code = process.wait(std::chrono::seconds(300));
  return {exit_code, process.output()};
}

/// The Debian package of this tree, made once for all tests.
class Package : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    directory_ = new TemporaryDirectory;
    made_ = run("cd " STOA_BUILD_DIRECTORY " && cpack -G DEB -B " + directory_->path().string());
  }
  static void TearDownTestSuite() { delete directory_; }

  void SetUp() override {
    for (const char* tool : {"cpack", "dpkg-deb", "dpkg-shlibdeps", "file"})
      ASSERT_TRUE(tool_installed(tool));
    ASSERT_EQ(made_.exit_code, 0) << made_.output;
    for (const auto& entry : fs::directory_iterator(directory_->path()))
      if (entry.path().extension() == ".deb") package_ = entry.path();
    ASSERT_FALSE(package_.empty()) << made_.output;
  }

  /// Unpacks and configures it as dpkg does, in a root of its own: nothing of this machine is touched, and
  /// the scripts, which see that from DPKG_ROOT, neither make users nor start services.
  Outcome install() {
    return run("dpkg --root=" + root_.path().string() +
               " --force-script-chrootless --force-depends --force-not-root -i " + package_.string());
  }
  fs::path installed(const std::string& path) const { return root_.path() / path; }

  static TemporaryDirectory* directory_;
  static Outcome made_;
  fs::path package_;
  TemporaryDirectory root_;
};

TemporaryDirectory* Package::directory_ = nullptr;
Outcome Package::made_{-1, {}};

TEST_F(Package, NamesWhatItNeedsAndKeepsItsConfigurationFile) {
  const auto control = run("dpkg-deb --info " + package_.string());
  EXPECT_THAT(control.output, HasSubstr("librocksdb"));
  EXPECT_THAT(control.output, HasSubstr("libssl3"));
  EXPECT_THAT(control.output, HasSubstr(" Version: " STOA_PROJECT_VERSION));
  EXPECT_EQ(run("dpkg-deb --info " + package_.string() + " conffiles").output, "/etc/stoa/stoa.toml\n");
}

TEST_F(Package, InstallsAndItsServerStartsWithThePackagedConfiguration) {
  const auto done = install();
  ASSERT_EQ(done.exit_code, 0) << done.output;
  const auto config = installed("etc/stoa/stoa.toml");
  EXPECT_THAT(text_of(config), HasSubstr("directory = \"/var/lib/stoa\""));
  ChildProcess server({installed("usr/bin/stoa"), "serve", "--config=" + config.string(), "--http.port=0",
                       "--resp.port=0", "--data.directory=" + installed("var/lib/stoa").string()});
  const int port = serving_port(server);
  ASSERT_NE(port, 0) << server.output();
  EXPECT_THAT(HttpClient(port).get("/livez"), StartsWith("HTTP/1.1 200 "));
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0) << server.output();
}

TEST_F(Package, HasEverythingInItsPlace) {
  ASSERT_EQ(install().exit_code, 0);
  for (const char* path :
       {"usr/bin/stoa", "etc/stoa/stoa.toml", "usr/lib/systemd/system/stoa.service",
        "usr/lib/systemd/system/stoa.socket", "usr/lib/sysusers.d/stoa.conf", "usr/lib/tmpfiles.d/stoa.conf",
        "usr/share/man/man1/stoa.1.gz", "usr/share/bash-completion/completions/stoa",
        "usr/share/zsh/vendor-completions/_stoa", "usr/share/fish/vendor_completions.d/stoa.fish",
        "usr/share/doc/stoa/operations.md", "usr/share/doc/stoa/copyright", "usr/share/stoa/templates",
        "usr/share/stoa/static", "usr/share/stoa/translations"})
    EXPECT_TRUE(fs::exists(installed(path))) << path;
  EXPECT_EQ(
      run(installed("usr/bin/stoa").string() + " config --config=" + installed("etc/stoa/stoa.toml").string())
          .exit_code,
      0);
}

TEST_F(Package, LeavesTheConfigurationWhenRemovedAndTakesItWhenPurged) {
  ASSERT_EQ(install().exit_code, 0);
  const std::string dpkg =
      "dpkg --root=" + root_.path().string() + " --force-script-chrootless --force-not-root ";
  ASSERT_EQ(run(dpkg + "-r stoa").exit_code, 0);
  EXPECT_FALSE(fs::exists(installed("usr/bin/stoa")));
  EXPECT_TRUE(fs::exists(installed("etc/stoa/stoa.toml")));
  ASSERT_EQ(run(dpkg + "-P stoa").exit_code, 0);
  EXPECT_FALSE(fs::exists(installed("etc/stoa")));
}

TEST_F(Package, UnitIsUnderstoodAndWellFencedIn) {
  ASSERT_TRUE(tool_installed("systemd-analyze"));
  ASSERT_EQ(install().exit_code, 0);
  // Where this machine looks, there is no such program.
  const auto here = root_.path().string();
  const auto verified = run("cp " STOA_SOURCE_DIRECTORY "/deploy/systemd/stoa.s* " + here +
                            " && sed -i s:/usr/bin/stoa:" + here + "/usr/bin/stoa: " + here +
                            "/stoa.service && systemd-analyze verify --man=no " + here + "/stoa.service " +
                            here + "/stoa.socket");
  EXPECT_EQ(verified.exit_code, 0) << verified.output;
  EXPECT_THAT(verified.output, testing::Not(HasSubstr("stoa."))) << verified.output;
  const auto fenced = run("systemd-analyze security --offline=yes --threshold=20 " STOA_SOURCE_DIRECTORY
                          "/deploy/systemd/stoa.service");
  EXPECT_EQ(fenced.exit_code, 0) << fenced.output;
}

TEST_F(Package, ScriptsParse) {
  for (const char* script : {"postinst", "prerm", "postrm"})
    EXPECT_EQ(run(std::string("sh -n " STOA_SOURCE_DIRECTORY "/deploy/debian/") + script).exit_code, 0)
        << script;
}

}  // namespace
}  // namespace stoa::test
