#include "resp/loop.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace stoa::resp {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kReadBytes = 64 << 10;
/// An incomplete command grows by no more than this a read: memory follows what comes, not what is announced.
constexpr std::size_t kMostRoom = 1 << 20;
/// So much room for answers is kept for the next ones.
constexpr std::size_t kKeptOutput = 1 << 10;
constexpr int kTick = 100;
constexpr auto kAcceptPause = 200ms;
constexpr auto kDrain = 500ms;
constexpr int kAcceptsATurn = 64;
constexpr int kLooksATurn = 8;
constexpr auto kWatch = 30us;
constexpr std::string_view kNotInTime = "ERR the disk has not taken it in time; it may or may not be kept";

std::chrono::steady_clock::time_point now() {
  return std::chrono::steady_clock::now();
}

}  // namespace

Result<std::unique_ptr<Loop>> Loop::open(const RespOptions& options, keyspace::Door& door,
                                         DurableProgress& progress, Listener listener, const Logger& log) {
  std::unique_ptr<Loop> loop(new Loop(options, door, progress, std::move(listener), log));
  if (!loop->epoll_.open() || !loop->waker_.open())
    return Error{Error::Kind::Unavailable, "resp.descriptors",
                 "the system gives no descriptor for the Redis door; raise the limit of open files"};
  return loop;
}

Loop::Loop(const RespOptions& options, keyspace::Door& door, DurableProgress& progress, Listener listener,
           const Logger& log)
    : lobby_(options, door),
      progress_(progress),
      listener_(std::move(listener)),
      log_(log),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      waker_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      warned_(lobby_.clock),
      read_(std::make_unique<char[]>(kReadBytes)) {
  lobby_.port = listener_.port;
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = &listener_;
  ::epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, listener_.socket.number(), &event);
  event.data.ptr = &waker_;
  ::epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, waker_.number(), &event);
  subscription_ = progress_.subscribe([this](Sequence) {
    if (parked_count_.load(std::memory_order_seq_cst) > 0) wake();
  });
}

Loop::~Loop() {
  subscription_.end();
}

void Loop::wake() {
  const std::uint64_t one = 1;
  static_cast<void>(!::write(waker_.number(), &one, sizeof one));
}

void Loop::stop() {
  stopping_ = true;
  wake();
}

void Loop::run() {
  while (!stopping_) turn(timeout());
  drain();
}

/// Nobody is read any more; what is on its way to the disk may still be answered.
void Loop::drain() {
  ::epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, listener_.socket.number(), nullptr);
  ready_.clear();
  for (const auto& [address, connection] : connections_) {
    connection->closing = true;
    if (connection->output.empty() || connection->awaits > 0) ask_for(*connection, 0);
  }
  const auto deadline = now() + kDrain;
  while (!parked_.empty() && now() < deadline) turn(kTick / 4);
  for (const auto& [address, connection] : connections_) connection->dead = true;
  parked_.clear();
  stuck_.clear();
  connections_.clear();
  clients_ = 0;
}

int Loop::timeout() const {
  if (!ready_.empty()) return 0;
  return !parked_.empty() || !stuck_.empty() || !accepting_ ? kTick : -1;
}

/// Looks again for whoever has spoken meanwhile before any answer leaves: a client with many connections is
/// then woken once for all of them, and so are we by what it sends next.
void Loop::turn(int timeout) {
  std::vector<Connection*> ready;
  ready.swap(ready_);
  if (std::exchange(watchful_, false) && parked_.empty() && timeout != 0 && watch()) timeout = 0;
  for (int looks = 0; looks < kLooksATurn && hear(looks == 0 ? timeout : 0); ++looks) {
  }
  for (Connection* connection : ready)
    if (!connection->dead) go_on(*connection);
  if (!answered_.empty()) deliver();
  if (!parked_.empty()) release_durable();
  if (!parked_.empty()) give_up_parked();
  if (!stuck_.empty()) cut_off_stuck();
  if (!accepting_ && now() >= accept_again_) {
    accepting_ = true;
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = &listener_;
    ::epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, listener_.socket.number(), &event);
  }
  bury();
}

/// Whoever is busy with us speaks again in a moment. Staying awake for it spares that client the cost of
/// waking us, which is more than that of a command.
bool Loop::watch() {
  const auto end = now() + kWatch;
  do
    if (hear(0)) return true;
  while (now() < end);
  return false;
}

