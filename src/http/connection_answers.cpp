#include "http/connection.h"

#include <algorithm>

namespace stoa::http {
namespace {

/// An answer of which its client takes this much in the time it has gets that time again.
constexpr std::uint64_t kReasonableAnswer = 16 << 10;

}  // namespace

Ending Connection::ending() const {
  const Head& head = exchange_->reader.head();
  if (exchange_->last || head.after == Head::After::Close ||
      loop_.service().draining.load(std::memory_order_relaxed))
    return Ending::Close;
  return head.version == Head::Version::Http10 ? Ending::KeepAliveSaid : Ending::KeepAlive;
}

Connection::Next Connection::respond() {
  Exchange& exchange = *exchange_;
  const Service& service = loop_.service();
  const auto ends = ending();
  if (ends == Ending::Close) exchange.last = true;
  const auto sends =
      exchange.request.method == Method::Head ? Outgoing::Sends::HeadOnly : Outgoing::Sends::HeadAndBody;
  const auto small = socket_.tls() ? Outgoing::Small::Joined : Outgoing::Small::AsIs;
  if (!exchange.outgoing.begin(exchange.response, ends, sends, small, loop_.date())) {
    service.options.log.error("a file could not be sent", {{"path", exchange.request.path}});
    exchange.response = refusal({500, "http.file", "the file for this address cannot be read"});
    exchange.outgoing.begin(exchange.response, ends, sends, small, loop_.date());
  }
  if (exchange.outgoing.dropped_headers() > 0)
    service.options.log.error("headers that would have broken an answer were left out",
                              {{"path", exchange.request.path}});
  state_ = State::Writing;
  wait_ = Wait::Work;
  return write();
}

Connection::Next Connection::write() {
  const std::uint64_t before = exchange_->outgoing.sent();
  switch (exchange_->outgoing.write(socket_)) {
    case Outgoing::Progress::Done:
      finish();
      return Next::GoOn;
    case Outgoing::Progress::Broken:
      close();
      return Next::Wait;
    case Outgoing::Progress::Unfinished:
      loop_.again(*this);
      break;
    case Outgoing::Progress::Blocked:
      break;
  }
  if (wait_ != Wait::Client || exchange_->outgoing.sent() > before) {
    counted_ = exchange_->outgoing.sent() -
               std::min<std::uint64_t>(exchange_->outgoing.sent(), socket_.unconfirmed());
    loop_.wait(*this, wait_ = Wait::Client);
  }
  return Next::Wait;
}

/// Whether a client takes its answer shows only at its kernel: ours may have room for minutes of a slow one.
bool Connection::takes_too_long_to_write() {
  const std::uint64_t sent = exchange_->outgoing.sent();
  const std::uint64_t confirmed = sent - std::min<std::uint64_t>(sent, socket_.unconfirmed());
  const bool too_long = confirmed < counted_ + kReasonableAnswer;
  counted_ = confirmed;
  return too_long;
}

void Connection::tell_application() {
  if (!exchange_ || !exchange_->has_request()) return;
  const auto took = std::chrono::steady_clock::now() - exchange_->began;
  loop_.service().application.answered(exchange_->request, exchange_->response, took);
}

void Connection::finish() {
  tell_application();
  Exchange& exchange = *exchange_;
  if (exchange.last) {
    const bool unread = exchange.reader.step() != RequestReader::Step::Whole || readable_ ||
                        loop_.service().draining.load(std::memory_order_relaxed);
    exchange.clear();
    return unread ? linger() : close();
  }
  exchange.clear();
  exchange.reader.next();
  counted_ = 0;
  wait_ = Wait::Work;
  state_ = State::Reading;
}

}  // namespace stoa::http
