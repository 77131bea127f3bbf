#pragma once
#include <string>
#include <string_view>

namespace stoa::test {

/// A TCP connection to 127.0.0.1 that speaks bytes; plain and blocking, each wait at most ten seconds.
class HttpClient {
 public:
  /// Throws when nobody listens.
  explicit HttpClient(int port);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  void send(std::string_view bytes);
  /// One response's head, and its body by Content-Length unless `head_only`. What came until then if the
  /// other side closes.
  enum class Expect { HeadAndBody, HeadOnly };
  std::string receive(Expect = Expect::HeadAndBody);
  /// Until an answer has begun to come; it stays to be received.
  void wait_for_bytes();
  /// Whether the other side has closed: waits for that, or for bytes.
  bool closed();

  /// Sends `GET path` and gives the response.
  std::string get(std::string_view path);

 private:
  bool receive_some();

  int socket_;
  std::string received_;
};

}  // namespace stoa::test
