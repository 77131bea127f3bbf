#pragma once
#include "http/exchange.h"
#include "http/fault.h"
#include "http/loop.h"
#include "http/proxies.h"
#include "http/socket.h"
#include "http/waiting.h"

#include <cstdint>
#include <memory>
#include <string>

namespace stoa::http {

/// One client: reads its requests, has them handled, sends the answers, in order. Belongs to its loop's
/// thread, but for handle() on the pool. Small while idle; what a request needs it has in its Exchange.
class Connection final : public Waiting {
 public:
  Connection(Loop&, int descriptor, const Address& peer);
  /// TLS comes first; before anything else.
  void secure(std::unique_ptr<TlsSession>);

  /// The kernel has something: `events` as epoll gives them.
  void ready(std::uint32_t events);
  /// Its next turn, after again().
  void go_on();
  /// What it waited for did not come in time.
  void expired();
  /// What its answer awaited is on disk.
  void durable();
  Sequence awaits() const { return exchange_->awaits; }
  /// The server stops: goes when it has nothing to answer, else after its answer.
  void drain();
  /// Closes now. While the pool has its request it stays until that is back.
  void shut();

  /// Calls the application. On the loop's thread, or on the pool's while the loop keeps its hands off.
  void handle();
  Loop& loop() { return loop_; }
  /// The pool is done.
  void handled();

 private:
  enum class State { Handshake, Reading, WithPool, Parked, Writing, Lingering, Closed };
  enum class Next { GoOn, Wait };

  // connection.cpp: events, bytes and time.
  void run();
  Next shake_hands();
  Next read();
  Next read_more();
  Next follow(RequestReader::Step);
  Next wait_for_bytes();
  Next discard();
  void linger();
  void close();

  // connection_requests.cpp: from a head to the application's answer.
  void fill_request();
  bool ask_for_plan();
  Next plan();
  Next skip_body();
  Next take_body(std::size_t most, std::optional<Upload>);
  void say_continue();
  Next serve();
  Next arrive();
  Response refusal(const Fault&);
  Next refuse(const Fault&);

  // connection_answers.cpp: from an answer to the next request.
  Ending ending() const;
  Next respond();
  Next write();
  bool takes_too_long_to_write();
  void tell_application();
  void finish();

  Loop& loop_;
  Socket socket_;
  State state_ = State::Reading;
  Wait wait_ = Wait::Idle;
  bool readable_ = false;
  bool half_closed_ = false;
  bool broken_ = false;
  /// Of a body or an answer when its deadline was last set; of what was discarded while lingering.
  std::uint64_t counted_ = 0;
  const Address peer_;
  std::string client_;
  std::unique_ptr<Exchange> exchange_;
};

}  // namespace stoa::http
