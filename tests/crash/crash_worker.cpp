// Takes transactions on both ports at full speed until it is killed. Started by the crash test with the data
// directory and the descriptor of the shared memory in which it notes what it has acknowledged.

#include "crash/acknowledged.h"
#include "crash/trace.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdlib>
#include <deque>
#include <thread>

namespace stoa::test {
namespace {

class Worker {
 public:
  Worker(Ports& ports, Acknowledged& acknowledged) : ports_(ports), acknowledged_(acknowledged) {}

  [[noreturn]] void run() {
    acknowledged_.started_at = steady_milliseconds();
    const std::thread relaxed([this] { relaxed_only(); });
    const std::thread deferred([this] { this->deferred(); });
    mixed();
  }

 private:
  std::uint64_t first(int stream) const { return acknowledged_.streams[stream].first; }

  void perform(int stream, std::uint64_t number, Durability durability) {
    const auto outcome = leave_trace(ports_, stream, number, durability);
    if (outcome.ok()) return;
    fmt::print(stderr, "{}\n", outcome.error().message);
    std::_Exit(3);
  }

  void acknowledge(int stream, std::uint64_t number, Durability durability) {
    auto& progress = acknowledged_.streams[stream];
    const auto at = static_cast<std::size_t>(steady_milliseconds() - acknowledged_.started_at);
    if (at < Acknowledged::kMilliseconds) progress.newest_by_time[at] = number;
    if (durability == Durability::Durable) progress.durable = number;
  }

  [[noreturn]] void mixed() {
    for (std::uint64_t number = first(Acknowledged::Mixed);; ++number) {
      const Durability durability = number % 4 < 2 ? Durability::Durable : Durability::Relaxed;
      perform(Acknowledged::Mixed, number, durability);
      acknowledge(Acknowledged::Mixed, number, durability);
    }
  }

  [[noreturn]] void relaxed_only() {
    for (std::uint64_t number = first(Acknowledged::RelaxedOnly);; ++number) {
      perform(Acknowledged::RelaxedOnly, number, Durability::Relaxed);
      acknowledge(Acknowledged::RelaxedOnly, number, Durability::Relaxed);
    }
  }

  /// Many answers kept back at once, as the server's loop does.
  [[noreturn]] void deferred() {
    struct Parked {
      std::uint64_t number;
      Sequence awaits;
    };
    std::deque<Parked> parked;
    for (std::uint64_t number = first(Acknowledged::Deferred);; ++number) {
      DeferredDurability scope;
      perform(Acknowledged::Deferred, number, Durability::Durable);
      parked.push_back({number, scope.awaits()});
      if (parked.size() >= 64) (void)ports_.store->wait_durable(parked.front().awaits);
      while (!parked.empty() && parked.front().awaits <= ports_.store->durable()) {
        acknowledge(Acknowledged::Deferred, parked.front().number, Durability::Durable);
        parked.pop_front();
      }
    }
  }

  Ports& ports_;
  Acknowledged& acknowledged_;
};

}  // namespace
}  // namespace stoa::test

int main(int argc, char** argv) {
  using namespace stoa::test;
  if (argc != 3) return 2;
  void* shared =
      ::mmap(nullptr, sizeof(Acknowledged), PROT_READ | PROT_WRITE, MAP_SHARED, std::atoi(argv[2]), 0);
  if (shared == MAP_FAILED) return 2;
  auto ports = Ports::open(argv[1]);
  if (!ports.ok()) {
    fmt::print(stderr, "{}\n", ports.error().message);
    return 2;
  }
  Worker(*ports, *static_cast<Acknowledged*>(shared)).run();
}
