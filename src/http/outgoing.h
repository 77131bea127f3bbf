#pragma once
#include "http/response.h"
#include "http/response_head.h"
#include "http/socket.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stoa::http {

/// An answer on its way out: head and body without copies of what is shared, or part of a file.
class Outgoing {
 public:
  Outgoing() = default;
  ~Outgoing() { clear(); }
  Outgoing(const Outgoing&) = delete;
  Outgoing& operator=(const Outgoing&) = delete;

  enum class Sends { HeadOnly, HeadAndBody };
  /// One piece for the socket's next record; over TLS every piece is a record with costs of its own.
  enum class Small { AsIs, Joined };

  /// `response` stays until the answer is out. False when its file cannot be read; then nothing is begun.
  bool begin(const Response&, Ending, Sends, Small, std::string_view date);

  enum class Progress { Done, Blocked, Unfinished, Broken };
  /// Unfinished: others should have their turn before this goes on.
  Progress write(Socket&);

  std::uint64_t sent() const { return sent_; }
  /// Headers of the response that could not be sent.
  std::size_t dropped_headers() const { return dropped_; }
  /// Forgets the answer and closes its file.
  void clear();

 private:
  bool open(const FilePart&);
  Io write_some(Socket&);

  std::string head_;
  std::size_t head_sent_ = 0;
  std::string_view body_;
  int file_ = -1;
  std::uint64_t offset_ = 0;
  std::uint64_t left_ = 0;
  std::uint64_t sent_ = 0;
  std::size_t dropped_ = 0;
};

}  // namespace stoa::http
