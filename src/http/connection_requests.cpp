#include "http/connection.h"

#include <algorithm>
#include <exception>

namespace stoa::http {
namespace {

/// A refused request's body up to here is read, so that the connection can go on.
constexpr std::size_t kSkippedBody = 64 << 10;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr Fault kBroken{500, "http.broken", "something went wrong here, and it has been noted"};

bool is_request_id(std::string_view id) {
  return !id.empty() && id.size() <= 64 && std::ranges::all_of(id, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

Response options_of_the_server() {
  return {.status = 204,
          .content_type = "",
          .headers = {{"Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"}}};
}

}  // namespace

void Connection::fill_request() {
  const Head& head = exchange_->reader.head();
  Request& request = exchange_->request;
  const Service& service = loop_.service();
  exchange_->began = std::chrono::steady_clock::now();
  request.method = head.method;
  request.scheme = service.tls ? Scheme::Https : Scheme::Http;
  request.target = head.target;
  request.path = head.path;
  request.query = head.query;
  request.headers = head.headers;
  request.client = client_;
  if (!service.proxies.empty() && service.proxies.contains(peer_)) {
    const std::string_view client = service.proxies.client(peer_, head.forwarded_for);
    if (!client.empty()) request.client = client;
    if (head.forwarded_proto == "https") request.scheme = Scheme::Https;
    if (head.forwarded_proto == "http") request.scheme = Scheme::Http;
  }
  if (is_request_id(head.request_id)) {
    request.id = head.request_id;
  } else {
    loop_.new_id(exchange_->id);
    request.id = {exchange_->id.data(), exchange_->id.size()};
  }
}

/// Asks the application, which may refuse from the head alone. False when it broke.
bool Connection::ask_for_plan() {
  Exchange& exchange = *exchange_;
  Service& service = loop_.service();
  try {
    auto decided = service.application.plan(exchange.request);
    if (auto* response = std::get_if<Response>(&decided)) {
      exchange.response = std::move(*response);
      exchange.refused_by_plan = true;
    } else {
      exchange.plan = std::get<Plan>(decided);
    }
    return true;
  } catch (const std::exception& error) {
    service.options.log.error("a request could not be planned",
                              {{"path", exchange.request.path}, {"why", error.what()}});
    return false;
  }
}

Connection::Next Connection::plan() {
  fill_request();
  Exchange& exchange = *exchange_;
  if (exchange.request.path == "*") {
    exchange.response = options_of_the_server();
    exchange.refused_by_plan = true;
  } else if (!ask_for_plan()) {
    return refuse(kBroken);
  }
  if (exchange.refused_by_plan) return skip_body();
  const bool to_file = exchange.plan.body == Plan::Body::ToFile;
  if (!to_file || exchange.reader.head().framing == Head::Framing::None)
    return take_body(exchange.plan.body_bytes, std::nullopt);
  auto upload = Upload::create(loop_.service().options.upload_directory);
  if (upload.ok()) return take_body(exchange.plan.body_bytes, *std::move(upload));
  loop_.service().options.log.error("an upload could not be stored", {{"why", upload.error().message}});
  return refuse({507, "http.upload", "the server could not store the request's body"});
}

/// Behind a small body the next request can be found; after a large one the connection ends with the answer.
Connection::Next Connection::skip_body() {
  const Head& head = exchange_->reader.head();
  const bool small = head.framing != Head::Framing::Chunked && head.length <= kSkippedBody;
  if (small && (!head.expects_continue || exchange_->reader.body_is_here()))
    return take_body(kSkippedBody, std::nullopt);
  exchange_->last = true;
  return respond();
}

Connection::Next Connection::take_body(std::size_t most, std::optional<Upload> upload) {
  const auto step = exchange_->reader.take_body(most, std::move(upload));
  const Head& head = exchange_->reader.head();
  if (step == RequestReader::Step::More && head.expects_continue && head.version == Head::Version::Http11)
    say_continue();
  return follow(step);
}

/// Small enough for any socket whose client has read its last answer; one that has not can wait for its
/// body's time-out.
void Connection::say_continue() {
  socket_.write(kContinue, {});
}

Connection::Next Connection::serve() {
  Exchange& exchange = *exchange_;
  if (exchange.refused_by_plan) return respond();
  exchange.request.body = exchange.reader.body();
  if (Upload* upload = exchange.reader.upload()) exchange.request.upload = upload->path();
  if (exchange.plan.place == Plan::Place::Pool) {
    state_ = State::WithPool;
    loop_.wait(*this, wait_ = Wait::Work);
    if (loop_.service().pool->offer(*this)) return Next::Wait;
    return refuse({503, "http.busy", "the server has too much to do; try again in a moment"});
  }
  handle();
  return arrive();
}

void Connection::handle() {
  Exchange& exchange = *exchange_;
  Service& service = loop_.service();
  using Writes = DeferredDurability::Writes;
  DeferredDurability deferred(exchange.plan.place == Plan::Place::Pool ? Writes::Wait : Writes::Defer);
  try {
    exchange.response = service.application.handle(exchange.request);
    exchange.awaits = deferred.awaits();
  } catch (const std::exception& error) {
    service.options.log.error("a request failed", {{"path", exchange.request.path}, {"why", error.what()}});
    exchange.awaits = 0;
    exchange.response = refusal(kBroken);
  }
}

void Connection::handled() {
  if (state_ != State::WithPool) return;
  if (broken_ || !socket_.is_open()) return close();
  if (arrive() == Next::GoOn) run();
}

Connection::Next Connection::arrive() {
  Service& service = loop_.service();
  if (exchange_->awaits <= service.progress.reached()) return respond();
  state_ = State::Parked;
  service.parked.fetch_add(1, std::memory_order_relaxed);
  wait_ = Wait::Disk;
  loop_.park(*this);
  return Next::Wait;
}

void Connection::durable() {
  loop_.service().parked.fetch_sub(1, std::memory_order_relaxed);
  if (respond() == Next::GoOn) run();
}

Response Connection::refusal(const Fault& fault) {
  Service& service = loop_.service();
  try {
    return service.application.refuse(exchange_->request, fault.status, fault.code, fault.detail);
  } catch (const std::exception& error) {
    service.options.log.error("a refusal failed", {{"code", fault.code}, {"why", error.what()}});
    return {.status = fault.status, .body = std::string(fault.detail)};
  }
}

Connection::Next Connection::refuse(const Fault& fault) {
  Exchange& exchange = *exchange_;
  if (!exchange.has_request()) fill_request();
  exchange.response = refusal(fault);
  if (fault.status == 503 && !exchange.response.header("Retry-After"))
    exchange.response.headers.push_back({"Retry-After", "1"});
  if (exchange.reader.step() != RequestReader::Step::Whole) exchange.last = true;
  return respond();
}

}  // namespace stoa::http
