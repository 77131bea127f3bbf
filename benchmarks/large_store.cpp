#include "large_store.h"

#include "base/bson.h"
#include "base/schema_of.h"
#include "documents.h"
#include "engines.h"
#include "records/collections.h"
#include "sessions.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace stoa::bench {

double in_child(const std::function<double()>& measure) {
  int channel[2];
  if (::pipe(channel) != 0) throw std::runtime_error("no pipe");
  const pid_t child = ::fork();
  if (child == 0) {
    double value = 0;
    try {
      value = measure();
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
      ::_exit(1);
    }
    const bool sent = ::write(channel[1], &value, sizeof value) == sizeof value;
    ::_exit(sent ? 0 : 1);
  }
  ::close(channel[1]);
  double value = 0;
  const bool received = ::read(channel[0], &value, sizeof value) == sizeof value;
  ::close(channel[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!received || status != 0) throw std::runtime_error("the measuring process failed");
  return value;
}

void wait_until_idle() {
  const auto busy = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  };
  for (int seconds = 0; seconds < 120; ++seconds) {
    const double before = busy();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    if (busy() - before < 0.05) return;
  }
}

void build_store(const std::filesystem::path& directory, std::uint64_t sessions, std::uint64_t items,
                 std::uint64_t products) {
  in_child([&] {
    const Engines engines(directory);
    fill(*engines.keyspace, sessions, items);
    const Time now = Clock::system().now();
    for (std::uint64_t start = 0; start < products; start += 100)
      must(engines.records->transact(
          [&](records::Tx& tx) -> Result<void> {
            for (std::uint64_t i = start; i < start + 100; ++i)
              STOA_TRY(tx.insert(records::collections::products(), write_bson(make_product(i, now, 10))));
            return {};
          },
          Durability::Relaxed));
    wait_until_idle();
    return 0.0;
  });
}

}  // namespace stoa::bench
