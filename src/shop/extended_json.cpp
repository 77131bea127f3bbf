#include "shop/extended_json.h"

#include "base/rfc3339.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace stoa::shop {
namespace {

/// Takes pieces off the front of a JSON text; after a nullopt or false it stands anywhere.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : left_(text) {}

  bool take(char wanted) {
    skip_blanks();
    if (!left_.starts_with(wanted)) return false;
    left_.remove_prefix(1);
    return true;
  }
  /// What stands between the quotes, escapes and all.
  std::optional<std::string_view> take_text() {
    if (!take('"')) return std::nullopt;
    std::size_t end = 0;
    while (end < left_.size() && left_[end] != '"') end += left_[end] == '\\' ? 2 : 1;
    if (end >= left_.size()) return std::nullopt;
    const auto text = left_.substr(0, end);
    left_.remove_prefix(end + 1);
    return text;
  }
  std::size_t left() const { return left_.size(); }

 private:
  void skip_blanks() { left_.remove_prefix(std::min(left_.find_first_not_of(" \t\r"), left_.size())); }

  std::string_view left_;
};

/// A text as take_text() gives it, with its quotes again.
std::string requoted(std::string_view text) {
  return '"' + std::string(text) + '"';
}

bool is_number(std::string_view text) {
  const bool plain = !text.empty() && text.find_first_not_of("0123456789.-+eE") == text.npos;
  return plain && text.front() != '.' && text.back() != '.';
}

std::optional<std::string> moment_of(std::string_view milliseconds) {
  std::int64_t count = 0;
  const char* const end = milliseconds.data() + milliseconds.size();
  if (const auto read = std::from_chars(milliseconds.data(), end, count); read.ptr != end)
    return std::nullopt;
  const auto whole = [](Time time) {
    return std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch().count();
  };
  if (count < whole(kFirstTime) || count > whole(kLastTime)) return std::nullopt;
  return requoted(to_rfc3339(Time(std::chrono::milliseconds(count))));
}

/// Of `"$date": …`: a text, or `{"$numberLong": "…"}`.
std::optional<std::string> plain_date(Scanner& scanner) {
  if (!scanner.take('{')) {
    const auto text = scanner.take_text();
    return text ? std::optional(requoted(*text)) : std::nullopt;
  }
  if (scanner.take_text() != "$numberLong" || !scanner.take(':')) return std::nullopt;
  const auto milliseconds = scanner.take_text();
  return milliseconds && scanner.take('}') ? moment_of(*milliseconds) : std::nullopt;
}

std::optional<std::string> plain_id(Scanner& scanner) {
  const auto text = scanner.take_text();
  return text ? std::optional(requoted(*text)) : std::nullopt;
}

std::optional<std::string> plain_number(Scanner& scanner) {
  const auto text = scanner.take_text();
  return text && is_number(*text) ? std::optional(std::string(*text)) : std::nullopt;
}

struct Wrapper {
  std::string_view name;
  std::optional<std::string> (*unwrapped)(Scanner&);
};
constexpr auto kWrappers = std::to_array<Wrapper>({{"$oid", plain_id},
                                                   {"$date", plain_date},
                                                   {"$numberInt", plain_number},
                                                   {"$numberLong", plain_number},
                                                   {"$numberDouble", plain_number},
                                                   {"$numberDecimal", plain_number}});

/// Of a whole object that stands for a value; nullopt when it is another one.
std::optional<std::string> plain_value(Scanner& scanner) {
  if (!scanner.take('{')) return std::nullopt;
  const auto name = scanner.take_text();
  const auto* const wrapper = name ? std::ranges::find(kWrappers, *name, &Wrapper::name) : kWrappers.end();
  if (wrapper == kWrappers.end() || !scanner.take(':')) return std::nullopt;
  auto value = wrapper->unwrapped(scanner);
  return scanner.take('}') ? value : std::nullopt;
}

/// How long the text in quotes is with which `from` begins; all of it when it has no end.
std::size_t text_length(std::string_view from) {
  Scanner scanner(from);
  return scanner.take_text() ? from.size() - scanner.left() : from.size();
}

}  // namespace

std::string plain_json(std::string extended) {
  if (extended.find('$') == extended.npos) return extended;
  std::string plain;
  std::string_view left = extended;
  while (!left.empty()) {
    std::size_t taken = 1;
    if (left.front() == '"') {
      taken = text_length(left);
    } else if (left.front() == '{') {
      Scanner scanner(left);
      if (const auto value = plain_value(scanner)) {
        plain += *value;
        left.remove_prefix(left.size() - scanner.left());
        continue;
      }
    }
    plain += left.substr(0, taken);
    left.remove_prefix(taken);
  }
  return plain;
}

}  // namespace stoa::shop
