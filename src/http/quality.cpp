#include "http/quality.h"

#include "http/ascii.h"

namespace stoa::http {
namespace {

constexpr int kWhole = 1000;

/// `0.8`, `1`, `1.000`: a digit, and some behind a point, of which three count. By hand, since every request has some and
/// reading them as floating-point numbers was half of choosing its language.
int thousandths(std::string_view number) {
  if (number.empty() || (number[0] != '0' && number[0] != '1')) return 0;
  int sum = (number[0] - '0') * kWhole;
  if (number.size() == 1) return sum;
  if (number[1] != '.') return 0;
  int worth = kWhole;
  for (const char digit : number.substr(2)) {
    if (digit < '0' || digit > '9') return 0;
    sum += (digit - '0') * (worth /= 10);
  }
  return sum <= kWhole ? sum : 0;
}

}  // namespace

int quality_of(std::string_view parameters) {
  while (!parameters.empty()) {
    std::string_view value = trimmed(cut(parameters, ';'));
    if (equal_ignoring_case(trimmed(cut(value, '=')), "q")) return thousandths(trimmed(value));
  }
  return kWhole;
}

}  // namespace stoa::http
