#include "resp/numbers.h"

#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace stoa::resp {
namespace {

/// Redis gives up on a longer long double.
constexpr std::size_t kLongestLongDouble = 5 * 1024;
/// Below this every whole number prints as its digits.
constexpr double kPlainIntegers = 1e17;

bool starts_with_space(std::string_view text) {
  return std::isspace(static_cast<unsigned char>(text[0])) != 0;
}

template <class Number>
bool out_of_range(Number value, Number huge) {
  return errno == ERANGE && (value == huge || value == -huge || std::fpclassify(value) == FP_ZERO);
}

}  // namespace

std::optional<double> parse_double(std::string_view text) {
  if (text.empty() || starts_with_space(text)) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    const std::string terminated(text);
    char* rest = nullptr;
    errno = 0;
    value = std::strtod(terminated.c_str(), &rest);
    if (static_cast<std::size_t>(rest - terminated.c_str()) != text.size()) return std::nullopt;
    if (out_of_range(value, HUGE_VAL)) return std::nullopt;
  }
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

std::optional<long double> parse_long_double(std::string_view text) {
  if (text.empty() || text.size() >= kLongestLongDouble || starts_with_space(text)) return std::nullopt;
  const std::string terminated(text);
  char* rest = nullptr;
  errno = 0;
  const long double value = std::strtold(terminated.c_str(), &rest);
  if (static_cast<std::size_t>(rest - terminated.c_str()) != text.size()) return std::nullopt;
  if (out_of_range(value, HUGE_VALL) || std::isnan(value)) return std::nullopt;
  return value;
}

std::string format_long_double(long double value) {
  char text[kLongestLongDouble];
  const int size = std::snprintf(text, sizeof text, "%.17Lf", value);
  std::string_view digits(text, static_cast<std::size_t>(size));
  while (digits.back() == '0') digits.remove_suffix(1);
  if (digits.back() == '.') digits.remove_suffix(1);
  return digits == "-0" ? "0" : std::string(digits);
}

ScoreText::ScoreText(double value) {
  const bool whole = std::fabs(value) < kPlainIntegers &&
                     value == static_cast<double>(static_cast<std::int64_t>(value)) &&
                     !(value == 0 && std::signbit(value));
  if (whole) {
    size_ = static_cast<std::size_t>(
        std::to_chars(text_, text_ + sizeof text_, static_cast<std::int64_t>(value)).ptr - text_);
  } else if (std::isinf(value)) {
    const std::string_view text = value > 0 ? "inf" : "-inf";
    std::memcpy(text_, text.data(), text.size());
    size_ = text.size();
  } else {
    size_ = static_cast<std::size_t>(std::snprintf(text_, sizeof text_, "%.17g", value));
  }
}

IntegerText::IntegerText(std::int64_t number)
    : size_(static_cast<std::size_t>(std::to_chars(text_, text_ + sizeof text_, number).ptr - text_)) {}

}  // namespace stoa::resp
