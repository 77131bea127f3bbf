#pragma once
#include "base/clock.h"
#include "base/result.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace stoa {

enum class LogLevel { Debug, Info, Warning, Error, Off };
enum class LogFormat { Text, Json };

struct LogOptions {
  LogLevel level = LogLevel::Info;
  LogFormat format = LogFormat::Text;
  /// Appended to; empty is standard error.
  std::string file;
};

/// A name and what it stands for, as a line carries them. Refers to text that outlives the call.
struct LogField {
  using Value = std::variant<bool, std::int64_t, std::uint64_t, double, std::string_view>;

  LogField(std::string_view name, bool on) : key(name), value(on) {}
  LogField(std::string_view name, std::int32_t number) : key(name), value(std::int64_t{number}) {}
  LogField(std::string_view name, std::uint32_t number) : key(name), value(std::uint64_t{number}) {}
  LogField(std::string_view name, std::int64_t number) : key(name), value(number) {}
  LogField(std::string_view name, std::uint64_t number) : key(name), value(number) {}
  LogField(std::string_view name, double number) : key(name), value(number) {}
  LogField(std::string_view name, std::string_view text) : key(name), value(text) {}
  LogField(std::string_view name, const std::string& text) : key(name), value(std::string_view(text)) {}
  LogField(std::string_view name, const char* text) : key(name), value(std::string_view(text)) {}

  std::string_view key;
  Value value;
};

/// Writes lines of what happens:
///     log.info("data directory opened", {{"path", path}, {"rows", rows}});
/// Passed down by value or reference: copies write to the same place. Safe from any thread. Below its level a
/// call costs one comparison, and its fields are only references.
class Logger {
 public:
  using Fields = std::initializer_list<LogField>;

  /// Unavailable (`log.file`) when the file cannot be opened.
  static Result<Logger> open(const LogOptions&, const Clock& = Clock::system());
  /// Gives each line, without its end, to `take`, one at a time; for tests.
  static Logger to(std::function<void(std::string_view line)> take, LogLevel, LogFormat,
                   const Clock& = Clock::system());
  static Logger silent();

  /// Adds fields to every line of the logger that comes back.
  Logger with(Fields) const;

  bool enabled(LogLevel level) const { return level >= level_; }
  void debug(std::string_view message, Fields fields = {}) const {
    write_if(LogLevel::Debug, message, fields);
  }
  void info(std::string_view message, Fields fields = {}) const { write_if(LogLevel::Info, message, fields); }
  void warning(std::string_view message, Fields fields = {}) const {
    write_if(LogLevel::Warning, message, fields);
  }
  void error(std::string_view message, Fields fields = {}) const {
    write_if(LogLevel::Error, message, fields);
  }

 private:
  struct Output;

  Logger(std::shared_ptr<Output> output, LogLevel level) : output_(std::move(output)), level_(level) {}
  void write_if(LogLevel level, std::string_view message, Fields fields) const {
    if (enabled(level)) write(level, message, fields);
  }
  void write(LogLevel, std::string_view message, Fields) const;

  std::shared_ptr<Output> output_;
  LogLevel level_;
  std::string context_;
};

}  // namespace stoa
