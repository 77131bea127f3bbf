#pragma once
#include "resp/buffer.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace stoa::resp {

enum class Protocol : std::uint8_t { Resp2 = 2, Resp3 = 3 };

/// Writes answers in a client's protocol, straight into what is sent.
class Reply {
 public:
  Reply(Buffer& out, Protocol protocol) : out_(out), protocol_(protocol) {}

  Protocol protocol() const { return protocol_; }
  void use(Protocol protocol) { protocol_ = protocol; }
  bool resp3() const { return protocol_ == Protocol::Resp3; }

  void ok() { out_.append("+OK\r\n"); }
  void status(std::string_view);
  /// `text` begins with the error's kind: "ERR …". Line ends in it become spaces.
  void error(std::string_view text);
  void integer(std::int64_t number) { head(':', number); }
  void integer(std::size_t number) { head(':', static_cast<std::int64_t>(number)); }
  void integer(bool yes) { out_.append(yes ? ":1\r\n" : ":0\r\n"); }
  void bulk(std::string_view);
  void bulk(std::optional<std::string_view> text) { text ? bulk(*text) : null(); }
  void number(double);
  void number(std::optional<double> value) { value ? number(*value) : null(); }
  void null() { out_.append(resp3() ? "_\r\n" : "$-1\r\n"); }
  void null_array() { out_.append(resp3() ? "_\r\n" : "*-1\r\n"); }
  /// Text for people.
  void verbatim(std::string_view);

  // As many answers follow; a map has a key and a value for each.
  void array(std::size_t count) { head('*', static_cast<std::int64_t>(count)); }
  void map(std::size_t count) { resp3() ? head('%', signed_(count)) : head('*', signed_(count * 2)); }
  void set(std::size_t count) { head(resp3() ? '~' : '*', signed_(count)); }

  /// For an array whose length is known only at the end: mark() first, then array_at(mark, count).
  std::size_t mark() const { return out_.size(); }
  void array_at(std::size_t mark, std::size_t count);
  /// Takes back what was written since.
  void take_back(std::size_t mark) { out_.cut(mark); }

  Buffer& out() { return out_; }

 private:
  static std::int64_t signed_(std::size_t count) { return static_cast<std::int64_t>(count); }
  void head(char kind, std::int64_t number);

  Buffer& out_;
  Protocol protocol_;
};

}  // namespace stoa::resp
