#include "feed/wording.h"

#include "base/utf8.h"

#include <fmt/format.h>

namespace stoa::feed {

Result<std::string> read_wording(const Wording& wording, std::string_view text) {
  const auto invalid = [&](std::string message) {
    return Error{Error::Kind::Invalid, std::string(wording.code),
                 std::string(wording.what) + " " + std::move(message)};
  };
  // Four bytes a code point and as much again to trim: more is refused before it is looked at.
  if (text.size() > 8 * wording.most + 64)
    return invalid(fmt::format("has more than {} characters; shorten it", wording.most));
  if (!is_utf8(text)) return invalid("is not UTF-8");
  Reading reading = read_as_shown(text, wording.lines);
  if (!reading.fault.empty()) return invalid(std::move(reading.fault));
  if (reading.seen.empty() && wording.empty == Wording::Empty::Refused)
    return invalid("has nothing in it that can be seen");
  if (count_code_points(reading.seen) > wording.most)
    return invalid(fmt::format("has more than {} characters; shorten it", wording.most));
  return std::string(reading.seen);
}

}  // namespace stoa::feed
