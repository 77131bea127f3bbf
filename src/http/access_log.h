#pragma once
#include "base/clock.h"
#include "base/guarded.h"
#include "base/log.h"
#include "base/result.h"
#include "http/request.h"
#include "http/response.h"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

namespace stoa::http {

struct AccessLogOptions {
  /// A file to append to, or "-" for standard output. A file that is moved away (logrotate) is made anew.
  std::string target;
  /// Text is the combined format of other servers, with request id, seconds and route behind it.
  LogFormat format = LogFormat::Text;
  /// How much may wait to be written for each of sixteen groups of threads; what comes when it is full is
  /// dropped.
  std::size_t lane_bytes = 4 << 20;
  std::chrono::milliseconds write_every{200};
};

/// A line for each answered request. Threads only copy the facts into a buffer of their own; a thread of this
/// log's formats and writes them. Never holds a request up: lines that find no room are dropped, counted, and
/// the number is logged.
class AccessLog {
 public:
  /// Unavailable (`log.access`) when the file cannot be opened. The clock outlives it.
  static Result<std::unique_ptr<AccessLog>> open(const AccessLogOptions&, const Clock& = Clock::system(),
                                                 Logger = Logger::silent());
  /// Writes what is there.
  ~AccessLog();
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;

  void note(const Request&, const Response&, std::chrono::nanoseconds took);
  /// Waits until everything noted before is written.
  void flush();
  std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kLanes = 16;
  class File;

  struct Turns {
    std::uint64_t asked = 0;
    std::uint64_t done = 0;
    /// A lane is half full.
    bool hurry = false;
    bool stopping = false;
  };

  AccessLog(const AccessLogOptions&, const Clock&, Logger, std::unique_ptr<File>);
  void work();
  void hurry();
  void write_lanes();
  void report_dropped();

  // Fixed at construction.
  const AccessLogOptions options_;
  const Clock& clock_;
  const Logger log_;

  /// Packed facts, one after another.
  std::array<Guarded<std::string>, kLanes> lanes_;
  std::atomic<std::uint64_t> dropped_{0};
  Guarded<Turns> turns_;
  std::condition_variable turn_;

  // Of the writer's thread.
  std::unique_ptr<File> file_;
  std::string taken_;
  std::string lines_;
  std::uint64_t reported_ = 0;

  std::thread writer_;
};

}  // namespace stoa::http
