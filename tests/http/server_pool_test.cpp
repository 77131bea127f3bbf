#include "base/durability.h"
#include "server_fixture.h"

#include <condition_variable>

namespace stoa::http {
namespace {
using namespace testing;

/// `/slow…` runs on the pool until the test lets it go.
class ServerPool : public ServerTest {
 protected:
  ServerPool() {
    application_.planned = [](const Request& r) {
      return Plan{.place = r.path.starts_with("/slow") ? Plan::Place::Pool : Plan::Place::Loop,
                  .body_bytes = 100};
    };
    application_.answer = [this](Request& r) {
      if (r.path.starts_with("/slow")) {
        std::unique_lock lock(mutex_);
        ++running_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return open_; });
      }
      return Response{.body = std::string(r.target) + std::string(r.body)};
    };
  }
  ~ServerPool() override { let_go(); }

  void let_go() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  bool running(int count) {
    return eventually([&] {
      const std::lock_guard lock(mutex_);
      return running_ == count;
    });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int running_ = 0;
  bool open_ = false;
};

TEST_F(ServerPool, HandlesLongWorkWhileTheLoopServesOthers) {
  HttpClient slow(start()), quick(server_->port());
  slow.send(request("POST", "/slow", "Content-Length: 3\r\n", "abc"));
  ASSERT_TRUE(running(1));
  EXPECT_THAT(quick.get("/quick"), EndsWith("/quick"));
  let_go();
  EXPECT_THAT(slow.receive(), EndsWith("/slowabc"));
  EXPECT_THAT(slow.get("/next"), EndsWith("/next"));
}

TEST_F(ServerPool, LetsDurableWritesWaitForTheDiskThereAndNotOnTheLoop) {
  application_.answer = [](Request&) {
    return Response{.body = DeferredDurability::current()->defers_writes() ? "defers" : "waits"};
  };
  HttpClient client(start());
  EXPECT_THAT(client.get("/slow"), EndsWith("waits"));
  EXPECT_THAT(client.get("/quick"), EndsWith("defers"));
}

TEST_F(ServerPool, AnswersPipelinedRequestsInOrder) {
  HttpClient client(start());
  client.send(request("GET", "/slow") + request("GET", "/quick"));
  ASSERT_TRUE(running(1));
  let_go();
  EXPECT_THAT(client.receive(), EndsWith("/slow"));
  EXPECT_THAT(client.receive(), EndsWith("/quick"));
}

TEST_F(ServerPool, Says503WithRetryAfterWhenItIsFull) {
  options_.pool_threads = 1;
  options_.pool_queue = 1;
  HttpClient first(start()), second(server_->port()), third(server_->port());
  first.send(request("GET", "/slow1"));
  ASSERT_TRUE(running(1));
  second.send(request("GET", "/slow2"));
  ASSERT_TRUE(eventually([&] { return server_->figures().pool_queued == 1; }));
  EXPECT_THAT(third.get("/slow3"),
              AllOf(StartsWith("HTTP/1.1 503 "), HasSubstr("Retry-After: 1\r\n"), EndsWith("http.busy")));
  EXPECT_THAT(third.get("/quick"), EndsWith("/quick"));
  let_go();
  EXPECT_THAT(first.receive(), EndsWith("/slow1"));
  EXPECT_THAT(second.receive(), EndsWith("/slow2"));
}

TEST_F(ServerPool, SurvivesAClientThatIsGoneWhenItsAnswerComes) {
  HttpClient client(start());
  client.send(request("GET", "/slow"));
  ASSERT_TRUE(running(1));
  client.reset();
  let_go();
  EXPECT_TRUE(eventually([&] { return server_->figures().connections == 0; }));
  EXPECT_THAT(HttpClient(server_->port()).get("/next"), EndsWith("/next"));
}

TEST_F(ServerPool, AnswersAHandlerThatThrowsThereWith500) {
  application_.answer = [](Request&) -> Response { throw std::runtime_error("broken"); };
  HttpClient client(start());
  EXPECT_THAT(client.get("/slow"), StartsWith("HTTP/1.1 500 "));
}

}  // namespace
}  // namespace stoa::http
