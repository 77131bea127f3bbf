#include "records/embedded/sweeper.h"

namespace stoa::records::embedded {

Sweeper::Sweeper(std::chrono::milliseconds every, std::function<void()> look)
    : every_(every), look_(std::move(look)), thread_([this](const std::stop_token& stop) { work(stop); }) {}

void Sweeper::work(const std::stop_token& stop) const {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  while (!stopped.wait_for(lock, stop, every_, [&] { return stop.stop_requested(); })) look_();
}

}  // namespace stoa::records::embedded
