#pragma once
#include "keyspace/integer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stoa::resp {

// Numbers as Redis reads and prints them.

using keyspace::parse_integer;

/// What strtod takes, spaces before it and NaN excluded.
std::optional<double> parse_double(std::string_view);
std::optional<long double> parse_long_double(std::string_view);

/// Seventeen decimals at most, no exponent, no zeros at the end.
std::string format_long_double(long double);

/// A double's text: `inf`, `-inf`, or seventeen significant digits at most.
class ScoreText {
 public:
  explicit ScoreText(double);
  operator std::string_view() const { return {text_, size_}; }

 private:
  char text_[40];
  std::size_t size_;
};

/// An integer's text.
class IntegerText {
 public:
  explicit IntegerText(std::int64_t);
  operator std::string_view() const { return {text_, size_}; }

 private:
  char text_[24];
  std::size_t size_;
};

}  // namespace stoa::resp