/// Whether anything came.
bool Loop::hear(int timeout) {
  std::array<epoll_event, 256> events;
  const int count = ::epoll_wait(epoll_.number(), events.data(), events.size(), timeout);
  for (int i = 0; i < count; ++i)
    handle(events[static_cast<std::size_t>(i)].data.ptr, events[static_cast<std::size_t>(i)].events);
  return count > 0;
}

void Loop::handle(void* source, std::uint32_t events) {
  if (source == &listener_) return accept();
  if (source == &waker_) {
    std::uint64_t ignored = 0;
    static_cast<void>(!::read(waker_.number(), &ignored, sizeof ignored));
    return;
  }
  auto& connection = *static_cast<Connection*>(source);
  if (connection.dead) return;
  // Nobody is there to read what waits, and epoll would say so again and again.
  if ((events & (EPOLLERR | EPOLLHUP)) && !connection.output.empty()) return close(connection);
  if (events & EPOLLOUT) send(connection);
  if (!connection.dead && (events & ~static_cast<std::uint32_t>(EPOLLOUT))) readable(connection);
}

void Loop::accept() {
  for (int i = 0; i < kAcceptsATurn; ++i) {
    Accepted accepted = accept_client(listener_.socket);
    if (accepted.outcome == Accepted::Outcome::TooManyFiles) return pause_accepting();
    if (accepted.outcome == Accepted::Outcome::Nobody) return;
    add(std::move(accepted));
  }
}

void Loop::pause_accepting() {
  log_.warning("too many open files: Redis clients wait to be let in");
  ::epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, listener_.socket.number(), nullptr);
  accepting_ = false;
  accept_again_ = now() + kAcceptPause;
}

void Loop::add(Accepted accepted) {
  if (connections_.size() >= lobby_.options.most_clients) {
    constexpr std::string_view kFull = "-ERR max number of clients reached\r\n";
    static_cast<void>(!::send(accepted.socket.number(), kFull.data(), kFull.size(), MSG_NOSIGNAL));
    return;
  }
  auto connection =
      std::make_unique<Connection>(std::move(accepted.socket), lobby_, std::move(accepted.address));
  connection->interest = EPOLLIN;
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = connection.get();
  if (::epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, connection->socket.number(), &event) != 0) return;
  connections_.emplace(connection.get(), std::move(connection));
  clients_ = connections_.size();
}

void Loop::ask_for(Connection& connection, std::uint32_t events) {
  if (connection.interest == events) return;
  connection.interest = events;
  epoll_event event{};
  event.events = events;
  event.data.ptr = &connection;
  ::epoll_ctl(epoll_.number(), EPOLL_CTL_MOD, connection.socket.number(), &event);
}

void Loop::readable(Connection& connection) {
  // Answers wait: what the client sends now has to as well. A client that is gone is noticed when they leave.
  if (!connection.output.empty() || connection.more || connection.closing)
    return ask_for(connection, connection.interest & ~static_cast<std::uint32_t>(EPOLLIN));
  Buffer& input = connection.input;
  char* into = read_.get();
  std::size_t room = kReadBytes;
  if (!input.empty()) {
    room = std::clamp(connection.conversation.missing(input.size()), kReadBytes, kMostRoom);
    into = input.room(room);
    room = std::min(std::max(room, input.free_room()), kMostRoom);
  }
  const ssize_t got = ::recv(connection.socket.number(), into, room, 0);
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return close(connection);
  if (got < 0) return;
  if (input.empty()) return converse(connection, {into, static_cast<std::size_t>(got)});
  input.added(static_cast<std::size_t>(got));
  converse(connection, input.bytes());
}

void Loop::converse(Connection& connection, std::string_view bytes) {
  Buffer& input = connection.input;
  const bool from_input = !input.empty();
  const Conversation::Turn turn = connection.conversation.take(bytes, batch_, connection.output);
  if (turn.next == Conversation::Turn::Next::HangUp) {
    warn_of(connection, "resp.http", "somebody speaks HTTP to the Redis door, perhaps a web page; cut off");
    return close(connection);
  }
  if (from_input) {
    input.take(turn.used);
    input.release(0);
  } else {
    input.append(bytes.substr(turn.used));
  }
  connection.closing = turn.next == Conversation::Turn::Next::Close;
  connection.more = turn.next == Conversation::Turn::Next::Drain;
  connection.awaits = turn.awaits;
  if (!connection.output.empty()) answered_.push_back(&connection);
}

