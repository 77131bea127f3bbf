#include "http/request_reader.h"

#include <algorithm>

namespace stoa::http {
namespace {

constexpr std::size_t kFirstBuffer = 4 << 10;
constexpr std::size_t kLeastRoom = 512;
constexpr std::size_t kPiece = 64 << 10;
/// What a reader may keep for the next connection it serves.
constexpr std::size_t kKeptInput = 16 << 10;

constexpr Fault kTooLarge{413, "http.body_too_large", "the request's body is larger than this address takes"};
constexpr Fault kDisk{507, "http.upload", "the server could not store the request's body"};
constexpr Fault kLongHead{431, "http.head_too_large", "the request's head is too large"};
constexpr Fault kLongTarget{414, "http.target_too_long", "the request's target is too long"};
/// Method, spaces and version around a target.
constexpr std::size_t kAroundTarget = 32;

}  // namespace

/// Bytes that came with the head are used up before anything is read behind them.
Bytes& RequestReader::source() {
  return buffer_.unused().empty() ? pieces_ : buffer_;
}

std::span<char> RequestReader::room() {
  if (state_ == State::Length && !upload_) {
    const auto left = head_.length - taken_;
    if (body_filled_ == body_.size())
      body_.resize(body_filled_ + std::min<std::uint64_t>(left, std::max<std::size_t>(body_filled_, kPiece)));
    return {body_.data() + body_filled_, body_.size() - body_filled_};
  }
  if (state_ == State::Length || state_ == State::Chunked) {
    pieces_.reserve(kPiece);
    auto room = pieces_.room();
    return state_ == State::Chunked ? room
                                    : room.first(std::min<std::uint64_t>(room.size(), head_.length - taken_));
  }
  if (state_ == State::Head && buffer_.room().size() < kLeastRoom)
    buffer_.reserve(std::max({kFirstBuffer, buffer_.capacity(), buffer_.unused().size() * 2}));
  return buffer_.room();
}

void RequestReader::filled(std::size_t bytes) {
  if (state_ == State::Length && !upload_) {
    body_filled_ += bytes;
    taken_ += bytes;
  } else if (state_ == State::Length || state_ == State::Chunked) {
    pieces_.filled(bytes);
  } else {
    buffer_.filled(bytes);
  }
}

RequestReader::Step RequestReader::step() {
  switch (state_) {
    case State::Head:
      return step_head();
    case State::HeadDone:
      return Step::HeadDone;
    case State::Length:
      return step_length();
    case State::Chunked:
      return step_chunked();
    case State::Whole:
      return Step::Whole;
    case State::Fault:
      break;
  }
  return Step::Fault;
}

RequestReader::Step RequestReader::step_head() {
  // Some clients end a body with a line that does not belong to it.
  if (!skipped_line_ && buffer_.unused().starts_with("\r\n")) {
    buffer_.use(2);
    skipped_line_ = true;
    scan_ = {};
  }
  const std::string_view bytes = buffer_.unused();
  const auto found = scan_.look(bytes);
  if (const auto fault = overlong(found, bytes.size())) return refuse(*fault);
  if (found == HeadScan::Found::Fault) return refuse(scan_.fault());
  if (found == HeadScan::Found::Nothing) return Step::More;
  head_size_ = scan_.position();
  if (const auto fault = parse_head(bytes.substr(0, head_size_), limits_.head, head_)) return refuse(*fault);
  state_ = State::HeadDone;
  return Step::HeadDone;
}

/// Decided by where in the head something stands and never by how much of it has come, so that the same bytes
/// get the same answer however the network cuts them.
std::optional<Fault> RequestReader::overlong(HeadScan::Found found, std::size_t size) const {
  const std::size_t line = limits_.head.target_bytes + kAroundTarget, head = limits_.head_bytes;
  const auto reaches = [&](std::size_t most) {
    if (found == HeadScan::Found::Nothing) return size >= most;
    return scan_.position() + (found == HeadScan::Found::Fault ? 2 : 0) > most;
  };
  if (const auto first = scan_.first_line(); first ? *first + 2 > line : reaches(std::min(line, head)))
    return kLongTarget;
  return reaches(head) ? std::optional(kLongHead) : std::nullopt;
}

bool RequestReader::body_is_here() const {
  return head_.framing == Head::Framing::None ||
         (head_.framing == Head::Framing::Length && buffer_.unused().size() - head_size_ >= head_.length);
}

RequestReader::Step RequestReader::take_body(std::size_t most, std::optional<Upload> upload) {
  most_ = most;
  if (head_.framing == Head::Framing::Length && head_.length > most) return refuse(kTooLarge);
  upload_ = std::move(upload);
  buffer_.use(head_size_);
  if (head_.framing == Head::Framing::None) return finish_body();
  state_ = head_.framing == Head::Framing::Chunked ? State::Chunked : State::Length;
  if (state_ == State::Length && !upload_ && buffer_.unused().size() >= head_.length)
    return take_whole_from_buffer();
  return step();
}

RequestReader::Step RequestReader::take_whole_from_buffer() {
  body_view_ = buffer_.unused().substr(0, head_.length);
  taken_ = head_.length;
  buffer_.use(head_.length);
  state_ = State::Whole;
  return Step::Whole;
}

RequestReader::Step RequestReader::step_length() {
  if (upload_ || !buffer_.unused().empty()) {
    Bytes& from = source();
    const auto part = from.unused().substr(0, head_.length - taken_);
    if (!keep(part)) return refuse(kDisk);
    taken_ += part.size();
    from.use(part.size());
  }
  return taken_ == head_.length ? finish_body() : Step::More;
}

RequestReader::Step RequestReader::step_chunked() {
  Bytes& from = source();
  std::string_view bytes = from.unused();
  for (;;) {
    const std::size_t before = bytes.size();
    const auto found = chunked_.next(bytes);
    from.use(before - bytes.size());
    if (found == Chunked::Found::Nothing) return Step::More;
    if (found == Chunked::Found::End) return finish_body();
    if (found == Chunked::Found::Fault) return refuse(chunked_.fault());
    taken_ += chunked_.data().size();
    if (taken_ > most_) return refuse(kTooLarge);
    if (!keep(chunked_.data())) return refuse(kDisk);
  }
}

bool RequestReader::keep(std::string_view part) {
  if (upload_) return upload_->write(part);
  body_.resize(body_filled_);
  body_.append(part);
  body_filled_ = body_.size();
  return true;
}

RequestReader::Step RequestReader::finish_body() {
  if (upload_) {
    upload_->close();
  } else if (head_.framing != Head::Framing::None) {
    body_.resize(body_filled_);
    body_view_ = body_;
  }
  state_ = State::Whole;
  return Step::Whole;
}

RequestReader::Step RequestReader::refuse(const Fault& fault) {
  fault_ = fault;
  state_ = State::Fault;
  return Step::Fault;
}

bool RequestReader::started() const {
  return state_ != State::Head || !buffer_.unused().empty();
}

void RequestReader::next() {
  if (const auto behind = pieces_.unused(); !behind.empty()) {
    buffer_.reserve(std::max(buffer_.capacity(), behind.size()));
    std::ranges::copy(behind, buffer_.room().begin());
    buffer_.filled(behind.size());
  } else if (buffer_.unused().empty()) {
    buffer_.clear(kKeptInput);
  }
  pieces_.clear(0);
  if (body_.capacity() > kKeptInput) body_ = {};
  body_.clear();
  body_view_ = {};
  body_filled_ = 0;
  taken_ = 0;
  upload_.reset();
  head_.clear();
  scan_ = {};
  chunked_ = {};
  skipped_line_ = false;
  state_ = State::Head;
}

void RequestReader::reset() {
  pieces_.clear(0);
  buffer_.clear(kKeptInput);
  next();
}

}  // namespace stoa::http
