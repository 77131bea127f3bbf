#include "base/log.h"

#include "base/log_line.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <mutex>

namespace stoa {
namespace {
class FunctionSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit FunctionSink(std::function<void(std::string_view)> take) : take_(std::move(take)) {}

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    take_({message.payload.data(), message.payload.size()});
  }
  void flush_() override {}

  std::function<void(std::string_view)> take_;
};

spdlog::level::level_enum spdlog_level(LogLevel level) {
  return level >= LogLevel::Warning ? spdlog::level::err : spdlog::level::info;
}
}  // namespace

/// spdlog brings the sinks, their locks and flushing; lines come to it complete.
struct Logger::Output {
  Output(spdlog::sink_ptr sink, LogFormat chosen, const Clock& time)
      : spdlog("stoa", std::move(sink)), format(chosen), clock(time) {
    spdlog.set_pattern("%v");
    spdlog.set_level(spdlog::level::trace);
    // A line that is held back is missing when it is looked for; lines are few.
    spdlog.flush_on(spdlog::level::trace);
  }

  spdlog::logger spdlog;
  const LogFormat format;
  const Clock& clock;
};

Result<Logger> Logger::open(const LogOptions& options, const Clock& clock) {
  try {
    spdlog::sink_ptr sink;
    if (options.file.empty())
      sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    else
      sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(options.file);
    return Logger(std::make_shared<Output>(std::move(sink), options.format, clock), options.level);
  } catch (const spdlog::spdlog_ex& refused) {
    return Error{
        Error::Kind::Unavailable, "log.file",
        "cannot write the log to '" + options.file + "' (" + refused.what() + "); name another in log.file"};
  }
}

Logger Logger::to(std::function<void(std::string_view)> take, LogLevel level, LogFormat format,
                  const Clock& clock) {
  return {std::make_shared<Output>(std::make_shared<FunctionSink>(std::move(take)), format, clock), level};
}

Logger Logger::silent() {
  return {nullptr, LogLevel::Off};
}

Logger Logger::with(Fields fields) const {
  Logger more = *this;
  if (output_)
    for (const LogField& field : fields) append_log_field(more.context_, output_->format, field);
  return more;
}

void Logger::write(LogLevel level, std::string_view message, Fields fields) const {
  if (!output_) return;
  std::string line = log_line(output_->format, output_->clock.now(), level, message, context_, fields);
  output_->spdlog.log(spdlog_level(level), spdlog::string_view_t(line.data(), line.size()));
}

}  // namespace stoa
