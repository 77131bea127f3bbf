#include "http/access_line.h"

#include "base/json.h"
#include "base/rfc3339.h"
#include "http/route.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <iterator>

namespace stoa::http {
namespace {

constexpr std::size_t kLongestTarget = 2048;
constexpr std::size_t kLongestText = 512;

/// The part of fixed size, before the texts.
struct Packed {
  std::int64_t time;
  std::int64_t took;
  std::uint64_t bytes;
  std::int32_t status;
  Method method;
  std::array<std::uint16_t, 6> lengths;
};

std::array<std::string_view, 6> texts_of(const AccessFacts& facts) {
  return {facts.client, facts.target, facts.referer, facts.agent, facts.id, facts.route};
}

/// In quotes, with what could end them, or a line, written as \xHH.
void append_quoted(std::string& to, std::string_view text) {
  to += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      fmt::format_to(std::back_inserter(to), "\\x{:02X}", static_cast<unsigned char>(c));
    else
      to += c;
  }
  to += '"';
}

/// `15/Nov/2026:18:55:54 +0000`
void append_common_time(std::string& to, Time time) {
  using namespace std::chrono;
  static constexpr auto kMonths = std::to_array<std::string_view>(
      {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"});
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(floor<seconds>(time - day));
  fmt::format_to(std::back_inserter(to), "{:02}/{}/{:04}:{:02}:{:02}:{:02} +0000",
                 static_cast<unsigned>(date.day()), kMonths[static_cast<unsigned>(date.month()) - 1],
                 static_cast<int>(date.year()), clock.hours().count(), clock.minutes().count(),
                 clock.seconds().count());
}

double seconds_of(const AccessFacts& facts) {
  return std::chrono::duration<double>(facts.took).count();
}

std::string_view or_dash(std::string_view text) {
  return text.empty() ? "-" : text;
}

void append_text(std::string& to, const AccessFacts& facts) {
  to += or_dash(facts.client);
  to += " - - [";
  append_common_time(to, facts.time);
  to += "] ";
  append_quoted(to, fmt::format("{} {} HTTP/1.1", name_of(facts.method), facts.target));
  fmt::format_to(std::back_inserter(to), " {} {} ", facts.status, facts.bytes);
  append_quoted(to, or_dash(facts.referer));
  to += ' ';
  append_quoted(to, or_dash(facts.agent));
  fmt::format_to(std::back_inserter(to), " {} {:.6f} ", or_dash(facts.id), seconds_of(facts));
  append_quoted(to, or_dash(facts.route));
  to += '\n';
}

void append_json_field(std::string& to, std::string_view key, std::string_view text) {
  if (text.empty()) return;
  fmt::format_to(std::back_inserter(to), R"(,"{}":)", key);
  append_json_text(to, text);
}

void append_json(std::string& to, const AccessFacts& facts) {
  to += R"({"time":")";
  append_rfc3339(to, facts.time);
  fmt::format_to(std::back_inserter(to), R"(","method":"{}","status":{},"bytes":{},"seconds":{:.6f})",
                 name_of(facts.method), facts.status, facts.bytes, seconds_of(facts));
  append_json_field(to, "client", facts.client);
  append_json_field(to, "target", facts.target);
  append_json_field(to, "route", facts.route);
  append_json_field(to, "referer", facts.referer);
  append_json_field(to, "agent", facts.agent);
  append_json_field(to, "request_id", facts.id);
  to += "}\n";
}

}  // namespace

AccessFacts access_facts(const Request& request, const Response& response, std::chrono::nanoseconds took,
                         Time time) {
  return {.time = time,
          .took = took,
          .bytes = response.body_size(),
          .status = response.status,
          .method = request.method,
          .client = request.client.substr(0, kLongestText),
          .target = request.target.substr(0, kLongestTarget),
          .referer = request.header("referer").value_or("").substr(0, kLongestText),
          .agent = request.header("user-agent").value_or("").substr(0, kLongestText),
          .id = request.id.substr(0, kLongestText),
          .route = request.route ? std::string_view(request.route->path).substr(0, kLongestText)
                                 : std::string_view()};
}

std::size_t packed_size(const AccessFacts& facts) {
  std::size_t size = sizeof(Packed);
  for (const std::string_view text : texts_of(facts)) size += text.size();
  return size;
}

void pack(const AccessFacts& facts, std::string& to) {
  const auto texts = texts_of(facts);
  Packed packed{
      facts.time.time_since_epoch().count(), facts.took.count(), facts.bytes, facts.status, facts.method, {}};
  for (std::size_t i = 0; i < texts.size(); ++i)
    packed.lengths[i] = static_cast<std::uint16_t>(texts[i].size());
  to.append(reinterpret_cast<const char*>(&packed), sizeof packed);
  for (const std::string_view text : texts) to += text;
}

AccessFacts unpack(std::string_view& from) {
  Packed packed;
  std::memcpy(&packed, from.data(), sizeof packed);
  from.remove_prefix(sizeof packed);
  std::array<std::string_view, 6> texts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    texts[i] = from.substr(0, packed.lengths[i]);
    from.remove_prefix(packed.lengths[i]);
  }
  return {.time = Time(Duration(packed.time)),
          .took = std::chrono::nanoseconds(packed.took),
          .bytes = packed.bytes,
          .status = packed.status,
          .method = packed.method,
          .client = texts[0],
          .target = texts[1],
          .referer = texts[2],
          .agent = texts[3],
          .id = texts[4],
          .route = texts[5]};
}

void append_access_line(std::string& to, LogFormat format, const AccessFacts& facts) {
  format == LogFormat::Json ? append_json(to, facts) : append_text(to, facts);
}

}  // namespace stoa::http
