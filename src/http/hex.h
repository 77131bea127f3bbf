#pragma once
#include "http/ascii.h"

namespace stoa::http {

/// The value of a hexadecimal digit; -1 for any other character.
constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = lower_case(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace stoa::http
