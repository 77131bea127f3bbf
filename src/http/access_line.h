#pragma once
#include "base/clock.h"
#include "base/log.h"
#include "http/request.h"
#include "http/response.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace stoa::http {

/// What an access log says of one request. Views are into the request, or into packed bytes.
struct AccessFacts {
  Time time;
  std::chrono::nanoseconds took{};
  std::uint64_t bytes = 0;
  int status = 0;
  Method method = Method::Get;
  std::string_view client;
  std::string_view target;
  std::string_view referer;
  std::string_view agent;
  std::string_view id;
  /// The pattern of the route; empty when none fitted.
  std::string_view route;
};

/// Long texts are cut.
AccessFacts access_facts(const Request&, const Response&, std::chrono::nanoseconds took, Time);

/// Appends as bytes that only unpack() reads, in this process.
void pack(const AccessFacts&, std::string& to);
std::size_t packed_size(const AccessFacts&);
/// Takes the first off the front.
AccessFacts unpack(std::string_view& from);

/// Appends with its line end. What a stranger put into a text cannot end the line or a field.
void append_access_line(std::string& to, LogFormat, const AccessFacts&);

}  // namespace stoa::http
