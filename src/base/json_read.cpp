#include "base/json.h"
#include "base/json_target.h"
#include "base/utf8.h"

#include <boost/json/basic_parser_impl.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace stoa {
namespace {
using boost::json::error_code;
using View = boost::json::string_view;

std::string_view plain(View view) {
  return {view.data(), view.size()};
}

/// Gathers the parts of keys and texts, and passes the parser's events on. The whole document is one buffer,
/// so that numbers always come in one piece, and what has no escapes too.
struct Handler {
  static constexpr std::size_t max_object_size = std::size_t(-1);
  static constexpr std::size_t max_array_size = std::size_t(-1);
  static constexpr std::size_t max_key_size = std::size_t(-1);
  static constexpr std::size_t max_string_size = std::size_t(-1);

  Handler(const Schema& schema, void* value, std::string_view whole) : target(schema, value, whole) {}

  /// Any code stops the parser; what was wrong stands in the target.
  bool go_on(bool good, error_code& ec) {
    if (!good) ec = boost::json::error::exception;
    return good;
  }
  bool gather(View part) {
    gathered.append(part.data(), part.size());
    return true;
  }
  template <class Take>
  bool whole(View part, error_code& ec, Take take) {
    if (gathered.empty()) return go_on((target.*take)(plain(part)), ec);
    gather(part);
    bool good = (target.*take)(gathered);
    gathered.clear();
    return go_on(good, ec);
  }

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code& ec) { return go_on(target.begin_object(), ec); }
  bool on_object_end(std::size_t, error_code& ec) { return go_on(target.end_object(), ec); }
  bool on_array_begin(error_code& ec) { return go_on(target.begin_array(), ec); }
  bool on_array_end(std::size_t, error_code& ec) { return go_on(target.end_array(), ec); }
  bool on_key_part(View part, std::size_t, error_code&) { return gather(part); }
  bool on_key(View part, std::size_t, error_code& ec) { return whole(part, ec, &JsonTarget::key); }
  bool on_string_part(View part, std::size_t, error_code&) { return gather(part); }
  bool on_string(View part, std::size_t, error_code& ec) { return whole(part, ec, &JsonTarget::text); }
  bool on_number_part(View, error_code&) { return true; }
  // The digits are read again from their text: this Boost's own conversion is off by some last bits.
  bool on_int64(std::int64_t, View digits, error_code& ec) { return go_on(target.number(plain(digits)), ec); }
  bool on_uint64(std::uint64_t, View digits, error_code& ec) {
    return go_on(target.number(plain(digits)), ec);
  }
  bool on_double(double, View digits, error_code& ec) { return go_on(target.number(plain(digits)), ec); }
  bool on_bool(bool value, error_code& ec) { return go_on(target.boolean(value), ec); }
  bool on_null(error_code& ec) { return go_on(target.null(), ec); }
  bool on_comment_part(View, error_code&) { return true; }
  bool on_comment(View, error_code&) { return true; }

  JsonTarget target;
  std::string gathered;
};

/// "line 3, column 14", counting from 1, columns in bytes.
std::string place_text(std::string_view text, std::size_t offset) {
  std::string_view before = text.substr(0, offset);
  auto line = std::count(before.begin(), before.end(), '\n') + 1;
  std::size_t last_break = before.rfind('\n');
  return fmt::format("line {}, column {}", line,
                     last_break == before.npos ? offset + 1 : offset - last_break);
}

Error not_json(std::string_view text, std::size_t offset, std::string_view why) {
  return {Error::Kind::Invalid, "request.malformed",
          fmt::format("body: not JSON at {}: {}", place_text(text, offset), why)};
}

Error parser_error(error_code ec, const JsonTarget& target, std::string_view text, std::size_t offset,
                   const JsonLimits& limits) {
  if (target.error()) return *target.error();
  if (ec == boost::json::error::too_deep)
    return {Error::Kind::Invalid, "request.too_deep",
            fmt::format("body: nested more than {} deep", limits.depth)};
  if (ec == boost::json::error::exponent_overflow)
    return target.error_here({"out_of_range", "must be a number that a double can hold"});
  return not_json(text, offset, ec.message());
}
}  // namespace

Result<void> read_json(const Schema& schema, void* value, std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes)
    return Error{Error::Kind::Invalid, "request.too_large",
                 fmt::format("body: more than {} bytes", limits.bytes)};
  if (std::size_t bad = find_bad_utf8(text); bad != text.npos)
    return Error{Error::Kind::Invalid, "request.bad_utf8", "body: not UTF-8 at " + place_text(text, bad)};
  boost::json::parse_options options;
  options.max_depth = limits.depth;
  options.allow_invalid_utf8 = true;  // checked above, for a message of its own
  boost::json::basic_parser<Handler> parser(options, schema, value, limits.root);
  error_code ec;
  std::size_t used = parser.write_some(false, text.data(), text.size(), ec);
  if (ec) return parser_error(ec, parser.handler().target, text, used, limits);
  if (used < text.size()) return not_json(text, used, "something follows the document");
  return {};
}

}  // namespace stoa
