#include "http/formats.h"

#include <fmt/format.h>

#include <cmath>

namespace stoa::http {
namespace {

constexpr std::string_view kNarrow = "\u00a0";

std::string_view separator(Language language) {
  return language == Language::Russian ? kNarrow : ",";
}

char point(Language language) {
  return language == Language::Russian ? ',' : '.';
}

std::string grouped(std::string_view digits, std::string_view separator) {
  std::string text;
  text.reserve(digits.size() + (digits.size() / 3) * separator.size());
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += separator;
    text += digits[i];
  }
  return text;
}

std::string unsigned_number(Language language, std::uint64_t number) {
  return grouped(std::to_string(number), separator(language));
}

std::uint64_t size_of(std::int64_t number) {
  return number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
}

std::string_view sign_of(bool negative) {
  return negative ? "\u2212" : "";
}

std::string_view symbol_of(Currency currency) {
  switch (currency) {
    case Currency::Usd:
      return "$";
    case Currency::Eur:
      return "€";
    case Currency::Rub:
      break;
  }
  return "₽";
}

}  // namespace

std::string format_number(Language language, std::int64_t number) {
  if (number >= 0 && number < 1'000) return std::to_string(number);
  return std::string(sign_of(number < 0)) + unsigned_number(language, size_of(number));
}

std::string format_number(Language language, double number) {
  if (!std::isfinite(number)) return "–";
  std::string digits = fmt::format("{:.2f}", std::fabs(number));
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  const auto at = digits.find('.');
  std::string text(sign_of(number < 0 && digits != "0"));
  text += grouped(std::string_view(digits).substr(0, at), separator(language));
  if (at != std::string::npos) text += point(language) + digits.substr(at + 1);
  return text;
}

std::string format_money(Language language, Money amount, Currency currency) {
  const std::uint64_t minor = size_of(amount.minor());
  std::string text(sign_of(amount.minor() < 0));
  if (language != Language::Russian) text += symbol_of(currency);
  text += unsigned_number(language, minor / 100);
  if (const std::uint64_t cents = minor % 100; cents != 0) {
    text += point(language);
    text += static_cast<char>('0' + cents / 10);
    text += static_cast<char>('0' + cents % 10);
  }
  if (language == Language::Russian) text.append(kNarrow).append(symbol_of(currency));
  return text;
}

}  // namespace stoa::http
