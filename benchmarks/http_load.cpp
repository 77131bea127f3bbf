#include "http_load.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace stoa::bench {
namespace {
using SteadyClock = std::chrono::steady_clock;

struct Free {
  void operator()(SSL* ssl) const { SSL_free(ssl); }
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};

int connect_to(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("the server under load does not listen");
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

class Client {
 public:
  Client(int port, SSL_CTX* tls) : socket_(connect_to(port)) {
    if (!tls) return;
    ssl_.reset(SSL_new(tls));
    SSL_set_fd(ssl_.get(), socket_);
    if (SSL_connect(ssl_.get()) != 1) throw std::runtime_error("the server under load refuses TLS");
  }
  ~Client() { ::close(socket_); }

  int socket() const { return socket_; }

  void send(const std::string& request) {
    const int size = static_cast<int>(request.size());
    const ssize_t sent =
        ssl_ ? SSL_write(ssl_.get(), request.data(), size) : ::send(socket_, request.data(), size, 0);
    if (sent != size) throw std::runtime_error("the server under load takes no request");
    received_ = 0;
  }

  /// Reads what is there; whether an answer of that many bytes on the wire has come completely. Under TLS it
  /// is not deciphered: that would cost the client more than it costs the server, and the client would be
  /// measured.
  bool receive(std::size_t length) {
    char part[16384];
    const ssize_t got = ::recv(socket_, part, sizeof part, 0);
    if (got <= 0) throw std::runtime_error("the server under load closed a connection");
    received_ += static_cast<std::size_t>(got);
    return received_ >= length;
  }

  /// One request and its answer, read as a client does; afterwards every answer has the same length on the
  /// wire.
  void warm_up(const std::string& request) {
    send(request);
    std::string answer;
    for (std::size_t size = 0; size == 0 || answer.size() < size;) {
      char part[16384];
      const ssize_t got =
          ssl_ ? SSL_read(ssl_.get(), part, sizeof part) : ::recv(socket_, part, sizeof part, 0);
      if (got <= 0) throw std::runtime_error("the server under load closed a connection");
      answer.append(part, static_cast<std::size_t>(got));
      const auto end = answer.find("\r\n\r\n"), length = answer.find("Content-Length: ");
      if (end == std::string::npos) continue;
      if (!answer.starts_with("HTTP/1.1 200") || length == std::string::npos)
        throw std::runtime_error("the server under load answers " + answer.substr(0, 20));
      size = end + 4 + std::stoul(answer.substr(length + 16, 12));
    }
  }

  /// The length of an answer on the wire: what comes until nothing more does.
  std::size_t measure(const std::string& request) {
    send(request);
    std::size_t length = 0;
    pollfd readable{socket_, POLLIN, 0};
    while (::poll(&readable, 1, length == 0 ? 5000 : 100) > 0) {
      char part[16384];
      const ssize_t got = ::recv(socket_, part, sizeof part, 0);
      if (got <= 0) throw std::runtime_error("the server under load closed a connection");
      length += static_cast<std::size_t>(got);
    }
    return length;
  }

 private:
  int socket_;
  std::unique_ptr<SSL, Free> ssl_;
  std::size_t received_ = 0;
};

}  // namespace

double run_time(pid_t process) {
  double sum = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/task")) {
    double nanoseconds = 0;
    std::ifstream(task.path() / "schedstat") >> nanoseconds;
    sum += nanoseconds;
  }
  return sum;
}

const std::string& browser_request() {
  static const std::string request =
      "GET /hello?from=bench HTTP/1.1\r\nHost: shop.example.org\r\nConnection: keep-alive\r\n"
      "Cache-Control: max-age=0\r\nUpgrade-Insecure-Requests: 1\r\n"
      "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
      "Safari/537.36\r\n"
      "Accept: "
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8\r\n"
      "Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-User: ?1\r\nSec-Fetch-Dest: document\r\n"
      "Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-US,en;q=0.9,ru;q=0.8\r\n"
      "Cookie: session=7b0c6a52-53c1-4b7f-9d4b-0b5d0f2f9a11\r\n\r\n";
  return request;
}

void stay_on(Core core) {
  if (std::thread::hardware_concurrency() < 2) return;
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core == Core::Server ? 0 : 1, &cores);
  ::sched_setaffinity(0, sizeof cores, &cores);
}

void stay_nowhere() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) CPU_SET(i, &cores);
  ::sched_setaffinity(0, sizeof cores, &cores);
}

HttpRate http_closed_loop(int port, Over over, pid_t server, const std::string& request, int connections,
                          std::chrono::milliseconds measured) {
  stay_on(Core::Client);
  const std::unique_ptr<SSL_CTX, Free> tls(over == Over::Https ? SSL_CTX_new(TLS_client_method()) : nullptr);
  const int poll = ::epoll_create1(EPOLL_CLOEXEC);
  std::vector<std::unique_ptr<Client>> clients;
  std::size_t length = 0;
  for (int i = 0; i < connections; ++i) {
    clients.push_back(std::make_unique<Client>(port, tls.get()));
    clients.back()->warm_up(request);
    if (i == 0) length = clients.back()->measure(request);
    epoll_event event{.events = EPOLLIN, .data = {.u32 = static_cast<std::uint32_t>(i)}};
    ::epoll_ctl(poll, EPOLL_CTL_ADD, clients.back()->socket(), &event);
  }
  std::uint64_t answered = 0;
  const double before = run_time(server);
  const auto start = SteadyClock::now();
  for (auto& client : clients) client->send(request);
  while (SteadyClock::now() < start + measured) {
    epoll_event events[64];
    // Without sleeping: the core is ours, and the server would pay for waking us.
    const int count = ::epoll_wait(poll, events, 64, 0);
    for (int e = 0; e < count; ++e) {
      Client& client = *clients[events[e].data.u32];
      if (!client.receive(length)) continue;
      ++answered;
      client.send(request);
    }
  }
  const double seconds = std::chrono::duration<double>(SteadyClock::now() - start).count();
  const double used = run_time(server) - before;
  ::close(poll);
  stay_nowhere();
  return {.per_second = static_cast<double>(answered) / seconds,
          .cpu_microseconds = used / 1000 / static_cast<double>(std::max<std::uint64_t>(answered, 1))};
}

}  // namespace stoa::bench
