#include "server_fixture.h"

#include <poll.h>

namespace stoa::http {
namespace {
using namespace std::chrono_literals;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

/// `/42` awaits sequence number 42.
class Parking : public ServerTest {
 protected:
  Parking() {
    application_.answer = [](Request& r) {
      if (auto* scope = DeferredDurability::current())
        scope->note(std::stoull(std::string(r.path.substr(1))));
      return Response{.body = std::string(r.path)};
    };
  }

  bool parked(std::size_t count) {
    return eventually([&] { return server_->figures().parked == count; });
  }
  static bool has_bytes(HttpClient& client) {
    pollfd readable{client.descriptor(), POLLIN, 0};
    return ::poll(&readable, 1, 0) > 0;
  }
};

TEST_F(Parking, AnswersAtOnceWhatIsDurableAlready) {
  progress_.advance(5);
  HttpClient client(start());
  EXPECT_THAT(client.get("/5"), EndsWith("/5"));
}

TEST_F(Parking, KeepsAnAnswerBackUntilItIsDurable) {
  HttpClient early(start()), late(server_->port());
  early.send(request("GET", "/1"));
  ASSERT_TRUE(parked(1));
  late.send(request("GET", "/2"));
  ASSERT_TRUE(parked(2));
  EXPECT_FALSE(has_bytes(early));
  progress_.advance(1);
  EXPECT_THAT(early.receive(), EndsWith("/1"));
  EXPECT_TRUE(parked(1));
  EXPECT_FALSE(has_bytes(late));
  progress_.advance(2);
  EXPECT_THAT(late.receive(), EndsWith("/2"));
}

TEST_F(Parking, AnswersPipelinedRequestsInOrderThroughIt) {
  HttpClient client(start());
  client.send(request("GET", "/1") + request("GET", "/2") + request("GET", "/0"));
  for (const Sequence n : {1, 2}) {
    ASSERT_TRUE(parked(1));
    progress_.advance(n);
    EXPECT_THAT(client.receive(), EndsWith("/" + std::to_string(n)));
  }
  EXPECT_THAT(client.receive(), EndsWith("/0"));
}

TEST_F(Parking, ServesOthersMeanwhile) {
  HttpClient waiting(start()), other(server_->port());
  waiting.send(request("GET", "/9"));
  ASSERT_TRUE(parked(1));
  EXPECT_THAT(other.get("/0"), EndsWith("/0"));
  progress_.advance(9);
  EXPECT_THAT(waiting.receive(), EndsWith("/9"));
}

TEST_F(Parking, ForgetsAClientThatIsResetMeanwhile) {
  HttpClient client(start());
  client.send(request("GET", "/3"));
  ASSERT_TRUE(parked(1));
  client.reset();
  ASSERT_TRUE(parked(0));
  EXPECT_TRUE(eventually([&] { return server_->figures().connections == 0; }));
  EXPECT_THAT(application_.seen(), ElementsAre("200 /3"));
  progress_.advance(3);
  EXPECT_THAT(HttpClient(server_->port()).get("/3"), EndsWith("/3"));
}

TEST_F(Parking, AnswersAClientThatOnlyFinishedSending) {
  HttpClient client(start());
  client.send(request("GET", "/3"));
  client.finish_sending();
  ASSERT_TRUE(parked(1));
  progress_.advance(3);
  EXPECT_THAT(client.receive(), EndsWith("/3"));
}

TEST_F(Parking, Says503WhenTheDiskTakesTooLong) {
  options_.durable_timeout = 200ms;
  HttpClient client(start());
  client.send(request("GET", "/1"));
  EXPECT_THAT(client.receive(), AllOf(StartsWith("HTTP/1.1 503 "), HasSubstr("Retry-After: "),
                                      EndsWith("http.not_durable_in_time")));
  EXPECT_EQ(server_->figures().parked, 0u);
  EXPECT_THAT(client.get("/0"), EndsWith("/0"));
}

TEST_F(Parking, ParksWhatThePoolHandled) {
  application_.planned = [](const Request&) { return Plan{.place = Plan::Place::Pool}; };
  HttpClient client(start());
  client.send(request("GET", "/7"));
  ASSERT_TRUE(parked(1));
  progress_.advance(7);
  EXPECT_THAT(client.receive(), EndsWith("/7"));
}

TEST_F(Parking, SendsParkedAnswersBeforeTheServerStops) {
  options_.loops = 2;
  const int port = start();
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 8; ++i) {
    clients.push_back(std::make_unique<HttpClient>(port));
    clients.back()->send(request("GET", "/4"));
  }
  ASSERT_TRUE(parked(8));
  std::thread stopping([this] { server_->stop(); });
  EXPECT_TRUE(eventually([&] {
    try {
      return HttpClient(port).get("/0").empty();
    } catch (const std::exception&) {
      return true;
    }
  })) << "a server that stops takes no new clients";
  progress_.advance(4);
  for (auto& client : clients) {
    EXPECT_THAT(client->receive(), AllOf(HasSubstr("Connection: close\r\n"), EndsWith("/4")));
    EXPECT_TRUE(client->closed());
  }
  stopping.join();
}

TEST_F(Parking, LosesNoAnswerWhileTheDiskRuns) {
  options_.loops = 2;
  std::atomic<Sequence> next{0};
  application_.answer = [&](Request&) {
    const Sequence mine = ++next;
    DeferredDurability::current()->note(mine);
    return Response{.body = std::to_string(mine)};
  };
  const int port = start();
  std::atomic<bool> done{false};
  std::thread disk([&] {
    while (!done) {
      progress_.advance(next.load());
      std::this_thread::sleep_for(200us);
    }
  });
  std::vector<std::thread> clients;
  std::atomic<int> answered{0};
  for (int c = 0; c < 4; ++c)
    clients.emplace_back([&] {
      HttpClient client(port);
      for (int i = 0; i < 250; ++i)
        if (client.get("/").starts_with("HTTP/1.1 200")) ++answered;
    });
  for (auto& client : clients) client.join();
  done = true;
  disk.join();
  EXPECT_EQ(answered, 1000);
}

}  // namespace
}  // namespace stoa::http
