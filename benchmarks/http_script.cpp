#include "http_script.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <memory>
#include <stdexcept>

namespace stoa::bench {
namespace {
using SteadyClock = std::chrono::steady_clock;

/// One connection: a request, then its whole answer.
class Visitor {
 public:
  explicit Visitor(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("the server under load does not listen");
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  ~Visitor() { ::close(socket_); }
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  int socket() const { return socket_; }

  void send(const std::string& request) {
    if (::send(socket_, request.data(), request.size(), 0) != static_cast<ssize_t>(request.size()))
      throw std::runtime_error("the server under load takes no request");
    head_.clear();
    left_ = 0;
  }

  /// Reads what is there; whether the answer is complete.
  bool receive(std::string_view expected) {
    char part[32768];
    const ssize_t got = ::recv(socket_, part, sizeof part, 0);
    if (got <= 0) throw std::runtime_error("the server under load closed a connection");
    std::string_view bytes(part, static_cast<std::size_t>(got));
    if (left_ == 0 && !read_head(bytes, expected)) return false;
    left_ -= std::min(left_, bytes.size());
    return left_ == 0;
  }

 private:
  /// Takes the head off; afterwards `left_` says how much body is to come, and `bytes` is what came of it.
  bool read_head(std::string_view& bytes, std::string_view expected) {
    const std::size_t before = head_.size();
    head_ += bytes;
    const auto end = head_.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    constexpr std::string_view kLength = "Content-Length: ";
    const auto length = head_.find(kLength);
    const bool has_body = length < end;
    if (!head_.starts_with(expected)) throw std::runtime_error("an unexpected answer: " + head_);
    if (has_body) std::from_chars(head_.data() + length + kLength.size(), head_.data() + end, left_);
    bytes.remove_prefix(end + 4 - before);
    return true;
  }

  int socket_;
  std::string head_;
  std::size_t left_ = 0;
};

/// What is left of a script.
class Prompter {
 public:
  explicit Prompter(const Script& script) : script_(script) {}
  /// Null when it has ended.
  const std::string* next() {
    if (at_ == script_.requests.size()) {
      if (script_.then == Script::Then::End) return nullptr;
      at_ = 0;
    }
    return &script_.requests[at_++];
  }

 private:
  const Script& script_;
  std::size_t at_ = 0;
};

class Audience {
 public:
  Audience(int port, int connections) : poll_(::epoll_create1(EPOLL_CLOEXEC)) {
    for (int i = 0; i < connections; ++i) {
      visitors_.push_back(std::make_unique<Visitor>(port));
      epoll_event event{.events = EPOLLIN, .data = {.u32 = static_cast<std::uint32_t>(i)}};
      ::epoll_ctl(poll_, EPOLL_CTL_ADD, visitors_.back()->socket(), &event);
    }
  }
  ~Audience() { ::close(poll_); }
  Audience(const Audience&) = delete;
  Audience& operator=(const Audience&) = delete;

  /// How many answers came until then.
  std::uint64_t play(const Script& script, SteadyClock::time_point end) {
    Prompter prompter(script);
    std::uint64_t answered = 0, under_way = 0;
    const auto prompt = [&](Visitor& visitor) {
      if (const std::string* request = prompter.next()) {
        visitor.send(*request);
        ++under_way;
      }
    };
    for (auto& visitor : visitors_) prompt(*visitor);
    while (under_way > 0 && SteadyClock::now() < end) {
      epoll_event events[64];
      // Without sleeping: the core is ours, and the server would pay for waking us with every answer, the
      // more the slower it is.
      const int count = ::epoll_wait(poll_, events, 64, 0);
      for (int e = 0; e < count; ++e) {
        Visitor& visitor = *visitors_[events[e].data.u32];
        if (!visitor.receive(script.expected)) continue;
        ++answered;
        --under_way;
        prompt(visitor);
      }
    }
    return answered;
  }

 private:
  int poll_;
  std::vector<std::unique_ptr<Visitor>> visitors_;
};

}  // namespace

HttpRate http_script(int port, pid_t server, const Script& script, int connections,
                     std::chrono::milliseconds most) {
  stay_on(Core::Client);
  Audience audience(port, connections);
  const double before = run_time(server);
  const auto start = SteadyClock::now();
  const auto answered = static_cast<double>(std::max<std::uint64_t>(audience.play(script, start + most), 1));
  const double seconds = std::chrono::duration<double>(SteadyClock::now() - start).count();
  const double used = run_time(server) - before;
  stay_nowhere();
  return {.per_second = answered / seconds, .cpu_microseconds = used / 1000 / answered};
}

std::string browser_request(std::string_view method, std::string_view target, std::string_view headers,
                            std::string_view body) {
  std::string request = fmt::format(
      "{} {} HTTP/1.1\r\nHost: shop.example.org\r\nConnection: keep-alive\r\nCache-Control: max-age=0\r\n"
      "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
      "Safari/537.36\r\n"
      "Accept: "
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8\r\n"
      "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-User: ?1\r\nSec-Fetch-Dest: "
      "document\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: "
      "en-US,en;q=0.9,ru;q=0.8\r\n{}",
      method, target, headers);
  if (!body.empty()) request += fmt::format("Content-Length: {}\r\n", body.size());
  return request + "\r\n" + std::string(body);
}

}  // namespace stoa::bench
