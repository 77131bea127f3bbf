#pragma once
#include "base/clock.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stoa::http {

struct Route;

enum class Method { Get, Head, Post, Put, Patch, Delete, Options };
enum class Scheme { Http, Https };

struct HeaderView {
  std::string_view name;
  std::string_view value;
};

/// One request. Every view is into the connection's buffers and gone when the handler returns.
struct Request {
  Method method = Method::Get;
  Scheme scheme = Scheme::Http;
  /// As sent: starts with '/', percent-encoding and query included.
  std::string_view target;
  /// The target up to '?', still percent-encoded; and what follows the '?', without it.
  std::string_view path;
  std::string_view query;
  std::span<const HeaderView> headers;
  /// Empty when the body went to `upload`.
  std::string_view body;
  /// Where a streamed body lies; whoever wants to keep it moves it away, otherwise it goes with the request.
  std::optional<std::filesystem::path> upload;
  /// The client's address without its port: from X-Forwarded-For when a configured proxy sent it.
  std::string_view client;
  /// For log lines and problem documents: the client's X-Request-Id if it is well-formed, else a new one.
  std::string_view id;
  /// The application's note to itself, made in plan() for handle() and answered(); null when no route fits.
  mutable const Route* route = nullptr;

  /// The first header of that name, in any case; nullopt when there is none.
  std::optional<std::string_view> header(std::string_view name) const;
};

std::string_view name_of(Method);

}  // namespace stoa::http
