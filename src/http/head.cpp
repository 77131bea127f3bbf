#include "http/head.h"

#include "http/ascii.h"
#include "http/hex.h"
#include "http/target.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>

#include <charconv>

namespace stoa::http {
namespace {
namespace beast = boost::beast;

constexpr Fault kMalformed{400, "http.malformed", "this is no well-formed HTTP request"};
constexpr Fault kFraming{400, "http.framing",
                         "the body's length must be given once: as Content-Length in digits, or as chunked"};

/// Content-Length is digits and nothing else: `+5`, `0x5`, `5, 5` mean different things to different readers.
bool read_length(std::string_view text, std::uint64_t& length) {
  if (text.empty() || text.size() > 18) return false;
  for (const char c : text)
    if (c < '0' || c > '9') return false;
  return std::from_chars(text.data(), text.data() + text.size(), length).ec == std::errc();
}

/// Beast's grammar, with what it reads collected as views into the bytes it reads from.
class Parser final : public beast::http::basic_parser<true> {
 public:
  Parser(const HeadLimits& limits, Head& head) : limits_(limits), head_(head) {
    header_limit(std::numeric_limits<std::uint32_t>::max());
    body_limit(boost::none);
    skip(true);
  }

  std::optional<Fault> fault;
  std::string_view host;
  std::size_t hosts = 0;
  std::size_t host_index = 0;

 private:
  using Error = beast::error_code;
  using Text = beast::string_view;

  static std::string_view view(Text text) { return {text.data(), text.size()}; }

  void refuse(const Fault& found, Error& error) {
    fault = found;
    error = beast::http::error::bad_value;
  }

  void on_request_impl(beast::http::verb verb, Text, Text target, int version, Error& error) override {
    head_.version = version == 10 ? Head::Version::Http10 : Head::Version::Http11;
    head_.target = view(target);
    if (target.size() > limits_.target_bytes)
      return refuse({414, "http.target_too_long", "the request's target is too long"}, error);
    if (!take_method(verb)) refuse({501, "http.method_unknown", "this server knows no such method"}, error);
  }

  bool take_method(beast::http::verb verb) {
    using Verb = beast::http::verb;
    switch (verb) {
      case Verb::get:
        head_.method = Method::Get;
        return true;
      case Verb::head:
        head_.method = Method::Head;
        return true;
      case Verb::post:
        head_.method = Method::Post;
        return true;
      case Verb::put:
        head_.method = Method::Put;
        return true;
      case Verb::patch:
        head_.method = Method::Patch;
        return true;
      case Verb::delete_:
        head_.method = Method::Delete;
        return true;
      case Verb::options:
        head_.method = Method::Options;
        return true;
      default:
        return false;
    }
  }

  void on_field_impl(beast::http::field name, Text text, Text content, Error& error) override {
    if (head_.headers.size() == limits_.headers)
      return refuse({431, "http.too_many_headers", "the request has too many header lines"}, error);
    const std::string_view value = view(content);
    head_.headers.push_back({view(text), value});
    switch (name) {
      case beast::http::field::host:
        host = value;
        host_index = head_.headers.size() - 1;
        ++hosts;
        break;
      case beast::http::field::content_length:
        return take_length(value, error);
      case beast::http::field::transfer_encoding:
        return take_coding(value, error);
      case beast::http::field::expect:
        if (!equal_ignoring_case(value, "100-continue"))
          return refuse({417, "http.expectation", "the only expectation known here is 100-continue"}, error);
        head_.expects_continue = true;
        break;
      default:
        take_rare(view(text), value);
    }
  }

  void take_length(std::string_view value, Error& error) {
    if (head_.framing != Head::Framing::None) return refuse(kFraming, error);
    if (!read_length(value, head_.length)) return refuse(kFraming, error);
    head_.framing = Head::Framing::Length;
  }

  void take_coding(std::string_view value, Error& error) {
    if (head_.framing != Head::Framing::None) return refuse(kFraming, error);
    if (!equal_ignoring_case(value, "chunked"))
      return refuse({400, "http.transfer_coding", "the only transfer coding known here is chunked"}, error);
    head_.framing = Head::Framing::Chunked;
  }

