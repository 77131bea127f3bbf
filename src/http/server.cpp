#include "http/server.h"

#include "http/problem.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <atomic>
#include <ctime>
#include <optional>
#include <thread>
#include <unordered_set>
#include <vector>

namespace stoa::http {
namespace {
namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;
using RequestParser = beast::http::request_parser<beast::http::empty_body>;

/// What all connections share.
struct Shared {
  const ServerOptions options;
  const Handler handler;
  std::atomic<std::size_t> connections{0};
  std::atomic<bool> stopping{false};
};

enum class After { KeepAlive, Close };
enum class Body { Sent, LeftOut };

std::string serialise(const Response& response, After after, Body body) {
  std::string text = fmt::format(
      "HTTP/1.1 {} {}\r\nDate: {:%a, %d %b %Y %H:%M:%S GMT}\r\nContent-Type: {}\r\nContent-Length: {}\r\n"
      "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src "
      "'self'\r\n"
      "Connection: {}\r\n\r\n",
      response.status, reason(response.status), fmt::gmtime(std::time(nullptr)), response.content_type,
      response.body.size(), after == After::KeepAlive ? "keep-alive" : "close");
  if (body == Body::Sent) text += response.body;
  return text;
}

Response call(const Handler& handler, const Request& request) try { return handler(request); } catch (...) {
  return problem(500, "http.internal", "Something broke on our side; nothing you sent was at fault.");
}

bool is_malformed(const error_code& error) {
  return error.category() == make_error_code(beast::http::error::bad_method).category() &&
         error != beast::http::error::end_of_stream && error != beast::http::error::partial_message;
}

class Connection;
/// One thread and the connections that live on it.
struct Loop {
  std::unordered_set<Connection*> connections;  // by this loop's thread only
  asio::io_context context{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{context.get_executor()};
  std::thread thread;
};

/// One client; reads a head, answers, and again. On its loop's thread only; lives while an operation of it is
/// under way.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Shared& shared, Loop& loop, tcp::socket socket)
      : shared_(shared), loop_(loop), stream_(std::move(socket)), buffer_(shared.options.head_bytes) {
    loop_.connections.insert(this);
  }
  ~Connection() {
    loop_.connections.erase(this);
    --shared_.connections;
  }

  void read() {
    if (shared_.stopping) return;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(shared_.options.head_bytes));
    stream_.expires_after(shared_.options.head_timeout);
    reading_ = true;
    beast::http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->on_head(error); });
  }

  /// Ends the wait for a next request; an answer that is under way is still sent.
  void stop() {
    if (reading_) stream_.cancel();
  }

 private:
  void on_head(error_code error) {
    reading_ = false;
    if (error == beast::http::error::header_limit || error == beast::http::error::buffer_overflow)
      return refuse(431, "http.head_too_large", "The request's head is larger than this server takes.");
    if (error && is_malformed(error))
      return refuse(400, "http.malformed", "This is not a well-formed HTTP request.");
    if (error) return;
    const auto& head = parser_->get();
    const std::string_view target(head.target().data(), head.target().size());
    const std::string_view method(head.method_string().data(), head.method_string().size());
    // Bodies are not read here, so what follows one cannot be told from it.
    const bool has_body = parser_->chunked() || parser_->content_length().value_or(0) > 0;
    write(call(shared_.handler, {method, target.substr(0, target.find('?'))}),
          head.keep_alive() && !has_body && !shared_.stopping ? After::KeepAlive : After::Close,
          method == "HEAD" ? Body::LeftOut : Body::Sent);
  }

  void refuse(int status, std::string code, std::string detail) {
    write(problem(status, std::move(code), std::move(detail)), After::Close, Body::Sent);
  }

  void write(const Response& response, After after, Body body) {
    answer_ = serialise(response, after, body);
    stream_.expires_after(shared_.options.write_timeout);
    asio::async_write(stream_, asio::buffer(answer_),
                      [self = shared_from_this(), after](error_code error, std::size_t) {
                        if (error) return;
                        after == After::KeepAlive ? self->read() : self->end();
                      });
  }

  /// Closing with bytes unread would reset the connection and might take the answer back from the client.
  void end() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(std::chrono::seconds(2));
    discard(shared_.options.head_bytes * 16);
  }

  void discard(std::size_t most) {
    answer_.resize(4096);
    stream_.async_read_some(asio::buffer(answer_),
                            [self = shared_from_this(), most](error_code error, std::size_t size) {
                              if (!error && size < most) self->discard(most - size);
                            });
  }

  Shared& shared_;
  Loop& loop_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<RequestParser> parser_;
  std::string answer_;
  bool reading_ = false;
};

