#pragma once
#include "http/response.h"

#include <string>
#include <string_view>

namespace stoa::http {

enum class Ending { KeepAlive, KeepAliveSaid, Close };

/// Appends a response's head to `out`, its empty line included. `date` is the value of Date. Gives the number
/// of headers that were left out because they would have broken the head.
std::size_t write_head(const Response&, Ending, std::string_view date, std::string& out);

/// Whether an answer of that status has a body at all.
constexpr bool may_have_body(int status) {
  return status >= 200 && status != 204 && status != 304;
}

/// A moment as HTTP writes it, in a buffer that is written anew once a second; for one thread.
class HttpDate {
 public:
  std::string_view now();

 private:
  std::int64_t second_ = -1;
  char text_[32] = {};
  std::size_t size_ = 0;
};

}  // namespace stoa::http
