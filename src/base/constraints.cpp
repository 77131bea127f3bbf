#include "base/constraints.h"

#include "base/money.h"
#include "base/utf8.h"

#include <fmt/format.h>

#include <limits>

namespace stoa {
namespace {
/// "1 to 999", or "at least 1" when there is no upper end worth naming.
template <class Number>
std::string span_text(const Bounds<Number>& bounds) {
  if (bounds.least == bounds.most) return fmt::format("{}", bounds.least);
  if (bounds.most == std::numeric_limits<Number>::max()) return fmt::format("at least {}", bounds.least);
  return fmt::format("{} to {}", bounds.least, bounds.most);
}

template <class Number>
bool within(const Bounds<Number>& bounds, Number value) {
  return value >= bounds.least && value <= bounds.most;
}

bool in_class(std::string_view allowed, char c) {
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    bool is_span = i + 2 < allowed.size() && allowed[i + 1] == '-';
    if (is_span ? c >= allowed[i] && c <= allowed[i + 2] : c == allowed[i]) return true;
    if (is_span) i += 2;
  }
  return false;
}

std::optional<Complaint> check_readable(const Constraints& constraints, std::string_view text) {
  Reading reading = read_as_shown(text, *constraints.readable);
  if (!reading.fault.empty()) return Complaint{"unreadable", std::move(reading.fault)};
  const bool may_be_empty = !constraints.length || constraints.length->least == 0;
  if (!reading.seen.empty() || may_be_empty) return {};
  return Complaint{"unreadable", "has nothing in it that can be seen"};
}

std::string money_text(std::int64_t minor) {
  auto amount = Money::of_minor(minor);
  return amount.ok() ? amount->text() : std::to_string(minor);
}
}  // namespace

std::optional<Complaint> check_whole(const Constraints& constraints, std::int64_t value) {
  if (!constraints.whole || within(*constraints.whole, value)) return {};
  return whole_range(constraints);
}

Complaint whole_range(const Constraints& constraints) {
  return {"out_of_range", "must be " + span_text(*constraints.whole)};
}

std::optional<Complaint> check_money(const Constraints& constraints, std::int64_t minor) {
  if (!constraints.whole || within(*constraints.whole, minor)) return {};
  const auto& bounds = *constraints.whole;
  return Complaint{"out_of_range", "must be " + money_text(bounds.least) + " to " + money_text(bounds.most)};
}

std::optional<Complaint> check_real(const Constraints& constraints, double value) {
  if (!constraints.real || within(*constraints.real, value)) return {};
  return Complaint{"out_of_range", "must be " + span_text(*constraints.real)};
}

std::optional<Complaint> check_text(const Constraints& constraints, std::string_view text) {
  if (constraints.length && !within(*constraints.length, count_code_points(text)))
    return Complaint{"bad_length", "must be " + span_text(*constraints.length) + " characters long"};
  if (constraints.readable)
    if (auto complaint = check_readable(constraints, text)) return complaint;
  if (constraints.characters.empty()) return {};
  for (char c : text)
    if (!in_class(constraints.characters, c))
      return Complaint{"bad_characters", "may have only the characters " + constraints.characters};
  return {};
}

std::optional<Complaint> check_items(const Constraints& constraints, std::size_t count) {
  if (!constraints.items || within(*constraints.items, count)) return {};
  return item_range(constraints);
}

Complaint item_range(const Constraints& constraints) {
  return {"item_count", "must have " + span_text(*constraints.items) + " items"};
}

std::optional<Complaint> check_key(std::string_view key) {
  constexpr std::size_t kLongestKey = 128;
  bool refused = key.empty() || key.front() == '$' || key.find('.') != key.npos ||
                 key.find('\0') != key.npos || key.size() > kLongestKey;
  if (!refused) return {};
  return Complaint{"bad_key", "a name here has 1 to 128 bytes, does not begin with '$' and has no '.'"};
}

}  // namespace stoa
