#include "base/quantity.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>
#include <span>

namespace stoa {
namespace {
struct Unit {
  std::string_view name;
  std::uint64_t worth;
};

constexpr std::array kSizes{Unit{"", 1}, Unit{"k", 1 << 10}, Unit{"m", 1 << 20}, Unit{"g", 1 << 30}};
constexpr std::array kDurations{Unit{"ms", 1}, Unit{"s", 1000}, Unit{"m", 60'000}, Unit{"h", 3'600'000},
                                Unit{"d", 86'400'000}};

std::optional<std::uint64_t> parse(std::string_view text, std::span<const Unit> units) {
  std::uint64_t number = 0;
  auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return {};
  std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  for (const auto& [name, worth] : units) {
    if (unit != name) continue;
    std::uint64_t product;
    if (__builtin_mul_overflow(number, worth, &product)) return {};
    return product;
  }
  return {};
}

std::string to_text(std::uint64_t value, std::span<const Unit> units) {
  Unit best = units.front();
  for (const Unit& unit : units)
    if (value != 0 && value % unit.worth == 0) best = unit;
  return fmt::format("{}{}", value / best.worth, best.name);
}
}  // namespace

std::optional<std::uint64_t> parse_size(std::string_view text) {
  return parse(text, kSizes);
}

std::string size_text(std::uint64_t bytes) {
  return to_text(bytes, kSizes);
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  auto milliseconds = parse(text, kDurations);
  if (!milliseconds || *milliseconds > std::numeric_limits<std::int64_t>::max()) return {};
  return std::chrono::milliseconds{static_cast<std::int64_t>(*milliseconds)};
}

std::string duration_text(std::chrono::milliseconds duration) {
  return to_text(static_cast<std::uint64_t>(duration.count()), kDurations);
}

}  // namespace stoa
