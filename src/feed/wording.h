#pragma once
#include "base/readable.h"
#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace stoa::feed {

/// What people may write into one field.
struct Wording {
  enum class Empty { Refused, Allowed };

  /// Of the Error: `article.title`.
  std::string_view code;
  /// Begins the message: "the title".
  std::string_view what;
  /// In code points, after trimming.
  std::size_t most;
  Lines lines = Lines::One;
  Empty empty = Empty::Refused;
};

/// The text without blanks at its ends. Invalid, and named where it can be, for ill-formed UTF-8, what
/// read_as_shown() finds fault with, text of nothing that can be seen, and more than `most` code points.
Result<std::string> read_wording(const Wording&, std::string_view text);

}  // namespace stoa::feed
