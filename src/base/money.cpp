#include "base/money.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace stoa {
namespace {
Error out_of_range() {
  return {Error::Kind::Invalid, "money.out_of_range", "an amount is at most 10000000000000.00 either way"};
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
}  // namespace

Result<Money> Money::of_minor(std::int64_t minor) {
  if (minor > kMost || minor < -kMost) return out_of_range();
  return Money(minor);
}

Result<Money> Money::parse(std::string_view text) {
  const Error malformed{Error::Kind::Invalid, "money.malformed",
                        "an amount is written with two decimals, like 12.50"};
  std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.size() < 4 || digits[digits.size() - 3] != '.') return malformed;
  std::string joined(digits.substr(0, digits.size() - 3));
  joined += digits.substr(digits.size() - 2);
  if (!std::all_of(joined.begin(), joined.end(), is_digit)) return malformed;
  std::int64_t minor = 0;
  if (std::from_chars(joined.data(), joined.data() + joined.size(), minor).ec != std::errc())
    return out_of_range();
  return of_minor(text.starts_with('-') ? -minor : minor);
}

Result<Money> Money::from_number(double number) {
  if (!(std::fabs(number) <= static_cast<double>(kMost) / 100.0)) return out_of_range();
  double minor = std::round(number * 100.0);
  if (std::fabs(number - minor / 100.0) > 1e-6)
    return Error{Error::Kind::Invalid, "money.not_cents", "an amount has at most two decimals"};
  return of_minor(static_cast<std::int64_t>(minor));
}

std::string Money::text() const {
  std::int64_t size = minor_ < 0 ? -minor_ : minor_;
  return fmt::format("{}{}.{:02}", minor_ < 0 ? "-" : "", size / 100, size % 100);
}

Result<Money> Money::plus(Money other) const {
  std::int64_t sum;
  if (__builtin_add_overflow(minor_, other.minor_, &sum)) return out_of_range();
  return of_minor(sum);
}

Result<Money> Money::minus(Money other) const {
  std::int64_t difference;
  if (__builtin_sub_overflow(minor_, other.minor_, &difference)) return out_of_range();
  return of_minor(difference);
}

Result<Money> Money::times(std::int64_t quantity) const {
  std::int64_t product;
  if (__builtin_mul_overflow(minor_, quantity, &product)) return out_of_range();
  return of_minor(product);
}

}  // namespace stoa
