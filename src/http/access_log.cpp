#include "http/access_log.h"

#include "http/access_line.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

namespace stoa::http {
namespace {

/// A number for each thread, in the order in which they come.
std::size_t number_of_this_thread() {
  static std::atomic<std::size_t> next{0};
  thread_local const std::size_t number = next.fetch_add(1, std::memory_order_relaxed);
  return number;
}

}  // namespace

/// Of the writer's thread.
class AccessLog::File {
 public:
  static Result<std::unique_ptr<File>> open(const std::string& path) {
    auto file = std::make_unique<File>();
    file->path_ = path;
    if (path == "-")
      file->descriptor_ = STDOUT_FILENO;
    else if (!file->reopen())
      return Error{Error::Kind::Unavailable, "log.access",
                   "cannot write the access log to '" + path + "' (" + std::strerror(errno) +
                       "); name another in log.access, or say off"};
    return file;
  }
  File() = default;
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  /// False when the disk did not take all.
  bool write(std::string_view bytes) {
    if (path_ != "-" && was_moved() && !reopen()) return false;
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }

 private:
  bool reopen() {
    close();
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
    return descriptor_ >= 0;
  }
  void close() {
    if (path_ != "-" && descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }
  bool was_moved() const {
    struct stat ours, named;
    return descriptor_ < 0 || ::stat(path_.c_str(), &named) != 0 || ::fstat(descriptor_, &ours) != 0 ||
           ours.st_ino != named.st_ino || ours.st_dev != named.st_dev;
  }

  std::string path_;
  int descriptor_ = -1;
};

Result<std::unique_ptr<AccessLog>> AccessLog::open(const AccessLogOptions& options, const Clock& clock,
                                                   Logger log) {
  auto file = STOA_TRY(File::open(options.target));
  return std::unique_ptr<AccessLog>(new AccessLog(options, clock, std::move(log), std::move(file)));
}

AccessLog::AccessLog(const AccessLogOptions& options, const Clock& clock, Logger log,
                     std::unique_ptr<File> file)
    : options_(options), clock_(clock), log_(std::move(log)), file_(std::move(file)), writer_([this] {
        work();
      }) {}

AccessLog::~AccessLog() {
  turns_.lock()->stopping = true;
  turn_.notify_all();
  writer_.join();
}

void AccessLog::note(const Request& request, const Response& response, std::chrono::nanoseconds took) {
  const AccessFacts facts = access_facts(request, response, took, clock_.now());
  const std::size_t size = packed_size(facts);
  const std::size_t half = options_.lane_bytes / 2;
  bool is_half_full = false;
  {
    // The writer holds the lock only to exchange the buffer for an empty one.
    const auto lane = lanes_[number_of_this_thread() % kLanes].lock();
    if (lane->size() + size > options_.lane_bytes) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    is_half_full = lane->size() < half && lane->size() + size >= half;
    pack(facts, *lane);
  }
  if (is_half_full) hurry();
}

void AccessLog::hurry() {
  turns_.lock()->hurry = true;
  turn_.notify_all();
}

void AccessLog::flush() {
  auto turns = turns_.lock();
  const std::uint64_t mine = ++turns->asked;
  turn_.notify_all();
  turns.wait(turn_, [&](const Turns& now) { return now.done >= mine; });
}

void AccessLog::work() {
  for (bool stopping = false; !stopping;) {
    std::uint64_t asked = 0;
    {
      auto turns = turns_.lock();
      turns.wait_for(turn_, options_.write_every,
                     [](const Turns& now) { return now.stopping || now.hurry || now.asked > now.done; });
      turns->hurry = false;
      stopping = turns->stopping;
      asked = turns->asked;
    }
    write_lanes();
    report_dropped();
    turns_.lock()->done = asked;
    turn_.notify_all();
  }
}

void AccessLog::write_lanes() {
  for (auto& lane : lanes_) {
    taken_.clear();
    lane.lock()->swap(taken_);
    lines_.clear();
    std::uint64_t count = 0;
    for (std::string_view left = taken_; !left.empty(); ++count)
      append_access_line(lines_, options_.format, unpack(left));
    if (!lines_.empty() && !file_->write(lines_)) dropped_.fetch_add(count, std::memory_order_relaxed);
  }
}

void AccessLog::report_dropped() {
  const std::uint64_t dropped = dropped_.load(std::memory_order_relaxed);
  if (dropped == reported_) return;
  log_.warning("the access log could not keep up, or its disk is full; lines were dropped",
               {{"lines", dropped - reported_}, {"file", options_.target}});
  reported_ = dropped;
}

}  // namespace stoa::http