/// All answers of a turn leave at its end: whoever has many connections is woken once for them.
void Loop::deliver() {
  Sequence awaited = 0;
  for (Connection* connection : answered_) {
    if (connection->dead) continue;
    if (connection->awaits > progress_.reached()) {
      connection->parked_since = now();
      parked_.push_back(connection);
      awaited = std::max(awaited, connection->awaits);
    } else {
      send(*connection);
    }
  }
  answered_.clear();
  parked_count_.store(parked_.size(), std::memory_order_seq_cst);
  progress_.hurry(awaited);
}

void Loop::send(Connection& connection) {
  connection.awaits = 0;
  watchful_ = true;
  const auto bytes = connection.output.bytes();
  const ssize_t sent = ::send(connection.socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (sent < 0 && errno != EAGAIN && errno != EINTR) return close(connection);
  connection.output.take(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
  if (connection.output.empty()) return sent_all(connection);
  if (!connection.stuck) stuck_.push_back(&connection);
  if (!connection.stuck || sent > 0) connection.stuck_since = now();
  connection.stuck = true;
  ask_for(connection, EPOLLOUT);
}

/// No answer waits any more.
void Loop::sent_all(Connection& connection) {
  connection.output.release(kKeptOutput);
  if (std::exchange(connection.stuck, false)) std::erase(stuck_, &connection);
  if (connection.closing) return close(connection);
  ask_for(connection, EPOLLIN);
  if (connection.more) ready_.push_back(&connection);
}

void Loop::go_on(Connection& connection) {
  connection.more = false;
  converse(connection, connection.input.bytes());
}

void Loop::release_durable() {
  const Sequence reached = progress_.reached();
  std::vector<Connection*> released;
  std::erase_if(parked_, [&](Connection* connection) {
    if (connection->awaits > reached) return false;
    released.push_back(connection);
    return true;
  });
  parked_count_.store(parked_.size(), std::memory_order_seq_cst);
  for (Connection* connection : released) send(*connection);
  // What became durable between looking and counting has woken nobody.
  if (!parked_.empty() && progress_.reached() > reached) wake();
}

/// Whether it will be on disk one day nobody knows; the client has to look.
void Loop::give_up_parked() {
  const auto oldest = now() - lobby_.options.disk_patience;
  const auto waiting = std::ranges::find_if(
      parked_, [&](const Connection* connection) { return connection->parked_since >= oldest; });
  const std::vector<Connection*> late(parked_.begin(), waiting);
  if (late.empty()) return;
  parked_.erase(parked_.begin(), waiting);
  parked_count_.store(parked_.size(), std::memory_order_seq_cst);
  for (Connection* connection : late) {
    warn_of(*connection, "resp.disk", "the disk has not taken in time what a Redis client waits for");
    connection->output.clear();
    Reply(connection->output, connection->conversation.client().protocol).error(kNotInTime);
    connection->closing = true;
    send(*connection);
  }
}

void Loop::cut_off_stuck() {
  const auto oldest = now() - lobby_.options.write_patience;
  std::vector<Connection*> late;
  for (Connection* connection : stuck_)
    if (connection->stuck_since < oldest) late.push_back(connection);
  for (Connection* connection : late) {
    log_.warning(
        "a Redis client that does not read its answers is cut off",
        {{"client", connection->conversation.client().address}, {"bytes", connection->output.size()}});
    close(*connection);
  }
}

/// A line a second of each kind: many have the same to complain of, or one does again and again.
void Loop::warn_of(const Connection& connection, std::string_view code, std::string_view what) {
  if (const auto left_out = warned_.pass(code))
    log_.warning(what, {{"client", connection.conversation.client().address}, {"left_out", *left_out}});
}

void Loop::close(Connection& connection) {
  if (connection.dead) return;
  connection.dead = true;
  // Closing alone would not do while a child of ours, just forked, still holds the socket.
  ::epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, connection.socket.number(), nullptr);
  std::erase(stuck_, &connection);
  std::erase(parked_, &connection);
  parked_count_.store(parked_.size(), std::memory_order_seq_cst);
  const auto found = connections_.find(&connection);
  dead_.push_back(std::move(found->second));
  connections_.erase(found);
  clients_ = connections_.size();
}

/// At the end of a turn: until then an event or a list may still name it.
void Loop::bury() {
  if (dead_.empty()) return;
  std::erase_if(ready_, [](const Connection* connection) { return connection->dead; });
  dead_.clear();
}

}  // namespace stoa::resp
