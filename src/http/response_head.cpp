#include "http/response_head.h"

#include "http/ascii.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <charconv>

namespace stoa::http {
namespace {

/// What would end a line, or be read differently by the next in line.
bool is_safe(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

bool is_safe_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7f && c != ':'; });
}

/// What the server writes itself.
bool is_own(std::string_view name) {
  switch (name.size()) {
    case 4:
      return equal_ignoring_case(name, "date");
    case 10:
      return equal_ignoring_case(name, "connection");
    case 14:
      return equal_ignoring_case(name, "content-length");
    case 17:
      return equal_ignoring_case(name, "transfer-encoding");
    default:
      return false;
  }
}

void append_number(std::string& out, std::uint64_t number) {
  char digits[20];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void append_line(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

std::size_t write_head(const Response& response, Ending ending, std::string_view date, std::string& out) {
  std::size_t dropped = 0;
  if (response.status == 200) {
    out.append("HTTP/1.1 200 OK\r\nDate: ");
  } else {
    out.append("HTTP/1.1 ");
    append_number(out, static_cast<std::uint64_t>(response.status));
    out.append(" ").append(reason(response.status)).append("\r\nDate: ");
  }
  out.append(date).append("\r\n");
  if (!response.content_type.empty() && is_safe(response.content_type))
    append_line(out, "Content-Type", response.content_type);
  if (may_have_body(response.status)) {
    out.append("Content-Length: ");
    append_number(out, response.body_size());
    out.append("\r\n");
  }
  for (const Header& header : response.headers) {
    if (is_safe_name(header.name) && is_safe(header.value) && !is_own(header.name))
      append_line(out, header.name, header.value);
    else
      ++dropped;
  }
  out.append(response.fixed_headers);
  if (ending == Ending::Close) out.append("Connection: close\r\n");
  if (ending == Ending::KeepAliveSaid) out.append("Connection: keep-alive\r\n");
  out.append("\r\n");
  return dropped;
}

std::string_view HttpDate::now() {
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &time);
  if (time.tv_sec != second_) {
    second_ = time.tv_sec;
    const auto end =
        fmt::format_to_n(text_, sizeof text_, "{:%a, %d %b %Y %H:%M:%S GMT}", fmt::gmtime(time.tv_sec));
    size_ = std::min(end.size, sizeof text_);
  }
  return {text_, size_};
}

}  // namespace stoa::http
