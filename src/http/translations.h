#pragma once
#include "base/clock.h"
#include "base/money.h"
#include "base/result.h"
#include "http/formats.h"
#include "http/language.h"
#include "http/page_files.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace stoa::http {

/// One thing to say in one language: text and the names of what is filled in, in turns.
struct Message {
  struct Piece {
    std::string text;
    /// What follows the text; empty at the end.
    std::string parameter;
  };
  using Pieces = std::vector<Piece>;

  /// By plural form of the parameter `count`; a message that has no forms stands under Other alone.
  std::map<Plural, Pieces> forms;
  bool has_forms = false;
  int line = 0;
};

/// Everything the site says. Immutable; safe from any thread.
///
/// A file a language, `translations/en.txt`, and both have the same keys with the same parameters:
///     # a comment
///     cart.added = {name} is in your cart.
///     cart.items[one] = {count} item
///     cart.items[other] = {count} items
class Translations {
 public:
  /// Invalid (`translations.file`) naming file and line: bad syntax, a key twice, a key that another language
  /// lacks or says with other parameters, a plural form too few or too many.
  static Result<Translations> read(const PageFiles&);
  Translations(Translations&&) = default;
  Translations& operator=(Translations&&) = default;

  using Argument = std::variant<std::string_view, std::int64_t>;
  using Arguments = std::initializer_list<std::pair<std::string_view, Argument>>;

  /// Plain text; numbers as the language writes them. std::logic_error for a key that is in no file and for a
  /// parameter that was not given.
  std::string say(Language, std::string_view key, Arguments = {}) const;

  /// The same of a key that may be in no file: nullopt then.
  std::optional<std::string> say_if_known(Language, std::string_view key) const;

  /// Null when there is none.
  const Message* find(Language, std::string_view key) const;
  std::vector<std::string_view> keys() const;

  /// "15 November 2026", "15 ноября 2026"; UTC.
  std::string date(Language, Time) const;
  /// With hours and minutes.
  std::string moment(Language, Time) const;
  /// "5 minutes ago", "через 2 часа"; the date beyond 30 days.
  std::string ago(Language, Time, Time now) const;

 private:
  Translations() = default;

  using Messages = std::map<std::string, Message, std::less<>>;
  std::string say_pieces(Language, std::string_view key, const Message&, Arguments) const;
  void learn_calendar(Language);

  std::map<Language, Messages> messages_;
  /// What every list of moments needs, found once: months by number from 0, and the spans of ago(). It points
  /// into messages_, whose nodes stay where they are when this is moved.
  struct Calendar {
    std::array<std::string, 12> months;
    std::string now;
    std::array<const Message*, 3> past{}, coming{};
  };
  std::array<Calendar, kLanguages.size()> calendars_;
};

/// "2026-11-15T19:00:00Z".
std::string iso_moment(Time);

}  // namespace stoa::http
