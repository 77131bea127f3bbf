#pragma once
#include "http/fault.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stoa::http {

/// Takes a body in the chunked transfer coding apart, in whatever pieces it comes. Strict: sizes are
/// hexadecimal digits, lines end in CR LF, extensions and trailers are skipped and bounded.
class Chunked {
 public:
  enum class Found { Nothing, Data, End, Fault };

  /// Goes on in `bytes` and takes off them what it used. Data: `data()` is the next piece of the body, a view
  /// into `bytes`; call again. Nothing: `bytes` is used up.
  Found next(std::string_view& bytes);

  std::string_view data() const { return data_; }
  const Fault& fault() const { return fault_; }

 private:
  enum class Expects {
    Size,
    Extension,
    SizeEnd,
    Data,
    DataReturn,
    DataEnd,
    Trailer,
    TrailerLine,
    TrailerEnd,
    LastEnd
  };

  Found take(char c);
  Found take_size(char c);
  Found take_skipped(char c, Expects at_return);
  Found expect(char c, char wanted, Expects then);
  Found refuse(std::string_view detail);

  Expects expects_ = Expects::Size;
  std::uint64_t left_ = 0;
  unsigned digits_ = 0;
  /// Of extensions and trailers, over the whole body.
  std::size_t skipped_ = 0;
  std::string_view data_;
  Fault fault_{};
};

}  // namespace stoa::http