Error listen_error(const ServerOptions& options, const error_code& error) {
  const auto place = fmt::format("{}:{}", options.address, options.port);
  if (error == asio::error::address_in_use)
    return {Error::Kind::Unavailable, "http.port_in_use",
            fmt::format("{} is in use; stop what listens there, or choose another port: --http.port={}",
                        place, options.port < 65535 ? options.port + 1 : 8080)};
  if (error == asio::error::access_denied)
    return {
        Error::Kind::Unavailable, "http.port_forbidden",
        fmt::format("{}: this user may not listen there; choose a port above 1023: --http.port=8080", place)};
  return {Error::Kind::Invalid, "http.address",
          fmt::format("cannot listen on {}: {}; choose an address of this machine: --http.address=127.0.0.1",
                      place, error.message())};
}

class AsioServer final : public Server {
 public:
  AsioServer(const ServerOptions& options, Handler handler)
      : shared_{options, std::move(handler)},
        loops_(options.loops),
        acceptor_(loops_[0].context),
        pause_(loops_[0].context) {}

  ~AsioServer() override {
    shared_.stopping = true;
    asio::post(loops_[0].context, [this] {
      acceptor_.close();
      pause_.cancel();
    });
    for (Loop& loop : loops_) {
      asio::post(loop.context, [&loop] {
        for (Connection* connection : loop.connections) connection->stop();
        loop.work.reset();
      });
    }
    for (Loop& loop : loops_)
      if (loop.thread.joinable()) loop.thread.join();
  }

  Result<void> start() {
    error_code error;
    const auto address = asio::ip::make_address(shared_.options.address, error);
    if (error) return listen_error(shared_.options, error);
    const tcp::endpoint endpoint(address, shared_.options.port);
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
    if (error) return listen_error(shared_.options, error);
    port_ = acceptor_.local_endpoint().port();
    accept();
    for (Loop& loop : loops_) loop.thread = std::thread([&loop] { loop.context.run(); });
    return {};
  }

  std::uint16_t port() const override { return port_; }

 private:
  void accept() {
    if (shared_.connections >= shared_.options.connections) return accept_later();
    Loop& loop = loops_[next_++ % loops_.size()];
    acceptor_.async_accept(loop.context, [this, &loop](error_code error, tcp::socket socket) {
      if (shared_.stopping) return;
      // Out of file descriptors, most likely: what waits in the kernel's queue can wait a little longer.
      if (error) return accept_later();
      ++shared_.connections;
      asio::post(loop.context, [this, &loop, socket = std::move(socket)]() mutable {
        std::make_shared<Connection>(shared_, loop, std::move(socket))->read();
      });
      accept();
    });
  }

  void accept_later() {
    pause_.expires_after(std::chrono::milliseconds(50));
    pause_.async_wait([this](error_code error) {
      if (!error && !shared_.stopping) accept();
    });
  }

  Shared shared_;
  std::vector<Loop> loops_;
  // By the first loop's thread once it runs.
  tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  std::size_t next_ = 0;
  std::uint16_t port_ = 0;
};
}  // namespace

Result<std::unique_ptr<Server>> start_server(const ServerOptions& options, Handler handler) {
  auto server = std::make_unique<AsioServer>(options, std::move(handler));
  STOA_TRY(server->start());
  return std::unique_ptr<Server>(std::move(server));
}

}  // namespace stoa::http
