#pragma once
#include <memory>
#include <string>
#include <string_view>

namespace stoa::test {

/// A TCP connection to 127.0.0.1 that speaks bytes, over TLS where asked for; plain and blocking, each wait
/// at most ten seconds.
class HttpClient {
 public:
  enum class Over { Tcp, Tls };
  /// Throws when nobody listens, or the handshake fails. No certificate is checked.
  explicit HttpClient(int port, Over = Over::Tcp);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  /// Throws when the other side takes no more.
  void send(std::string_view bytes);
  /// As send(), but false when the other side has closed.
  bool try_send(std::string_view bytes);
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

  /// No more will be sent; the answer can still come.
  void finish_sending();
  /// Goes away with a reset, as a client that crashed.
  void reset();
  int descriptor() const { return socket_; }

  /// Of TLS: "TLSv1.3".
  std::string protocol() const;

 private:
  struct Tls;
  bool receive_some();

  int socket_;
  std::unique_ptr<Tls> tls_;
  std::string received_;
};

}  // namespace stoa::test
