#include "http/answers.h"

#include "http/percent.h"

namespace stoa::http {
namespace {

/// What may stand in a Location as it is; the rest is encoded, byte by byte.
bool is_plain(char c) {
  return c > 0x20 && c < 0x7f && c != '"' && c != '<' && c != '>' && c != '\\' && c != '^' && c != '`' &&
         c != '{' && c != '|' && c != '}';
}

}  // namespace

Response html(std::string markup, int status) {
  return {.status = status, .content_type = "text/html; charset=utf-8", .body = std::move(markup)};
}

Response no_content() {
  return {.status = 204, .content_type = ""};
}

Response see_other(std::string_view path) {
  std::string location;
  location.reserve(path.size());
  for (const char c : path) {
    if (is_plain(c))
      location += c;
    else
      append_encoded(c, location);
  }
  return {.status = 303, .content_type = "", .headers = {{"Location", std::move(location)}}};
}

std::string local_path(std::string_view path, std::string_view fallback) {
  // Browsers take a backslash for a slash and drop tabs and line ends, so `/\host` and `/<tab>/host` lead
  // away too.
  const bool local = path.starts_with('/') && !path.starts_with("//") &&
                     path.find_first_of("\\\t\r\n") == path.npos && path.find('\0') == path.npos;
  return std::string(local ? path : fallback);
}

}  // namespace stoa::http
