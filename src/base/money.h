#pragma once
#include "base/result.h"

#include <compare>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace stoa {

/// An amount in minor units (cents). Always within ±kMost, so that the number with two decimals that
/// documents and the API show names every amount exactly. Arithmetic that would leave the range is Invalid
/// (`money.out_of_range`).
class Money {
 public:
  /// Ten trillion: above some thirty, neighbouring cents begin to share a double.
  static constexpr std::int64_t kMost = 1'000'000'000'000'000;

  constexpr Money() = default;
  static Result<Money> of_minor(std::int64_t minor);
  /// For amounts that stand in the source; out of range does not compile.
  static consteval Money literal(std::int64_t minor) {
    if (minor > kMost || minor < -kMost) throw std::out_of_range("money");
    return Money(minor);
  }
  /// Takes exactly what text() gives: an optional minus, digits, a point, two digits. Invalid otherwise.
  static Result<Money> parse(std::string_view text);
  /// Invalid for NaN, an infinity, what is out of range, and what is no multiple of 0.01 within a millionth.
  static Result<Money> from_number(double);

  constexpr std::int64_t minor() const { return minor_; }
  /// `-0.05`, `1234.50`.
  std::string text() const;
  /// The double nearest to the amount; from_number gives the same amount back.
  double number() const { return static_cast<double>(minor_) / 100.0; }

  Result<Money> plus(Money) const;
  Result<Money> minus(Money) const;
  Result<Money> times(std::int64_t quantity) const;

  constexpr auto operator<=>(const Money&) const = default;

 private:
  constexpr explicit Money(std::int64_t minor) : minor_(minor) {}
  std::int64_t minor_ = 0;
};

}  // namespace stoa
