#include "support/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace stoa::test {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_with(std::vector<std::string> added) {
  for (char** entry = ::environ; *entry != nullptr; ++entry) added.emplace_back(*entry);
  return added;
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> command, std::vector<std::string> environment,
                           const std::filesystem::path& directory) {
  // Made before the fork: the child of a process with threads may not allocate.
  auto all_environment = environment_with(std::move(environment));
  const auto arguments = pointers_to(command), variables = pointers_to(all_environment);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    if (::chdir(directory.c_str()) == 0) ::execvpe(arguments[0], arguments.data(), variables.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  pipe_ = ends[0];
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  ::close(pipe_);
}

void ChildProcess::signal(int number) {
  if (pid_ > 0) ::kill(pid_, number);
}

bool ChildProcess::wait_for_output(const std::string& text, std::chrono::seconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (output_.find(text) == std::string::npos)
    if (!read_some(deadline)) return false;
  return true;
}

int ChildProcess::wait(std::chrono::seconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (read_some(deadline)) {
  }
  if (std::chrono::steady_clock::now() >= deadline) ::kill(pid_, SIGKILL);
  int status = 0;
  ::waitpid(std::exchange(pid_, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

bool ChildProcess::read_some(Deadline deadline) {
  using std::chrono::milliseconds;
  const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
  pollfd readable{pipe_, POLLIN, 0};
  if (::poll(&readable, 1, static_cast<int>(std::max(left, milliseconds(0)).count())) <= 0) return false;
  char part[4096];
  const ssize_t size = ::read(pipe_, part, sizeof part);
  if (size <= 0) return false;
  output_.append(part, static_cast<std::size_t>(size));
  return true;
}

}  // namespace stoa::test
