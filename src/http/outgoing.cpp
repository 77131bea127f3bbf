#include "http/outgoing.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace stoa::http {
namespace {

constexpr int kWritesATurn = 16;
constexpr std::size_t kJoined = 15 << 10;
constexpr std::size_t kKept = 32 << 10;

}  // namespace

bool Outgoing::open(const FilePart& part) {
  file_ = ::open(part.path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  struct stat facts {};
  if (file_ < 0 || ::fstat(file_, &facts) != 0 || !S_ISREG(facts.st_mode)) return false;
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  if (part.offset > size || part.length > size - part.offset) return false;
  offset_ = part.offset;
  left_ = part.length;
  return true;
}

bool Outgoing::begin(const Response& response, Ending ending, Sends sends, Small small,
                     std::string_view date) {
  clear();
  const bool with_body = sends == Sends::HeadAndBody && may_have_body(response.status);
  if (const auto* part = std::get_if<FilePart>(&response.body); part && with_body && !open(*part)) {
    clear();
    return false;
  }
  dropped_ = write_head(response, ending, date, head_);
  if (with_body && file_ < 0) body_ = text_of(response.body);
  if (small == Small::Joined && !body_.empty() && head_.size() + body_.size() <= kJoined) {
    head_.append(body_);
    body_ = {};
  }
  return true;
}

Io Outgoing::write_some(Socket& socket) {
  const auto head = std::string_view(head_).substr(head_sent_);
  if (head.empty() && body_.empty()) {
    const Io io = socket.send_file(file_, offset_, left_);
    left_ -= io.bytes;
    return io;
  }
  const Io io = socket.write(head, body_);
  const std::size_t of_head = std::min(io.bytes, head.size());
  head_sent_ += of_head;
  body_.remove_prefix(io.bytes - of_head);
  return io;
}

Outgoing::Progress Outgoing::write(Socket& socket) {
  for (int turn = 0; turn < kWritesATurn; ++turn) {
    const Io io = write_some(socket);
    if (io.state == Io::State::Closed) return Progress::Broken;
    if (io.state == Io::State::Again) return Progress::Blocked;
    sent_ += io.bytes;
    if (head_sent_ == head_.size() && body_.empty() && left_ == 0) return Progress::Done;
  }
  return Progress::Unfinished;
}

void Outgoing::clear() {
  if (head_.capacity() > kKept) head_ = {};
  head_.clear();
  head_sent_ = 0;
  body_ = {};
  if (file_ >= 0) ::close(std::exchange(file_, -1));
  offset_ = left_ = sent_ = 0;
  dropped_ = 0;
}

}  // namespace stoa::http
