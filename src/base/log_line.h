#pragma once
#include "base/clock.h"
#include "base/log.h"

#include <string>
#include <string_view>

namespace stoa {

/// Appends a field as the format shows it: `,"rows":5` or ` rows=5`. What a stranger put into a value cannot
/// end the line or begin a field.
void append_log_field(std::string& line, LogFormat, const LogField&);

/// A whole line, without its end. `context` is made of append_log_field.
std::string log_line(LogFormat, Time, LogLevel, std::string_view message, std::string_view context,
                     Logger::Fields);

}  // namespace stoa
