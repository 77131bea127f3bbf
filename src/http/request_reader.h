#pragma once
#include "http/bytes.h"
#include "http/chunked.h"
#include "http/fault.h"
#include "http/head.h"
#include "http/head_scan.h"
#include "http/upload.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stoa::http {

/// Turns the bytes of a connection into requests, one after another; knows no socket. Bytes go where room()
/// says; after filled(), step() tells what they make:
///
///     More ──bytes──▶ HeadDone ──take_body()──▶ More … ──▶ Whole ──next()──▶ More or HeadDone
///
/// What came after a request stays for the next one. After a Fault nothing more can be read.
class RequestReader {
 public:
  struct Limits {
    std::size_t head_bytes = 16 << 10;
    HeadLimits head = {};
  };
  enum class Step { More, HeadDone, Whole, Fault };

  explicit RequestReader(const Limits& limits) : limits_(limits) {}

  /// Never empty while step() gives More. Views of the head and of the body stay valid.
  std::span<char> room();
  void filled(std::size_t bytes);
  Step step();

  /// After HeadDone, once: how the body is to be taken in. Fault (413) when its announced length is above
  /// `most`. Without an upload it is kept in memory.
  Step take_body(std::size_t most, std::optional<Upload>);

  /// From HeadDone on, until next(). The fields that could be read after a Fault.
  const Head& head() const { return head_; }
  /// From Whole on; empty for an upload.
  std::string_view body() const { return body_view_; }
  Upload* upload() { return upload_ ? &*upload_ : nullptr; }
  const Fault& fault() const { return fault_; }

  /// Whether anything of a request has come that is not over.
  bool started() const;
  /// Bytes of the present body so far.
  std::uint64_t body_bytes() const { return taken_; }
  /// Whether the body is known to be empty or to have come completely, before take_body().
  bool body_is_here() const;

  /// The request is over; its views end.
  void next();
  /// As new, and with little memory: the reader can serve another connection.
  void reset();

 private:
  enum class State { Head, HeadDone, Length, Chunked, Whole, Fault };

  Step step_head();
  std::optional<Fault> overlong(HeadScan::Found, std::size_t size) const;
  Step step_length();
  Step step_chunked();
  Step take_whole_from_buffer();
  Step finish_body();
  Step refuse(const Fault&);
  bool keep(std::string_view part);
  Bytes& source();

  const Limits limits_;
  State state_ = State::Head;
  Fault fault_{};

  Bytes buffer_;
  HeadScan scan_;
  bool skipped_line_ = false;
  Head head_;
  std::size_t head_size_ = 0;

  /// What comes of a body that does not go to its place directly.
  Bytes pieces_;
  std::string body_;
  std::string_view body_view_;
  std::optional<Upload> upload_;
  Chunked chunked_;
  std::uint64_t most_ = 0;
  std::uint64_t taken_ = 0;
  /// Bytes of `body_` that came; the rest of it is room.
  std::size_t body_filled_ = 0;
};

}  // namespace stoa::http
