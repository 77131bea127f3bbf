#include "http/loop.h"

#include "http/connection.h"
#include "http/quiet_thread.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace stoa::http {
namespace {

constexpr std::chrono::milliseconds kTick{100};
constexpr std::chrono::milliseconds kLinger{2000};
constexpr std::chrono::milliseconds kLingerWhileDraining{300};
constexpr std::chrono::seconds kTlsCheck{1};
constexpr int kEvents = 128;
constexpr int kAcceptsATurn = 64;
constexpr std::size_t kSpareExchanges = 128;
/// So long an answer may wait for the disk to be hurried while there is other work to do.
constexpr std::chrono::milliseconds kUnhurried{2};

std::uint32_t random_number() {
  std::uint32_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number)
    number = static_cast<std::uint32_t>(::getpid());
  return number;
}

Address address_of(const sockaddr_storage& storage) {
  Address address{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (storage.ss_family == AF_INET6) {
    std::memcpy(address.data(), &reinterpret_cast<const sockaddr_in6&>(storage).sin6_addr, 16);
  } else {
    std::memcpy(address.data() + 12, &reinterpret_cast<const sockaddr_in&>(storage).sin_addr, 4);
  }
  return address;
}

Connection& connection_of(Waiting& waiting) {
  return static_cast<Connection&>(waiting);
}

}  // namespace

Loop::Loop(Service& service, int listener)
    : service_(service),
      poll_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      listener_(listener),
      id_prefix_(random_number()) {
  // The two own descriptors are told from connections by what their events carry.
  epoll_event event{.events = EPOLLIN, .data = {.ptr = this}};
  ::epoll_ctl(poll_, EPOLL_CTL_ADD, wake_, &event);
  event = {.events = EPOLLIN, .data = {.ptr = nullptr}};
  ::epoll_ctl(poll_, EPOLL_CTL_ADD, listener_, &event);
}

Loop::~Loop() {
  join();
  shut_all();
  for (auto& list : waiting_)
    while (!list.empty()) delete &connection_of(list.front());
  bury_dead();
  if (listener_ >= 0) ::close(listener_);
  ::close(wake_);
  ::close(poll_);
}

void Loop::start() {
  thread_ = quiet_thread("stoa-loop", [this] { run(); });
}

void Loop::join() {
  if (thread_.joinable()) thread_.join();
}

void Loop::wake() {
  if (woken_.exchange(true)) return;
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(wake_, &one, sizeof one);
}

void Loop::hand_back(Connection& connection) {
  handed_back_.lock()->push_back(&connection);
  wake();
}

void Loop::disk_moved() {
  if (somebody_parked_.load()) wake();
}

void Loop::run() {
  now_ = std::chrono::steady_clock::now();
  next_tick_ = now_ + kTick;
  while (!draining_ || (connections_ > 0 && now_ < drain_deadline_)) turn();
  shut_all();
  bury_dead();
}

int Loop::patience() const {
  if (!again_.empty()) return 0;
  if (connections_ == 0 && accepting_ && !draining_) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_tick_ - now_).count();
  return left > 0 ? static_cast<int>(left) : 0;
}

void Loop::turn() {
  // In this order: whoever makes things durable either sees that somebody is parked, or we see how far it
  // got.
  auto& parked = waiting_[static_cast<std::size_t>(Wait::Disk)];
  if (!parked.empty()) {
    somebody_parked_.store(true);
    send_durable();
  }
  if (parked.empty()) somebody_parked_.store(false, std::memory_order_relaxed);

  epoll_event events[kEvents];
  const int count = wait_for_events(events);
  now_ = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) {
    if (events[i].data.ptr == nullptr) {
      accept_some();
    } else if (events[i].data.ptr == this) {
      std::uint64_t ignored;
      [[maybe_unused]] const auto read = ::read(wake_, &ignored, sizeof ignored);
      woken_.store(false);
      take_handed_back();
    } else {
      static_cast<Connection*>(events[i].data.ptr)->ready(events[i].events);
    }
    hurry_if_late();
  }
  run_again();
  if (now_ >= next_tick_) {
    expire();
    next_tick_ = now_ + kTick;
    if (!accepting_) resume_accepting();
  }
  if (service_.draining.load(std::memory_order_relaxed) && !draining_) drain();
  bury_dead();
}

