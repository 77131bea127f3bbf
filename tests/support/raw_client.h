#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::test {

/// A reply as it stands on the wire: its kind, its text (without length and line end), and what is in it.
struct WireReply {
  char kind = 0;
  std::string text;
  std::vector<WireReply> elements;
  bool null = false;

  bool operator==(const WireReply&) const = default;
};

/// Puts what has no order (`depth` levels down) into one: elements, or groups of `group` of them.
void sort_elements(WireReply&, std::size_t group = 1);
/// For people who look at a failed test.
std::string show(const WireReply&);

/// A TCP connection to 127.0.0.1 that speaks RESP byte by byte; plain and blocking, each wait at most ten
/// seconds.
class RawClient {
 public:
  /// Throws when nobody listens.
  explicit RawClient(int port);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  void send(std::string_view bytes);
  /// Sends a command without waiting for its reply.
  void ask(const std::vector<std::string>& words);
  /// The next reply. Throws when the connection ends or the time is over.
  WireReply receive();
  WireReply command(const std::vector<std::string>& words);
  /// The next reply's bytes as they came.
  std::string receive_raw();
  /// Whether the other side has closed: waits for that, skipping what comes before it.
  bool closed();
  /// Whether a byte comes within so many milliseconds.
  bool readable_within(int milliseconds);
  void shrink_receive_buffer();
  /// Ends the connection at once, without the usual farewell.
  void reset();
  int socket() const { return socket_; }

 private:
  bool receive_some();
  std::size_t end_of_line(std::size_t from);
  WireReply parse(std::size_t& at);

  int socket_;
  std::string received_;
};

std::string encode(const std::vector<std::string>& words);

}  // namespace stoa::test
