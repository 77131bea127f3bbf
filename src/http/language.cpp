#include "http/language.h"

#include "http/ascii.h"
#include "http/quality.h"

namespace stoa::http {
namespace {

constexpr std::array kEnglishPlurals = {Plural::One, Plural::Other};
constexpr std::array kRussianPlurals = {Plural::One, Plural::Few, Plural::Many};

/// "ru", "RU", "ru-RU"; not "rue".
std::optional<Language> language_of_range(std::string_view range) {
  const std::string_view primary = range.substr(0, range.find('-'));
  for (const Language language : kLanguages)
    if (equal_ignoring_case(primary, tag_of(language))) return language;
  return std::nullopt;
}

Plural russian_plural(std::uint64_t number) {
  const auto last = number % 10, last_two = number % 100;
  if (last == 1 && last_two != 11) return Plural::One;
  if (last >= 2 && last <= 4 && (last_two < 12 || last_two > 14)) return Plural::Few;
  return Plural::Many;
}

}  // namespace

std::string_view tag_of(Language language) {
  return language == Language::Russian ? "ru" : "en";
}

std::optional<Language> language_from_tag(std::string_view tag) {
  for (const Language language : kLanguages)
    if (tag_of(language) == tag) return language;
  return std::nullopt;
}

Language chosen_language(std::optional<std::string_view> cookie,
                         std::optional<std::string_view> accept_language) {
  if (cookie)
    if (const auto language = language_from_tag(*cookie)) return *language;
  Language best = Language::English;
  int best_quality = 0;
  std::string_view rest = accept_language.value_or("");
  while (!rest.empty()) {
    std::string_view item = cut(rest, ',');
    const auto language = language_of_range(trimmed(cut(item, ';')));
    const int quality = quality_of(item);
    if (!language || quality <= best_quality) continue;
    best = *language;
    best_quality = quality;
  }
  return best;
}

Plural plural_of(Language language, std::int64_t number) {
  const auto size = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  if (language == Language::Russian) return russian_plural(size);
  return size == 1 ? Plural::One : Plural::Other;
}

std::string_view name_of(Plural plural) {
  constexpr std::array<std::string_view, 4> names = {"one", "few", "many", "other"};
  return names[static_cast<std::size_t>(plural)];
}

std::span<const Plural> plurals_of(Language language) {
  if (language == Language::Russian) return kRussianPlurals;
  return kEnglishPlurals;
}

}  // namespace stoa::http
