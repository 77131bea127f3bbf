#pragma once
#include "http/request.h"
#include "http/response.h"

#include <chrono>
#include <cstddef>
#include <variant>

namespace stoa::http {

/// How a request is to be taken in, decided from its head.
struct Plan {
  enum class Place { Loop, Pool };
  enum class Body { InMemory, ToFile };

  /// On the loop's thread, or on the bounded pool because it computes long or waits for another machine.
  Place place = Place::Loop;
  Body body = Body::InMemory;
  /// A longer one is answered with 413, before it is read where its length was announced.
  std::size_t body_bytes = 0;
};

/// What the server serves. Its methods are called on the server's threads, several at once.
class Application {
 public:
  virtual ~Application() = default;

  /// `head` has neither body nor upload yet. A Response refuses the request before its body is read.
  virtual std::variant<Plan, Response> plan(const Request& head) = 0;

  /// The server opens a DeferredDurability around it and keeps the answer back until what it awaits is
  /// durable. On the pool, where there is time, durable writes wait for the disk one by one. What it throws
  /// is answered with 500 and logged.
  virtual Response handle(Request&) = 0;

  /// The answer to a request that the server itself had to refuse (400, 408, 413, 431, 503, …), so that all
  /// errors look alike. `request` holds what could be read; often nothing.
  virtual Response refuse(const Request&, int status, std::string_view code, std::string_view detail) = 0;

  /// After the answer was sent or its client was gone; for the access log and the metrics. Must be quick.
  virtual void answered(const Request&, const Response&, std::chrono::nanoseconds took) = 0;
};

}  // namespace stoa::http
