#include "http/head_scan.h"

#include "http/control.h"

namespace stoa::http {
HeadScan::Found HeadScan::refuse(std::string_view code, std::string_view detail) {
  fault_ = {400, code, detail};
  return Found::Fault;
}

std::optional<std::size_t> HeadScan::first_line() const {
  return first_line_ > 0 ? std::optional(first_line_) : std::nullopt;
}

HeadScan::Found HeadScan::end_line(std::size_t at) {
  position_ = at + 2;
  if (at == line_) return Found::End;
  if (first_line_ == 0) first_line_ = at;
  line_ = position_;
  return Found::Nothing;
}

HeadScan::Found HeadScan::look(std::string_view bytes) {
  while (position_ < bytes.size()) {
    if (position_ == line_ && position_ > 0 && (bytes[line_] == ' ' || bytes[line_] == '\t'))
      return refuse("http.folded_header", "a header line begins with a space; folded lines are not taken");
    position_ = find_control(bytes, position_);
    if (position_ == bytes.size()) break;
    switch (bytes[position_]) {
      case '\t':
        ++position_;
        break;
      case '\r':
        if (position_ + 1 == bytes.size()) return Found::Nothing;
        if (bytes[position_ + 1] != '\n')
          return refuse("http.line_end", "a carriage return without its line feed");
        if (end_line(position_) == Found::End) return Found::End;
        break;
      case '\n':
        return refuse("http.line_end", "a line feed without its carriage return");
      default:
        return refuse("http.control_character", "a control character in the request's head");
    }
  }
  return Found::Nothing;
}

}  // namespace stoa::http
