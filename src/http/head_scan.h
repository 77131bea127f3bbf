#pragma once
#include "http/fault.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace stoa::http {

/// Finds where a request's head ends while its bytes come, and refuses at once the bytes on which a proxy and
/// a server could disagree about that: a CR or LF by itself, a folded line, NUL and other control characters.
/// Looks at every byte once.
class HeadScan {
 public:
  enum class Found { Nothing, End, Fault };

  /// `bytes` are all that came since the request's beginning, as in the calls before and more.
  Found look(std::string_view bytes);

  /// After End: the length of the head, its empty line included. After Fault: where that is.
  std::size_t position() const { return position_; }
  /// After Fault.
  const Fault& fault() const { return fault_; }
  /// The length of the first line; nullopt while that is not complete.
  std::optional<std::size_t> first_line() const;

 private:
  Found refuse(std::string_view code, std::string_view detail);
  Found end_line(std::size_t at);

  std::size_t position_ = 0;
  std::size_t line_ = 0;
  std::size_t first_line_ = 0;
  Fault fault_{};
};

}  // namespace stoa::http
