#include "redis_load.h"

#include "closed_loop.h"

#include <fmt/format.h>
#include <hiredis/hiredis.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <memory>
#include <stdexcept>

namespace stoa::bench {
namespace {

struct FreeContext {
  void operator()(redisContext* context) const { redisFree(context); }
};
using Context = std::unique_ptr<redisContext, FreeContext>;

Context connect(const std::filesystem::path& socket) {
  Context context(redisConnectUnix(socket.c_str()));
  if (!context || context->err) throw std::runtime_error("cannot connect to redis-server");
  return context;
}

void send_all(int fd, const std::string& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t n = ::write(fd, bytes.data() + sent, bytes.size() - sent);
    if (n <= 0) throw std::runtime_error("redis-server closed the connection");
    sent += static_cast<std::size_t>(n);
  }
}

/// Reads what has come and gives how many answers it completed.
int receive(redisContext& context) {
  char buffer[16 * 1024];
  const ssize_t n = ::read(context.fd, buffer, sizeof buffer);
  if (n <= 0) throw std::runtime_error("redis-server closed the connection");
  if (redisReaderFeed(context.reader, buffer, static_cast<std::size_t>(n)) != REDIS_OK)
    throw std::runtime_error("redis-server sent nonsense");
  int complete = 0;
  for (void* reply = nullptr;; ++complete) {
    if (redisReaderGetReply(context.reader, &reply) != REDIS_OK)
      throw std::runtime_error("redis-server sent nonsense");
    if (!reply) return complete;
    const auto* answer = static_cast<redisReply*>(reply);
    if (answer->type == REDIS_REPLY_ERROR) throw std::runtime_error(answer->str);
    freeReplyObject(reply);
  }
}

struct Client {
  Context context;
  int outstanding = 0;
};

}  // namespace

void Pipeline::add(std::initializer_list<std::string_view> words) {
  fmt::format_to(std::back_inserter(bytes_), "*{}\r\n", words.size());
  for (const std::string_view word : words)
    fmt::format_to(std::back_inserter(bytes_), "${}\r\n{}\r\n", word.size(), word);
  ++answers_;
}

void Pipeline::clear() {
  bytes_.clear();
  answers_ = 0;
}

double redis_closed_loop(const std::filesystem::path& socket,
                         const std::function<void(int client, Pipeline&)>& request) {
  const int poll = ::epoll_create1(0);
  std::vector<Client> clients;
  for (int i = 0; i < kClients; ++i) {
    clients.push_back({connect(socket)});
    epoll_event event{.events = EPOLLIN, .data = {.u32 = static_cast<std::uint32_t>(i)}};
    ::epoll_ctl(poll, EPOLL_CTL_ADD, clients.back().context->fd, &event);
  }
  Pipeline pipeline;
  const auto send = [&](int i) {
    pipeline.clear();
    request(i, pipeline);
    clients[i].outstanding = pipeline.answers();
    send_all(clients[i].context->fd, pipeline.bytes());
  };
  std::uint64_t answered = 0;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kClients; ++i) send(i);
  while (std::chrono::steady_clock::now() < start + kMeasured) {
    epoll_event events[kClients];
    const int count = ::epoll_wait(poll, events, kClients, 1000);
    for (int e = 0; e < count; ++e) {
      const int i = static_cast<int>(events[e].data.u32);
      clients[i].outstanding -= receive(*clients[i].context);
      if (clients[i].outstanding > 0) continue;
      ++answered;
      send(i);
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ::close(poll);
  return static_cast<double>(answered) / seconds;
}

void redis_fill(const std::filesystem::path& socket, std::uint64_t count,
                const std::function<void(std::uint64_t i, Pipeline&)>& add) {
  const Context context = connect(socket);
  Pipeline pipeline;
  for (std::uint64_t i = 0; i < count;) {
    pipeline.clear();
    for (int n = 0; n < 500 && i < count; ++n) add(i++, pipeline);
    send_all(context->fd, pipeline.bytes());
    for (int left = pipeline.answers(); left > 0;) left -= receive(*context);
  }
}

}  // namespace stoa::bench
