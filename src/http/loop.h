#pragma once
#include "base/guarded.h"
#include "base/log_throttle.h"
#include "http/exchange.h"
#include "http/response_head.h"
#include "http/service.h"
#include "http/waiting.h"

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <thread>
#include <vector>

struct epoll_event;

namespace stoa::http {

class Connection;

/// A thread with its sockets: accepts, tells connections what the kernel has for them, lets their time run
/// out, and sends parked answers when the disk is far enough. Everything but wake(), hand_back() and
/// disk_moved() belongs to its thread.
class Loop {
 public:
  /// Takes over the listening socket.
  Loop(Service&, int listener);
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  void start();
  /// After the server began to drain: returns when the last connection is gone.
  void join();

  /// From any thread: the loop looks at what has changed.
  void wake();
  /// From the pool: the connection's answer is there.
  void hand_back(Connection&);
  /// From whoever makes things durable; wakes only if somebody waits for that.
  void disk_moved();

  Service& service() { return service_; }
  Moment now() const { return now_; }
  std::string_view date() { return date_.now(); }

  /// Puts the connection into the list of those who wait for that, with a new deadline.
  void wait(Connection&, Wait);
  /// The same for one whose answer waits for the disk.
  void park(Connection&);
  /// The connection has more to do when others have had their turn.
  void again(Connection&);
  /// The connection's socket is closed; it is destroyed once nobody on the stack knows it.
  void bury(Connection&);

  std::unique_ptr<Exchange> take_exchange();
  void give_back(std::unique_ptr<Exchange>);
  /// Sixteen characters that no other request of this process gets.
  void new_id(std::array<char, 16>&);

 private:
  void run();
  void turn();
  int patience() const;
  void accept_some();
  void add(int descriptor, const Address& peer);
  bool is_full() const;
  Connection* asks_for_least();
  void make_room(Connection&);
  void pause_accepting(std::string_view why);
  void resume_accepting();
  void stop_listening();
  void listen_for(std::uint32_t events);
  void take_handed_back();
  void send_durable();
  void run_again();
  void expire();
  void drain();
  void shut_all();
  void bury_dead();
  int wait_for_events(std::span<epoll_event>);
  void hurry();
  void hurry_if_late();
  std::chrono::milliseconds timeout_of(Wait) const;

  // Fixed at construction.
  Service& service_;
  const int poll_;
  const int wake_;
  std::thread thread_;

  // From any thread.
  std::atomic<bool> woken_{false};
  std::atomic<bool> somebody_parked_{false};
  Guarded<std::vector<Connection*>> handed_back_;

  // By the loop's thread.
  int listener_;
  bool accepting_ = true;
  bool draining_ = false;
  Moment drain_deadline_{};
  Moment now_{};
  Moment next_tick_{};
  Moment tls_checked_{};
  std::size_t connections_ = 0;
  std::array<WaitingList, kWaits> waiting_;
  std::vector<Connection*> again_;
  Sequence unhurried_ = 0;  // the newest that an answer waits for and the disk has not been hurried for
  Moment unhurried_since_{};
  WaitingList dead_;
  std::vector<std::unique_ptr<Exchange>> exchanges_;
  HttpDate date_;
  std::uint32_t id_prefix_;
  std::uint32_t ids_ = 0;
  LogThrottle crowded_{Clock::system()};
};

}  // namespace stoa::http
