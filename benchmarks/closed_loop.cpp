#include "closed_loop.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace stoa::bench {
namespace {

struct Parked {
  int client;
  Sequence awaits;
};

using Clock = std::chrono::steady_clock;

}  // namespace

double closed_loop(store::Store& store, const std::function<void(int client)>& request) {
  std::mutex mutex;
  std::condition_variable published;
  Sequence durable = store.durable();
  const auto subscription = store.progress().subscribe([&](Sequence sequence) {
    const std::lock_guard lock(mutex);
    durable = sequence;
    published.notify_one();
  });

  std::deque<int> ready;
  for (int client = 0; client < kClients; ++client) ready.push_back(client);
  std::deque<Parked> parked;
  std::uint64_t answered = 0;
  const auto start = Clock::now();
  const auto end = start + kMeasured;
  while (Clock::now() < end) {
    while (!ready.empty()) {
      const int client = ready.front();
      ready.pop_front();
      DeferredDurability scope;
      request(client);
      if (scope.awaits() > store.durable()) {
        parked.push_back({client, scope.awaits()});
      } else {
        ++answered;
        ready.push_back(client);
        if (parked.empty() && Clock::now() >= end) break;
      }
      if (ready.size() > 0 && !parked.empty() && parked.front().awaits <= store.durable()) break;
    }
    if (!parked.empty()) {
      store.progress().hurry(parked.back().awaits);
      std::unique_lock lock(mutex);
      published.wait(lock, [&] { return durable >= parked.front().awaits; });
      while (!parked.empty() && parked.front().awaits <= durable) {
        ready.push_back(parked.front().client);
        parked.pop_front();
        ++answered;
      }
    }
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (!parked.empty()) (void)store.wait_durable(parked.back().awaits);
  return static_cast<double>(answered) / seconds;
}

}  // namespace stoa::bench