  /// Beast has no number for these.
  void take_rare(std::string_view name, std::string_view value) {
    if (name.size() < 12 || lower_case(name[0]) != 'x' || name[1] != '-') return;
    if (equal_ignoring_case(name, "x-request-id")) head_.request_id = value;
    if (equal_ignoring_case(name, "x-forwarded-for")) head_.forwarded_for = value;
    if (equal_ignoring_case(name, "x-forwarded-proto")) head_.forwarded_proto = value;
  }

  void on_response_impl(int, Text, int, Error&) override {}
  void on_header_impl(Error&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, Error&) override {}
  std::size_t on_body_impl(Text, Error&) override { return 0; }
  void on_chunk_header_impl(std::uint64_t, Text, Error&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, Text, Error&) override { return 0; }
  void on_finish_impl(Error&) override {}

  const HeadLimits& limits_;
  Head& head_;
};

/// Whether the first line ends as one of HTTP does, only of a version that is not spoken here.
bool is_other_version(std::string_view bytes) {
  const std::string_view line = bytes.substr(0, bytes.find('\r'));
  if (line.size() < 10) return false;
  const std::string_view end = line.substr(line.size() - 9);
  return end.starts_with(" HTTP/") && !end.ends_with("1.0") && !end.ends_with("1.1") && end[7] == '.' &&
         hex_digit(end[6]) >= 0 && hex_digit(end[8]) >= 0;
}

bool is_about_framing(const beast::error_code& error) {
  using Code = beast::http::error;
  return error == Code::bad_content_length || error == Code::multiple_content_length ||
         error == Code::bad_transfer_encoding;
}

Fault fault_of(const Parser& parser, std::string_view bytes, const beast::error_code& error) {
  if (parser.fault) return *parser.fault;
  if (is_about_framing(error)) return kFraming;
  if (error == beast::http::error::bad_version && is_other_version(bytes))
    return {505, "http.version", "this server speaks HTTP/1.1"};
  return kMalformed;
}

std::optional<Fault> check_host(const Parser& parser, const Head& head) {
  if (parser.hosts > 1) return Fault{400, "http.host", "the request has two Host headers"};
  if (parser.hosts == 0 && head.version == Head::Version::Http10) return std::nullopt;
  if (parser.hosts == 0 || !is_host(parser.host))
    return Fault{400, "http.host", "the request needs a Host header with a name or an address"};
  return std::nullopt;
}

std::optional<Fault> check_framing(const Head& head) {
  if (head.framing == Head::Framing::Chunked && head.version == Head::Version::Http10)
    return Fault{400, "http.transfer_coding", "HTTP/1.0 knows no transfer codings"};
  return std::nullopt;
}

std::optional<Fault> take_target(const Parser& parser, Head& head) {
  if (head.target == "*" && head.method == Method::Options) {
    head.path = head.target;
    return std::nullopt;
  }
  Target target;
  const auto fault = split_target(head.target, target);
  head.target = target.origin;
  head.path = target.path;
  head.query = target.query;
  if (!fault && !target.authority.empty() && parser.hosts == 1)
    head.headers[parser.host_index].value = target.authority;
  return fault;
}

}  // namespace

void Head::clear() {
  auto kept = std::move(headers);
  kept.clear();
  *this = Head{};
  headers = std::move(kept);
}

std::optional<Fault> parse_head(std::string_view bytes, const HeadLimits& limits, Head& head) {
  head.clear();
  Parser parser(limits, head);
  beast::error_code error;
  const std::size_t used = parser.put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
  if (error || !parser.is_header_done() || used != bytes.size()) return fault_of(parser, bytes, error);
  head.after = parser.keep_alive() ? Head::After::KeepAlive : Head::After::Close;
  if (auto fault = check_host(parser, head)) return fault;
  if (auto fault = check_framing(head)) return fault;
  return take_target(parser, head);
}

}  // namespace stoa::http