/// With answers that wait for the disk it looks first whether somebody else speaks: their changes can share
/// the sync.
int Loop::wait_for_events(std::span<epoll_event> events) {
  const auto wait = [&](int patience) {
    return ::epoll_wait(poll_, events.data(), static_cast<int>(events.size()), patience);
  };
  if (unhurried_ != 0) {
    if (const int count = wait(0); count > 0) return count;
    hurry();
  }
  return wait(patience());
}

void Loop::hurry() {
  service_.progress.hurry(std::exchange(unhurried_, 0));
}

/// A turn with many requests, or slow ones, can be long: the disk may well sync meanwhile.
void Loop::hurry_if_late() {
  if (unhurried_ != 0 && std::chrono::steady_clock::now() - unhurried_since_ >= kUnhurried) hurry();
}

void Loop::park(Connection& connection) {
  wait(connection, Wait::Disk);
  if (unhurried_ == 0) unhurried_since_ = std::chrono::steady_clock::now();
  unhurried_ = std::max(unhurried_, connection.awaits());
}

void Loop::accept_some() {
  for (int i = 0; i < kAcceptsATurn && listener_ >= 0; ++i) {
    const bool full = is_full();
    Connection* const dispensable = full ? asks_for_least() : nullptr;
    if (full && dispensable == nullptr) return pause_accepting("there are as many connections as allowed");
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    const int descriptor =
        ::accept4(listener_, reinterpret_cast<sockaddr*>(&peer), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor >= 0) {
      if (dispensable != nullptr) make_room(*dispensable);
      add(descriptor, address_of(peer));
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      return pause_accepting(std::strerror(errno));
    } else if (errno != EINTR && errno != ECONNABORTED) {
      return;
    }
  }
}

bool Loop::is_full() const {
  return service_.connections.load(std::memory_order_relaxed) >= service_.options.connections;
}

/// Who is idle for longest or, when nobody is, who has been at a head for longest: one byte of it is soon
/// said. Null when none of them here has been so for long enough to be let go.
Connection* Loop::asks_for_least() {
  for (const Wait wait : {Wait::Idle, Wait::HeadBytes}) {
    auto& list = waiting_[static_cast<std::size_t>(wait)];
    if (list.empty()) continue;
    const Moment since = list.front().deadline() - timeout_of(wait);
    if (now_ - since >= service_.options.spared) return &connection_of(list.front());
  }
  return nullptr;
}

/// Whoever holds many connections and asks for nothing on them keeps nobody out.
void Loop::make_room(Connection& connection) {
  if (const auto left_out = crowded_.pass("http.connections"))
    service_.options.log.warning(
        "there are as many connections as allowed: who has asked for nothing for longest is let go for "
        "others",
        {{"connections", service_.connections.load()}, {"left_out", *left_out}});
  connection.shut();
}

void Loop::add(int descriptor, const Address& peer) {
  const int on = 1;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ++connections_;
  service_.connections.fetch_add(1, std::memory_order_relaxed);
  auto* connection = new Connection(*this, descriptor, peer);
  if (service_.tls) {
    if (now_ - tls_checked_ > kTlsCheck) {
      service_.tls->refresh();
      tls_checked_ = now_;
    }
    connection->secure(service_.tls->accept(descriptor));
  }
  // Once for its whole life: edges tell of both directions, and nothing need be asked for again.
  epoll_event event{.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data = {.ptr = connection}};
  if (::epoll_ctl(poll_, EPOLL_CTL_ADD, descriptor, &event) != 0) return connection->shut();
  wait(*connection, Wait::Idle);
}

void Loop::listen_for(std::uint32_t events) {
  epoll_event event{.events = events, .data = {.ptr = nullptr}};
  ::epoll_ctl(poll_, EPOLL_CTL_MOD, listener_, &event);
}

/// What waits in the kernel's queue can wait a little longer.
void Loop::pause_accepting(std::string_view why) {
  if (!accepting_) return;
  accepting_ = false;
  listen_for(0);
  service_.options.log.warning("no new connections are taken until others have gone",
                               {{"why", why}, {"connections", service_.connections.load()}});
}

void Loop::resume_accepting() {
  if (accepting_ || listener_ < 0) return;
  if (is_full() && asks_for_least() == nullptr) return;
  accepting_ = true;
  listen_for(EPOLLIN);
}

