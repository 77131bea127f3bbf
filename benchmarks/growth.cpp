#include "closed_loop.h"
#include "engines.h"
#include "hello_server.h"
#include "http_load.h"
#include "keyspace/embedded/random.h"
#include "large_store.h"
#include "rounds.h"
#include "sessions.h"
#include "workloads.h"

#include <thread>

namespace stoa::bench {
namespace {

constexpr int kComparisons = 9;
constexpr std::chrono::milliseconds kRound{1000};
constexpr std::chrono::milliseconds kPause{500};

/// Page views by sessions and of items chosen evenly among all: the worst there is for caches.
class Visitors {
 public:
  Visitors(keyspace::Keyspace& keyspace, std::uint64_t sessions, std::uint64_t items)
      : keyspace_(keyspace), sessions_(sessions), items_(items) {}
  void view() {
    page_view(keyspace_, session_token(random_.below(sessions_)), item_id(random_.below(items_)),
              now_ += 1e-5);
  }

 private:
  keyspace::Keyspace& keyspace_;
  const std::uint64_t sessions_, items_;
  keyspace::embedded::Random random_{3};
  double now_ = 1'800'000'000;
};

/// Answers with 1 KB, as a cached page would be, and records the view.
class Pages final : public http::Application {
 public:
  explicit Pages(Visitors& visitors) : visitors_(visitors), page_(std::string(1024, 'x')) {}

  std::variant<http::Plan, http::Response> plan(const http::Request& request) override {
    return page_.plan(request);
  }
  http::Response handle(http::Request& request) override {
    visitors_.view();
    return page_.handle(request);
  }
  http::Response refuse(const http::Request& request, int status, std::string_view code,
                        std::string_view detail) override {
    return page_.refuse(request, status, code, detail);
  }
  void answered(const http::Request&, const http::Response&, std::chrono::nanoseconds) override {}

 private:
  Visitors& visitors_;
  Hello page_;
};

struct Size {
  std::filesystem::path directory;
  std::uint64_t sessions, items;
};

HelloServer::Serve pages_of(const Size& size) {
  return [size](const auto& tell, const auto& wait) {
    const Engines engines(size.directory);
    Visitors visitors(*engines.keyspace, size.sessions, size.items);
    Pages pages(visitors);
    const auto started = must(http::start_server({.port = 0}, pages, engines.store->progress()));
    wait_until_idle();
    tell(started->port());
    wait();
  };
}

double views_a_second(const HelloServer& server) {
  // What the other one still does in the background is not this one's.
  std::this_thread::sleep_for(kPause);
  return http_closed_loop(server.port(), Over::Http, server.pid(), browser_request(), kConnections, kRound)
      .per_second;
}

Figure over_http(const Size& small, const Size& large) {
  const HelloServer few(pages_of(small)), many(pages_of(large));
  return median_of_rounds(kComparisons, [&] {
    const double views = views_a_second(many);
    return Figure{
        "page view, 5 M sessions, 1 M items", views, "/s", "5,000 and 1,000", views_a_second(few), 0.8};
  });
}

double in_process(const Size& size) {
  return in_child([&] {
    const Engines engines(size.directory);
    Visitors visitors(*engines.keyspace, size.sessions, size.items);
    wait_until_idle();
    return closed_loop(*engines.store, [&](int) { visitors.view(); });
  });
}

}  // namespace

std::vector<Figure> bench_growth() {
  const test::TemporaryDirectory directory;
  const Size small{directory.path() / "small", 5'000, 1'000};
  const Size large{directory.path() / "large", 5'000'000, 1'000'000};
  for (const Size& size : {small, large}) build_store(size.directory, size.sessions, size.items, 0);
  return {over_http(small, large),
          {"the same, in process", in_process(large), "/s", "5,000 and 1,000", in_process(small)}};
}

}  // namespace stoa::bench
