#include "http/translations.h"

#include "http/translations_file.h"

#include <fmt/format.h>

#include <set>
#include <stdexcept>

namespace stoa::http {
namespace {
using namespace std::chrono;

std::string file_of(Language language) {
  return fmt::format("translations/{}.txt", tag_of(language));
}

std::set<std::string_view> parameters_of(const Message& message) {
  std::set<std::string_view> names;
  if (message.has_forms) names.insert("count");
  for (const auto& [plural, pieces] : message.forms)
    for (const Message::Piece& piece : pieces)
      if (!piece.parameter.empty()) names.insert(piece.parameter);
  return names;
}

Error differs(Language language, int line, std::string_view what) {
  return {Error::Kind::Invalid, "translations.file", fmt::format("{}:{}: {}", file_of(language), line, what)};
}

template <class Messages>
Result<void> check_agreement(Language one, const Messages& messages, Language other, const Messages& others) {
  for (const auto& [key, message] : messages) {
    const auto found = others.find(key);
    if (found == others.end())
      return differs(one, message.line, fmt::format("'{}' is missing in {}", key, file_of(other)));
    if (parameters_of(message) != parameters_of(found->second))
      return differs(one, message.line, fmt::format("'{}' has other parameters in {}", key, file_of(other)));
  }
  return {};
}

const Translations::Argument* find_argument(Translations::Arguments arguments, std::string_view name) {
  for (const auto& [given, value] : arguments)
    if (given == name) return &value;
  return nullptr;
}

const Translations::Argument& argument(Translations::Arguments arguments, std::string_view key,
                                       std::string_view name) {
  if (const auto* found = find_argument(arguments, name)) return *found;
  throw std::logic_error(fmt::format("translation '{}' was not given '{}'", key, name));
}

const Message::Pieces& form_of(const Message& message, Language language, std::string_view key,
                               Translations::Arguments arguments) {
  if (!message.has_forms) return message.forms.at(Plural::Other);
  const auto* count = std::get_if<std::int64_t>(&argument(arguments, key, "count"));
  if (!count) throw std::logic_error(fmt::format("translation '{}': count is no number", key));
  return message.forms.at(plural_of(language, *count));
}

constexpr std::array<std::string_view, 3> kUnits = {"minutes", "hours", "days"};

struct UtcTime {
  year_month_day day;
  hh_mm_ss<seconds> time;

  explicit UtcTime(Time moment)
      : day(floor<days>(moment)), time(floor<seconds>(moment - floor<days>(moment))) {}
};

/// What a span is told in: the largest unit that it has one of, as its place in kUnits.
struct Span {
  std::size_t unit;
  std::int64_t count;
};

Span span_of(Duration size) {
  if (size < 1h) return {0, duration_cast<minutes>(size).count()};
  if (size < 24h) return {1, duration_cast<hours>(size).count()};
  return {2, duration_cast<days>(size).count()};
}

void append_two_digits(std::string& to, long number) {
  to += static_cast<char>('0' + number / 10 % 10);
  to += static_cast<char>('0' + number % 10);
}

}  // namespace

Result<Translations> Translations::read(const PageFiles& files) {
  Translations translations;
  for (const Language language : kLanguages) {
    const std::string name = file_of(language);
    const auto file = files.find(name);
    if (file == files.end()) return Error{Error::Kind::Invalid, "translations.file", name + " is missing"};
    translations.messages_[language] = STOA_TRY(read_translations_file(name, file->second, language));
  }
  for (const auto& [one, messages] : translations.messages_)
    for (const auto& [other, others] : translations.messages_)
      STOA_TRY(check_agreement(one, messages, other, others));
  for (const Language language : kLanguages) translations.learn_calendar(language);
  return translations;
}

const Message* Translations::find(Language language, std::string_view key) const {
  const Messages& messages = messages_.at(language);
  const auto found = messages.find(key);
  return found == messages.end() ? nullptr : &found->second;
}

std::vector<std::string_view> Translations::keys() const {
  std::vector<std::string_view> keys;
  for (const auto& [key, message] : messages_.at(Language::English)) keys.push_back(key);
  return keys;
}

std::string Translations::say(Language language, std::string_view key, Arguments arguments) const {
  const Message* message = find(language, key);
  if (!message) throw std::logic_error(fmt::format("no translation '{}'", key));
  return say_pieces(language, key, *message, arguments);
}

std::optional<std::string> Translations::say_if_known(Language language, std::string_view key) const {
  const Message* message = find(language, key);
  return message ? std::optional(say_pieces(language, key, *message, {})) : std::nullopt;
}

std::string Translations::say_pieces(Language language, std::string_view key, const Message& message,
                                     Arguments arguments) const {
  std::string said;
  for (const auto& [text, parameter] : form_of(message, language, key, arguments)) {
    said += text;
    if (parameter.empty()) continue;
    const Argument& value = argument(arguments, key, parameter);
    if (const auto* number = std::get_if<std::int64_t>(&value))
      said += format_number(language, *number);
    else
      said += std::get<std::string_view>(value);
  }
  return said;
}

/// Nothing of it is an error: a set of files without a calendar says so when a date is asked for.
void Translations::learn_calendar(Language language) {
  Calendar& calendar = calendars_[static_cast<std::size_t>(language)];
  for (std::size_t i = 0; i < calendar.months.size(); ++i)
    if (find(language, fmt::format("date.month_{}", i + 1)))
      calendar.months[i] = say(language, fmt::format("date.month_{}", i + 1));
  if (find(language, "time.now")) calendar.now = say(language, "time.now");
  for (std::size_t i = 0; i < kUnits.size(); ++i) {
    calendar.past[i] = find(language, fmt::format("time.{}", kUnits[i]));
    calendar.coming[i] = find(language, fmt::format("time.in_{}", kUnits[i]));
  }
}

std::string Translations::date(Language language, Time time) const {
  const UtcTime utc(time);
  std::string text = std::to_string(unsigned(utc.day.day()));
  text += ' ';
  text += calendars_[static_cast<std::size_t>(language)].months[unsigned(utc.day.month()) - 1];
  text += ' ';
  return text += std::to_string(int(utc.day.year()));
}

std::string Translations::moment(Language language, Time time) const {
  const UtcTime utc(time);
  std::string text = date(language, time);
  text += ", ";
  append_two_digits(text, utc.time.hours().count());
  text += ':';
  append_two_digits(text, utc.time.minutes().count());
  return text += " UTC";
}

std::string Translations::ago(Language language, Time time, Time now) const {
  const Duration size = now >= time ? now - time : time - now;
  if (size > days(30)) return date(language, time);
  const Calendar& calendar = calendars_[static_cast<std::size_t>(language)];
  if (size < 1min) return calendar.now;
  const auto [unit, count] = span_of(size);
  const Message* message = (now >= time ? calendar.past : calendar.coming)[unit];
  if (!message) throw std::logic_error(fmt::format("no translation 'time.{}'", kUnits[unit]));
  return say_pieces(language, kUnits[unit], *message, {{"count", count}});
}

std::string iso_moment(Time time) {
  const UtcTime utc(time);
  std::string text = std::to_string(int(utc.day.year()));
  const auto add = [&](char before, long number) {
    text += before;
    append_two_digits(text, number);
  };
  add('-', unsigned(utc.day.month()));
  add('-', unsigned(utc.day.day()));
  add('T', utc.time.hours().count());
  add(':', utc.time.minutes().count());
  add(':', utc.time.seconds().count());
  return text += 'Z';
}

}  // namespace stoa::http
