#pragma once
#include "base/durable_progress.h"
#include "base/log.h"
#include "base/log_throttle.h"
#include "resp/conversation.h"
#include "resp/socket.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <unordered_map>
#include <vector>

namespace stoa::resp {

/// Serves every client of a listener on the thread that calls run(). A client is read while none of its
/// answers waits: not for the disk, and not for the client to read them. What it sends meanwhile waits in its
/// socket.
class Loop {
 public:
  /// Unavailable when the system gives no more descriptors.
  static Result<std::unique_ptr<Loop>> open(const RespOptions&, keyspace::Door&, DurableProgress&, Listener,
                                            const Logger&);
  ~Loop();

  void run();
  /// From any thread: run() returns soon. Answers that wait for the disk get a moment to leave.
  void stop();
  std::size_t clients() const { return clients_.load(std::memory_order_relaxed); }

 private:
  using Moment = std::chrono::steady_clock::time_point;

  struct Connection {
    Connection(Descriptor the_socket, Lobby& lobby, std::string address)
        : socket(std::move(the_socket)), conversation(lobby, std::move(address)) {}
    Descriptor socket;
    Conversation conversation;
    Buffer input;   // the start of a command that is not complete, or what waits for answers to leave
    Buffer output;  // answers that could not leave yet
    Sequence awaits = 0;
    std::uint32_t interest = 0;  // what epoll is asked for
    bool closing = false;        // when the output has left
    bool more = false;           // the input may hold complete commands
    bool stuck = false;          // the client does not read what waits
    bool dead = false;
    Moment stuck_since{};   // since when it reads nothing of it
    Moment parked_since{};  // since when its answers wait for the disk
  };

  Loop(const RespOptions&, keyspace::Door&, DurableProgress&, Listener, const Logger&);

  void turn(int timeout);
  bool watch();
  bool hear(int timeout);
  void handle(void* source, std::uint32_t events);
  void accept();
  void pause_accepting();
  void add(Accepted);
  void readable(Connection&);
  void converse(Connection&, std::string_view input);
  void deliver();
  void send(Connection&);
  void sent_all(Connection&);
  void go_on(Connection&);
  void ask_for(Connection&, std::uint32_t events);
  void close(Connection&);
  void bury();
  void release_durable();
  void give_up_parked();
  void cut_off_stuck();
  void warn_of(const Connection&, std::string_view code, std::string_view what);
  void wake();
  void drain();
  int timeout() const;

  // Fixed at construction.
  Lobby lobby_;
  DurableProgress& progress_;
  Listener listener_;
  const Logger log_;
  Descriptor epoll_;
  Descriptor waker_;

  // Any thread.
  std::atomic<bool> stopping_{false};
  std::atomic<std::size_t> clients_{0};
  std::atomic<std::size_t> parked_count_{0};

  // The loop's thread.
  std::unordered_map<Connection*, std::unique_ptr<Connection>> connections_;
  std::vector<Connection*> answered_;  // in this turn
  std::vector<Connection*> parked_;    // answers that wait for the disk, the longest first
  std::vector<Connection*> stuck_;     // answers that wait for the client
  std::vector<Connection*> ready_;     // input that waits for its turn
  std::vector<std::unique_ptr<Connection>> dead_;
  bool accepting_ = true;
  Moment accept_again_{};
  bool watchful_ = false;  // somebody has just been answered
  LogThrottle warned_;
  Batch batch_;
  std::unique_ptr<char[]> read_;

  DurableProgress::Subscription subscription_;
};

}  // namespace stoa::resp
