#pragma once
#include <array>

namespace stoa::http {

inline constexpr std::array<signed char, 256> kHexValues = [] {
  std::array<signed char, 256> digits{};
  digits.fill(-1);
  for (signed char i = 0; i < 10; ++i) digits[static_cast<unsigned char>('0' + i)] = i;
  for (const char letter : {'a', 'A'})
    for (signed char i = 0; i < 6; ++i)
      digits[static_cast<unsigned char>(letter + i)] = static_cast<signed char>(10 + i);
  return digits;
}();

/// The value of a hexadecimal digit; -1 for any other character.
constexpr int hex_digit(char c) {
  return kHexValues[static_cast<unsigned char>(c)];
}

}  // namespace stoa::http
