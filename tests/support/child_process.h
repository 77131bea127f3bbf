#pragma once
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace stoa::test {

/// A program that runs beside the test, with what it writes to standard output and error in one stream. It is
/// killed with this object, and with the thread that started it, if it still runs then.
class ChildProcess {
 public:
  /// `environment` is added to the test's own, as NAME=value. Throws when the program cannot be started.
  explicit ChildProcess(std::vector<std::string> command, std::vector<std::string> environment = {},
                        const std::filesystem::path& directory = ".");
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void signal(int number);
  /// Reads on until `text` has been written. False when the program ended, or the patience, before that.
  bool wait_for_output(const std::string& text, std::chrono::seconds patience = std::chrono::seconds(30));
  /// Its exit code, or the negative of the signal that ended it; it is killed when the patience ends first.
  int wait(std::chrono::seconds patience = std::chrono::seconds(30));

  /// All that has been read so far; everything after wait().
  const std::string& output() const { return output_; }
  pid_t pid() const { return pid_; }

 private:
  using Deadline = std::chrono::steady_clock::time_point;
  bool read_some(Deadline);

  pid_t pid_ = -1;
  int pipe_ = -1;
  std::string output_;
};

}  // namespace stoa::test
