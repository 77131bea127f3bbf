#pragma once
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::bench {

/// Commands as Redis takes them on the wire.
class Pipeline {
 public:
  void add(std::initializer_list<std::string_view> words);
  const std::string& bytes() const { return bytes_; }
  /// How many answers the server will give.
  int answers() const { return answers_; }
  void clear();

 private:
  std::string bytes_;
  int answers_ = 0;
};

/// Plays kClients clients on one thread over a unix socket, as lean as can be, so that the server is what is
/// measured: each client's next pipeline goes out when its last one has been answered. Gives requests a
/// second.
double redis_closed_loop(const std::filesystem::path& socket,
                         const std::function<void(int client, Pipeline&)>& request);

/// Sends one large pipeline after another on one connection and waits for the answers; for filling a server.
void redis_fill(const std::filesystem::path& socket, std::uint64_t count,
                const std::function<void(std::uint64_t i, Pipeline&)>& add);

}  // namespace stoa::bench
