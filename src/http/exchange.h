#pragma once
#include "base/durability.h"
#include "http/application.h"
#include "http/outgoing.h"
#include "http/request_reader.h"
#include "http/waiting.h"

#include <array>
#include <optional>

namespace stoa::http {

/// A request and its answer while they are under way, with the memory both need. A connection has one only
/// from a request's first byte to its answer's last; idle ones wait in the loop for the next connection.
struct Exchange {
  explicit Exchange(const RequestReader::Limits& limits) : reader(limits) {}

  RequestReader reader;
  Request request;
  Response response;
  Plan plan;
  /// The application refused from the head, and a small body is only read to get past it.
  bool refused_by_plan = false;
  /// The connection cannot go on after this answer: nobody knows where the next request begins.
  bool last = false;
  Sequence awaits = 0;
  Moment began{};
  Outgoing outgoing;
  std::array<char, 16> id{};

  /// Whether the head is known; then the application hears how the request ended.
  bool has_request() const { return !request.id.empty(); }
  /// Forgets request and answer; what the reader has read of the next request stays.
  void clear() {
    outgoing.clear();
    request = {};
    response.headers.clear();
    response.body.emplace<std::string>();
    plan = {};
    refused_by_plan = last = false;
    awaits = 0;
  }
};

}  // namespace stoa::http