void Loop::stop_listening() {
  if (listener_ < 0) return;
  accept_some();
  ::epoll_ctl(poll_, EPOLL_CTL_DEL, listener_, nullptr);
  ::close(std::exchange(listener_, -1));
}

void Loop::take_handed_back() {
  std::vector<Connection*> ready;
  handed_back_.lock()->swap(ready);
  for (Connection* connection : ready) connection->handled();
}

void Loop::send_durable() {
  auto& parked = waiting_[static_cast<std::size_t>(Wait::Disk)];
  const Sequence reached = service_.progress.reached();
  while (!parked.empty() && connection_of(parked.front()).awaits() <= reached)
    connection_of(parked.front()).durable();
}

void Loop::run_again() {
  // Those who ask for another turn meanwhile get it in the next round.
  std::vector<Connection*> turn;
  turn.swap(again_);
  for (Connection* connection : turn) connection->go_on();
  if (again_.empty()) {
    turn.clear();
    again_.swap(turn);
  }
}

void Loop::expire() {
  for (auto& list : waiting_) {
    WaitingList kept;
    while (!list.empty() && list.front().deadline() <= now_) {
      Waiting& first = list.front();
      // Out of the list first: whatever it does next, this loop ends.
      kept.push_back(first, Moment::max());
      connection_of(first).expired();
    }
    list.take(kept);
  }
}

void Loop::drain() {
  draining_ = true;
  drain_deadline_ = std::chrono::steady_clock::now() + service_.options.drain_timeout;
  stop_listening();
  WaitingList seen;
  for (auto& list : waiting_) {
    while (!list.empty()) {
      Waiting& first = list.front();
      seen.push_back(first, first.deadline());
      connection_of(first).drain();
    }
    list.take(seen);
  }
}

void Loop::shut_all() {
  for (auto& list : waiting_) {
    WaitingList with_pool;
    while (!list.empty()) {
      Waiting& first = list.front();
      with_pool.push_back(first, first.deadline());
      connection_of(first).shut();
    }
    list.take(with_pool);
  }
}

void Loop::bury_dead() {
  while (!dead_.empty()) delete &connection_of(dead_.front());
}

void Loop::bury(Connection& connection) {
  dead_.push_back(connection, now_);
  std::erase(again_, &connection);
  --connections_;
  service_.connections.fetch_sub(1, std::memory_order_relaxed);
  if (!accepting_) resume_accepting();
}

std::chrono::milliseconds Loop::timeout_of(Wait wait) const {
  const ServerOptions& options = service_.options;
  switch (wait) {
    case Wait::Idle:
      return options.idle_timeout;
    case Wait::HeadBytes:
      return options.head_timeout;
    case Wait::BodyBytes:
      return options.body_timeout;
    case Wait::Disk:
      return options.durable_timeout;
    case Wait::Client:
      return options.write_timeout;
    case Wait::Linger:
      return draining_ ? kLingerWhileDraining : kLinger;
    case Wait::Work:
      break;
  }
  return std::chrono::hours(24 * 365);
}

void Loop::wait(Connection& connection, Wait wait) {
  waiting_[static_cast<std::size_t>(wait)].push_back(connection, now_ + timeout_of(wait));
}

void Loop::again(Connection& connection) {
  again_.push_back(&connection);
}

std::unique_ptr<Exchange> Loop::take_exchange() {
  if (exchanges_.empty())
    return std::make_unique<Exchange>(RequestReader::Limits{.head_bytes = service_.options.head_bytes});
  auto exchange = std::move(exchanges_.back());
  exchanges_.pop_back();
  return exchange;
}

void Loop::give_back(std::unique_ptr<Exchange> exchange) {
  if (exchanges_.size() == kSpareExchanges) return;
  exchange->reader.reset();
  exchange->clear();
  exchanges_.push_back(std::move(exchange));
}

void Loop::new_id(std::array<char, 16>& id) {
  constexpr char kDigits[] = "0123456789abcdef";
  const std::uint64_t number = (std::uint64_t{id_prefix_} << 32) | ids_++;
  for (int i = 0; i < 16; ++i) id[static_cast<std::size_t>(i)] = kDigits[(number >> (60 - 4 * i)) & 15];
}

}  // namespace stoa::http
