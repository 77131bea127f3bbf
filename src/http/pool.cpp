#include "http/pool.h"

#include "http/quiet_thread.h"

namespace stoa::http {

Pool::Pool(std::size_t threads, std::size_t queue, std::function<void(Connection&)> work)
    : most_(queue), work_(std::move(work)) {
  for (std::size_t i = 0; i < threads; ++i) threads_.push_back(quiet_thread("stoa-pool", [this] { run(); }));
}

bool Pool::offer(Connection& connection) {
  {
    const auto shared = shared_.lock();
    if (shared->stopping || shared->queue.size() >= most_) return false;
    shared->queue.push_back(&connection);
    queued_.store(shared->queue.size(), std::memory_order_relaxed);
  }
  changed_.notify_one();
  return true;
}

void Pool::run() {
  for (;;) {
    Connection* connection = nullptr;
    {
      auto shared = shared_.lock();
      shared.wait(changed_, [](const Shared& s) { return s.stopping || !s.queue.empty(); });
      if (shared->stopping) return;
      connection = shared->queue.front();
      shared->queue.pop_front();
      queued_.store(shared->queue.size(), std::memory_order_relaxed);
    }
    busy_.fetch_add(1, std::memory_order_relaxed);
    work_(*connection);
    busy_.fetch_sub(1, std::memory_order_relaxed);
  }
}

void Pool::stop() {
  shared_.lock()->stopping = true;
  changed_.notify_all();
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

}  // namespace stoa::http
