#include "base/log_line.h"

#include "base/json.h"
#include "base/rfc3339.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stoa {
namespace {
std::string_view level_text(LogFormat format, LogLevel level) {
  bool json = format == LogFormat::Json;
  switch (level) {
    case LogLevel::Debug:
      return json ? "debug" : "DEBUG";
    case LogLevel::Info:
      return json ? "info" : "INFO ";
    case LogLevel::Warning:
      return json ? "warning" : "WARN ";
    default:
      return json ? "error" : "ERROR";
  }
}

bool needs_quotes(std::string_view text) {
  return text.empty() || std::any_of(text.begin(), text.end(), [](char c) {
           return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '=' || c == '\\' || c == 0x7f;
         });
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; });
}

struct AppendValue {
  std::string& line;
  LogFormat format;

  void operator()(bool on) const { line += on ? "true" : "false"; }
  void operator()(std::int64_t number) const { line += fmt::to_string(number); }
  void operator()(std::uint64_t number) const { line += fmt::to_string(number); }
  void operator()(double number) const {
    if (std::isfinite(number))
      line += fmt::to_string(number);
    else
      (*this)(std::string_view(std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf"));
  }
  void operator()(std::string_view text) const {
    if (format == LogFormat::Json || needs_quotes(text))
      append_json_text(line, text);
    else
      line += text;
  }
};
}  // namespace

void append_log_field(std::string& line, LogFormat format, const LogField& field) {
  line += format == LogFormat::Json ? ',' : ' ';
  AppendValue append{line, format};
  append(field.key);
  line += format == LogFormat::Json ? ':' : '=';
  std::visit(append, field.value);
}

std::string log_line(LogFormat format, Time time, LogLevel level, std::string_view message,
                     std::string_view context, Logger::Fields fields) {
  std::string line;
  line.reserve(160);
  if (format == LogFormat::Json) {
    line += R"({"time":")";
    append_rfc3339(line, time);
    line += fmt::format(R"(","level":"{}","message":)", level_text(format, level));
    append_json_text(line, message);
  } else {
    append_rfc3339(line, time);
    line += fmt::format(" {} ", level_text(format, level));
    if (has_control(message))
      append_json_text(line, message);
    else
      line += message;
  }
  line += context;
  for (const LogField& field : fields) append_log_field(line, format, field);
  if (format == LogFormat::Json) line += '}';
  return line;
}

}  // namespace stoa
