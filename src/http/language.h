#pragma once
#include "http/viewer.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace stoa::http {

inline constexpr std::array kLanguages = {Language::English, Language::Russian};

/// "en", "ru": the names of the files, of the cookie's values and in `lang="…"`.
std::string_view tag_of(Language);
/// Only the exact tags.
std::optional<Language> language_from_tag(std::string_view);

/// The cookie `lang` when it names one, else what Accept-Language likes most ("ru-RU" counts as "ru"; a
/// weight of 0 is a refusal), else English.
Language chosen_language(std::optional<std::string_view> cookie,
                         std::optional<std::string_view> accept_language);

/// The forms of Unicode's CLDR that whole numbers take in our languages.
enum class Plural { One, Few, Many, Other };
Plural plural_of(Language, std::int64_t);
/// "one", "few", "many", "other".
std::string_view name_of(Plural);
/// In their order; English has one and other, Russian one, few and many.
std::span<const Plural> plurals_of(Language);

}  // namespace stoa::http
