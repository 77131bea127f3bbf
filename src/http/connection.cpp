#include "http/connection.h"

#include <arpa/inet.h>
#include <sys/epoll.h>

#include <algorithm>

namespace stoa::http {
namespace {

constexpr int kStepsATurn = 48;
/// A body of which this much comes in the time it has gets that time again.
constexpr std::uint64_t kReasonableBody = 64 << 10;
constexpr std::uint64_t kDiscarded = 16 << 20;
constexpr std::string_view kSpeaksTls =
    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: 43\r\n\r\n"
    "This port speaks HTTPS; use an https:// URL";

Fault not_durable_in_time(Method method) {
  const bool changes = method != Method::Get && method != Method::Head;
  return {503, "http.not_durable_in_time",
          changes ? "the disk took too long; the change may or may not be kept"
                  : "the disk took too long with what this shows; try again in a moment"};
}

std::string text_of(const Address& address) {
  char text[INET6_ADDRSTRLEN] = {};
  constexpr Address kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (std::equal(address.begin(), address.begin() + 12, kMapped.begin()))
    ::inet_ntop(AF_INET, address.data() + 12, text, sizeof text);
  else
    ::inet_ntop(AF_INET6, address.data(), text, sizeof text);
  return text;
}

}  // namespace

Connection::Connection(Loop& loop, int descriptor, const Address& peer)
    : loop_(loop), socket_(descriptor), peer_(peer), client_(text_of(peer)) {}

void Connection::secure(std::unique_ptr<TlsSession> session) {
  socket_.use_tls(std::move(session));
  state_ = State::Handshake;
}

void Connection::ready(std::uint32_t events) {
  if (state_ == State::Closed) return;
  if (events & (EPOLLERR | EPOLLHUP)) broken_ = true;
  if (events & EPOLLRDHUP) half_closed_ = true;
  if (events & (EPOLLIN | EPOLLRDHUP | EPOLLERR | EPOLLHUP)) readable_ = true;
  if (state_ == State::Parked && broken_) return close();
  run();
}

void Connection::go_on() {
  run();
}

void Connection::run() {
  for (int step = 0; step < kStepsATurn; ++step) {
    Next next = Next::Wait;
    switch (state_) {
      case State::Handshake:
        next = shake_hands();
        break;
      case State::Reading:
        next = read();
        break;
      case State::Writing:
        next = write();
        break;
      case State::Lingering:
        next = discard();
        break;
      case State::WithPool:
      case State::Parked:
      case State::Closed:
        break;
    }
    if (next == Next::Wait) return;
  }
  loop_.wait(*this, wait_ = Wait::Work);
  loop_.again(*this);
}

Connection::Next Connection::shake_hands() {
  switch (socket_.tls()->handshake()) {
    case TlsSession::Handshake::Done:
      state_ = State::Reading;
      // What came with the last of the handshake has raised its edge already.
      readable_ = true;
      return Next::GoOn;
    case TlsSession::Handshake::Again:
      if (wait_ != Wait::HeadBytes) loop_.wait(*this, wait_ = Wait::HeadBytes);
      return Next::Wait;
    case TlsSession::Handshake::PlainHttp:
      socket_.use_tls(nullptr);
      socket_.write(kSpeaksTls, {});
      linger();
      return Next::GoOn;
    case TlsSession::Handshake::Failed:
      break;
  }
  close();
  return Next::Wait;
}

Connection::Next Connection::read() {
  if (!exchange_) {
    if (!readable_) return wait_for_bytes();
    exchange_ = loop_.take_exchange();
    return read_more();
  }
  return follow(exchange_->reader.step());
}

Connection::Next Connection::follow(RequestReader::Step step) {
  switch (step) {
    case RequestReader::Step::More:
      return readable_ ? read_more() : wait_for_bytes();
    case RequestReader::Step::HeadDone:
      return plan();
    case RequestReader::Step::Whole:
      return serve();
    case RequestReader::Step::Fault:
      break;
  }
  return refuse(exchange_->reader.fault());
}

Connection::Next Connection::read_more() {
  const Io io = socket_.read(exchange_->reader.room());
  if (io.state == Io::State::Closed) {
    close();
    return Next::Wait;
  }
  // The end of a client's stream is only found by reading once more.
  if (io.drained && !half_closed_ && !broken_) readable_ = false;
  if (io.state == Io::State::Again) {
    readable_ = false;
    return wait_for_bytes();
  }
  exchange_->reader.filled(io.bytes);
  return Next::GoOn;
}

Connection::Next Connection::wait_for_bytes() {
  if (!exchange_ || !exchange_->reader.started()) {
    if (exchange_) loop_.give_back(std::move(exchange_));
    if (loop_.service().draining.load(std::memory_order_relaxed)) {
      close();
      return Next::Wait;
    }
    loop_.wait(*this, wait_ = Wait::Idle);
    return Next::Wait;
  }
  const bool body = exchange_->has_request();
  const std::uint64_t bytes = exchange_->reader.body_bytes();
  if (!body && wait_ != Wait::HeadBytes) {
    loop_.wait(*this, wait_ = Wait::HeadBytes);
  } else if (body && (wait_ != Wait::BodyBytes || bytes - counted_ >= kReasonableBody)) {
    counted_ = bytes;
    loop_.wait(*this, wait_ = Wait::BodyBytes);
  }
  return Next::Wait;
}

/// Closing with bytes unread would reset the connection and might take the answer back from the client.
void Connection::linger() {
  if (exchange_) loop_.give_back(std::move(exchange_));
  socket_.finish_writing();
  counted_ = 0;
  readable_ = true;
  state_ = State::Lingering;
  loop_.wait(*this, wait_ = Wait::Linger);
}

Connection::Next Connection::discard() {
  char ignored[4096];
  while (readable_) {
    const Io io = socket_.read(ignored);
    counted_ += io.bytes;
    if (io.state == Io::State::Closed || counted_ > kDiscarded) {
      close();
      return Next::Wait;
    }
    if (io.state == Io::State::Again) readable_ = false;
  }
  return Next::Wait;
}

void Connection::expired() {
  switch (wait_) {
    case Wait::HeadBytes:
      if (state_ == State::Handshake) return close();
      if (refuse({408, "http.head_timeout", "the request's head took too long to come"}) == Next::GoOn) run();
      return;
    case Wait::BodyBytes:
      if (refuse({408, "http.body_timeout", "the request's body took too long to come"}) == Next::GoOn) run();
      return;
    case Wait::Disk:
      loop_.service().parked.fetch_sub(1, std::memory_order_relaxed);
      if (refuse(not_durable_in_time(exchange_->request.method)) == Next::GoOn) run();
      return;
    case Wait::Client:
      if (!takes_too_long_to_write()) return loop_.wait(*this, Wait::Client);
      socket_.reset();
      return close();
    case Wait::Idle:
    case Wait::Linger:
    case Wait::Work:
      return close();
  }
}

void Connection::drain() {
  if (state_ == State::Handshake) return close();
  if (state_ != State::Reading) return;
  // A request may lie in the socket that no event has told of yet.
  readable_ = true;
  run();
}

void Connection::shut() {
  broken_ = true;
  if (state_ == State::WithPool) return socket_.close();
  close();
}

void Connection::close() {
  if (state_ == State::Closed) return;
  if (state_ == State::Parked) loop_.service().parked.fetch_sub(1, std::memory_order_relaxed);
  if (state_ != State::Lingering) tell_application();
  state_ = State::Closed;
  if (exchange_) loop_.give_back(std::move(exchange_));
  socket_.close();
  loop_.bury(*this);
}

}  // namespace stoa::http
