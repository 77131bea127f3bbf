#include "http/response_head.h"

#include "http/ascii.h"
#include "http/control.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace stoa::http {
namespace {

/// Nothing in it would end a line, or be read differently by the next in line.
bool is_safe(std::string_view text) {
  return find_control(text) == text.size() ||
         std::ranges::none_of(text, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

bool is_safe_name(std::string_view name) {
  static constexpr std::array<bool, 256> kAllowed = [] {
    std::array<bool, 256> allowed{};
    for (char c = '!'; c < 0x7f; ++c) allowed[static_cast<unsigned char>(c)] = c != ':';
    return allowed;
  }();
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return kAllowed[static_cast<unsigned char>(c)]; });
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

/// Writes lines behind what is in a string, whose room is made once: a head has some forty pieces, and each
/// append by itself costs as much as the piece.
class HeadWriter {
 public:
  HeadWriter(std::string& out, std::size_t most) : out_(out) {
    const std::size_t before = out.size();
    out.resize(before + most);
    at_ = out.data() + before;
  }
  HeadWriter& add(std::string_view text) {
    at_ += text.copy(at_, text.size());
    return *this;
  }
  HeadWriter& add(std::uint64_t number) {
    at_ = std::to_chars(at_, at_ + kMostDigits, number).ptr;
    return *this;
  }
  void line(std::string_view name, std::string_view value) { add(name).add(": ").add(value).add("\r\n"); }
  void finish() { out_.resize(static_cast<std::size_t>(at_ - out_.data())); }

  static constexpr std::size_t kMostDigits = 20;

 private:
  std::string& out_;
  char* at_;
};

/// The status with its name, the length, the names of the lines we write ourselves.
constexpr std::size_t kMostBesides = 256;
/// ": " and the line's end.
constexpr std::size_t kAroundAHeader = 4;

std::size_t most_bytes(const Response& response, std::string_view date) {
  std::size_t most =
      kMostBesides + date.size() + response.content_type.size() + response.fixed_headers.size();
  for (const Header& header : response.headers)
    most += header.name.size() + header.value.size() + kAroundAHeader;
  return most;
}

}  // namespace

std::size_t write_head(const Response& response, Ending ending, std::string_view date, std::string& out) {
  std::size_t dropped = 0;
  HeadWriter head(out, most_bytes(response, date));
  head.add("HTTP/1.1 ").add(static_cast<std::uint64_t>(response.status)).add(" ");
  head.add(response.status == 200 ? "OK" : reason(response.status)).add("\r\n");
  head.line("Date", date);
  if (!response.content_type.empty() && is_safe(response.content_type))
    head.line("Content-Type", response.content_type);
  if (may_have_body(response.status)) head.add("Content-Length: ").add(response.body_size()).add("\r\n");
  for (const Header& header : response.headers) {
    if (is_safe_name(header.name) && is_safe(header.value) && !is_own(header.name))
      head.line(header.name, header.value);
    else
      ++dropped;
  }
  head.add(response.fixed_headers);
  if (ending == Ending::Close) head.line("Connection", "close");
  if (ending == Ending::KeepAliveSaid) head.line("Connection", "keep-alive");
  head.add("\r\n").finish();
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
