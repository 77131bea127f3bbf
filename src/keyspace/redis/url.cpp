#include "keyspace/redis/url.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace stoa::keyspace::redis {
namespace {

constexpr std::string_view kForms =
    "write redis://[user:password@]host[:port][/database], rediss://… for TLS, or "
    "unix:///path/to.sock[?db=n]";

Error wrong(std::string_view what) {
  return {Error::Kind::Invalid, "redis.url", fmt::format("redis url: {}; {}", what, kForms)};
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

Result<std::string> decode(std::string_view text, std::string_view part) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) return wrong(fmt::format("'%' without two hex digits in the {}", part));
    plain += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return plain;
}

template <class Number>
Result<Number> number(std::string_view text, Number least, Number most, std::string_view part) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
    return wrong(fmt::format("the {} '{}' is not a number from {} to {}", part, text, least, most));
  return value;
}

Result<int> database(std::string_view text) {
  return number<int>(text, 0, 1'000'000, "database");
}

/// Splits `text` at the first `mark`; the part after it is nullopt when there is none.
std::pair<std::string_view, std::optional<std::string_view>> split(std::string_view text, char mark) {
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return {text, std::nullopt};
  return {text.substr(0, at), text.substr(at + 1)};
}

Result<void> read_login(std::string_view text, Url& url) {
  const auto [first, second] = split(text, ':');
  // As redis-cli takes it: a single word is the password.
  if (second) url.user = STOA_TRY(decode(first, "user"));
  url.password = STOA_TRY(decode(second.value_or(first), "password"));
  return {};
}

Result<void> read_address(std::string_view text, Url& url) {
  std::string_view port;
  if (text.starts_with('[')) {
    const auto close = text.find(']');
    if (close == std::string_view::npos) return wrong("the address has '[' and no ']'");
    url.host = text.substr(1, close - 1);
    const std::string_view rest = text.substr(close + 1);
    if (!rest.empty() && rest.front() != ':') return wrong("only ':port' may follow ']'");
    port = rest.empty() ? rest : rest.substr(1);
    if (!rest.empty() && port.empty()) return wrong("the port after ':' is missing");
  } else {
    const auto [host, after] = split(text, ':');
    url.host = STOA_TRY(decode(host, "host"));
    port = after.value_or("");
    if (after && port.empty()) return wrong("the port after ':' is missing");
  }
  if (url.host.empty()) return wrong("the host is missing");
  if (!port.empty()) url.port = STOA_TRY(number<std::uint16_t>(port, 1, 65535, "port"));
  return {};
}

Result<void> read_option(std::string_view name, std::string_view raw, Url& url) {
  const std::string value = STOA_TRY(decode(raw, name));
  const bool is_unix = url.scheme == Url::Scheme::Unix;
  const bool is_tls = url.scheme == Url::Scheme::Tls;
  if (name == "db" && is_unix) {
    url.database = STOA_TRY(database(value));
  } else if (name == "user" && is_unix) {
    url.user = value;
  } else if (name == "password" && is_unix) {
    url.password = value;
  } else if (name == "ca" && is_tls) {
    url.ca = value;
  } else if (name == "cert" && is_tls) {
    url.cert = value;
  } else if (name == "key" && is_tls) {
    url.key = value;
  } else if (name == "verify" && is_tls) {
    if (value != "yes" && value != "no")
      return wrong(fmt::format("verify is 'yes' or 'no', not '{}'", value));
    url.verify = value == "no" ? Url::Verify::No : Url::Verify::Yes;
  } else {
    return wrong(
        fmt::format("unknown option '{}' (rediss: ca, cert, key, verify; unix: db, user, password)", name));
  }
  return {};
}

Result<void> read_options(std::string_view query, Url& url) {
  std::optional<std::string_view> rest = query;
  while (rest && !rest->empty()) {
    const auto [option, after] = split(*rest, '&');
    const auto [name, value] = split(option, '=');
    STOA_TRY(read_option(name, value.value_or(""), url));
    rest = after;
  }
  if (url.cert.empty() != url.key.empty()) return wrong("'cert' and 'key' go together");
  return {};
}

Result<void> read_host_form(std::string_view text, Url& url) {
  const auto [authority, tail] = split(text, '/');
  const auto at = authority.rfind('@');
  if (at != std::string_view::npos) STOA_TRY(read_login(authority.substr(0, at), url));
  STOA_TRY(read_address(at == std::string_view::npos ? authority : authority.substr(at + 1), url));
  if (tail && !tail->empty()) url.database = STOA_TRY(database(*tail));
  return {};
}

Result<Url::Scheme> scheme_of(std::string_view name) {
  if (name == "redis") return Url::Scheme::Tcp;
  if (name == "rediss") return Url::Scheme::Tls;
  if (name == "unix") return Url::Scheme::Unix;
  return wrong(fmt::format("unknown scheme '{}'", name));
}

}  // namespace

std::string Url::where() const {
  if (scheme == Scheme::Unix) return "unix://" + path;
  const std::string_view name = scheme == Scheme::Tls ? "rediss" : "redis";
  if (host.find(':') != std::string::npos) return fmt::format("{}://[{}]:{}", name, host, port);
  return fmt::format("{}://{}:{}", name, host, port);
}

Result<Url> parse_url(std::string_view text) {
  const auto colon = text.find("://");
  if (colon == std::string_view::npos) return wrong("there is no '://' in it");
  Url url;
  url.scheme = STOA_TRY(scheme_of(text.substr(0, colon)));
  const auto [place, query] = split(text.substr(colon + 3), '?');
  if (url.scheme == Url::Scheme::Unix) {
    url.path = STOA_TRY(decode(place, "path"));
    if (!url.path.starts_with('/')) return wrong("a unix url needs a path from the root, with three slashes");
  } else {
    STOA_TRY(read_host_form(place, url));
  }
  STOA_TRY(read_options(query.value_or(""), url));
  return url;
}

}  // namespace stoa::keyspace::redis
