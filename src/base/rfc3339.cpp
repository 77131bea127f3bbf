#include "base/rfc3339.h"

#include <stdexcept>

namespace stoa {
namespace {
/// The digits and what stands behind them; gives the end.
char* write_digits(char* to, unsigned value, int width, char behind) {
  for (int i = width - 1; i >= 0; --i, value /= 10) to[i] = static_cast<char>('0' + value % 10);
  to[width] = behind;
  return to + width + 1;
}

/// Reads from the front of a text; once something was not there, stays failed.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  int digits(int width) {
    int value = 0;
    for (int i = 0; i < width; ++i) value = value * 10 + digit();
    return value;
  }

  void expect(std::string_view one_of) {
    if (!accept(one_of)) failed_ = true;
  }

  bool accept(std::string_view one_of) {
    if (rest_.empty() || one_of.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// One to nine decimals, as microseconds.
  int fraction() {
    int value = 0, count = 0;
    for (; !rest_.empty() && is_digit(rest_.front()) && count < 9; ++count) {
      int next = digit();
      if (count < 6) value = value * 10 + next;
    }
    if (count == 0) failed_ = true;
    for (; count < 6; ++count) value *= 10;
    return value;
  }

  char front() const { return rest_.empty() ? '\0' : rest_.front(); }
  bool complete() const { return !failed_ && rest_.empty(); }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  int digit() {
    if (rest_.empty() || !is_digit(rest_.front())) {
      failed_ = true;
      return 0;
    }
    int value = rest_.front() - '0';
    rest_.remove_prefix(1);
    return value;
  }

  std::string_view rest_;
  bool failed_ = false;
};

struct Parts {
  int year, month, day, hour, minute, second, micros, offset_hour = 0, offset_minute = 0, sign = 0;
};

bool in_range(const Parts& parts) {
  return parts.hour < 24 && parts.minute < 60 && parts.second < 60 && parts.offset_hour < 24 &&
         parts.offset_minute < 60;
}
}  // namespace

void write_rfc3339(char* to, Time time) {
  if (time < kFirstTime || time > kLastTime) throw std::out_of_range("a time without a four-digit year");
  auto day = std::chrono::floor<std::chrono::days>(time);
  std::chrono::year_month_day date{day};
  std::chrono::hh_mm_ss clock{std::chrono::floor<std::chrono::milliseconds>(time - day)};
  to = write_digits(to, static_cast<unsigned>(static_cast<int>(date.year())), 4, '-');
  to = write_digits(to, static_cast<unsigned>(date.month()), 2, '-');
  to = write_digits(to, static_cast<unsigned>(date.day()), 2, 'T');
  to = write_digits(to, static_cast<unsigned>(clock.hours().count()), 2, ':');
  to = write_digits(to, static_cast<unsigned>(clock.minutes().count()), 2, ':');
  to = write_digits(to, static_cast<unsigned>(clock.seconds().count()), 2, '.');
  write_digits(to, static_cast<unsigned>(clock.subseconds().count()), 3, 'Z');
}

void append_rfc3339(std::string& to, Time time) {
  char text[kRfc3339Size];
  write_rfc3339(text, time);
  to.append(text, sizeof text);
}

std::string to_rfc3339(Time time) {
  std::string text;
  append_rfc3339(text, time);
  return text;
}

Result<Time> parse_rfc3339(std::string_view text) {
  const Error malformed{Error::Kind::Invalid, "time.malformed",
                        "a time is written like 2025-11-05T12:34:56Z"};
  Reader reader(text);
  Parts parts{};
  parts.year = reader.digits(4);
  reader.expect("-");
  parts.month = reader.digits(2);
  reader.expect("-");
  parts.day = reader.digits(2);
  reader.expect("Tt");
  parts.hour = reader.digits(2);
  reader.expect(":");
  parts.minute = reader.digits(2);
  reader.expect(":");
  parts.second = reader.digits(2);
  if (reader.accept(".")) parts.micros = reader.fraction();
  if (!reader.accept("Zz")) {
    parts.sign = reader.front() == '-' ? -1 : 1;
    reader.expect("+-");
    parts.offset_hour = reader.digits(2);
    reader.expect(":");
    parts.offset_minute = reader.digits(2);
  }
  auto date = std::chrono::year{parts.year} / parts.month / parts.day;
  if (!reader.complete() || !date.ok() || !in_range(parts)) return malformed;
  auto offset = std::chrono::hours{parts.offset_hour} + std::chrono::minutes{parts.offset_minute};
  Time time = std::chrono::sys_days{date} + std::chrono::hours{parts.hour} +
              std::chrono::minutes{parts.minute} + std::chrono::seconds{parts.second} +
              std::chrono::microseconds{parts.micros} - parts.sign * offset;
  if (time < kFirstTime || time > kLastTime) return malformed;
  return time;
}

}  // namespace stoa
