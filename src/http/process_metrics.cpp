#include "http/metrics.h"

#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

namespace stoa::http {
namespace {

/// The numbers of /proc/self/stat that follow the program's name; the first is field 3 of proc(5).
class ProcessState {
 public:
  ProcessState() {
    std::ifstream file("/proc/self/stat");
    std::string line;
    std::getline(file, line);
    std::istringstream rest(line.substr(std::min(line.size(), line.rfind(')') + 1)));
    for (std::string word; rest >> word;) words_.push_back(word);
  }
  /// Numbered as proc(5) does; 0 when it is not there.
  double field(std::size_t number) const {
    return number - 3 < words_.size() ? std::strtod(words_[number - 3].c_str(), nullptr) : 0;
  }

 private:
  std::vector<std::string> words_;
};

constexpr std::size_t kUserTicks = 14, kSystemTicks = 15, kStartTicks = 22, kResidentPages = 24;

double ticks_a_second() {
  return static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double boot_time() {
  std::ifstream file("/proc/stat");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("btime ")) return std::strtod(line.c_str() + 6, nullptr);
  return 0;
}

double open_files() {
  std::error_code gone;
  double count = 0;
  for (std::filesystem::directory_iterator file("/proc/self/fd", gone), end; !gone && file != end;
       file.increment(gone))
    ++count;
  return count;
}

}  // namespace

void watch_process(Metrics& metrics) {
  metrics.watch("process_cpu_seconds_total", [] {
    const ProcessState state;
    return (state.field(kUserTicks) + state.field(kSystemTicks)) / ticks_a_second();
  });
  metrics.watch("process_resident_memory_bytes", [] {
    return ProcessState().field(kResidentPages) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  });
  metrics.watch("process_open_fds", open_files);
  metrics.watch(
      "process_start_time_seconds",
      [started = boot_time() + ProcessState().field(kStartTicks) / ticks_a_second()] { return started; });
}

}  // namespace stoa::http
