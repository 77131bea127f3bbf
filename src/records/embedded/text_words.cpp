#include "records/embedded/text_words.h"

#include <xapian.h>

#include <algorithm>
#include <array>

namespace stoa::records::embedded {
namespace {

constexpr std::size_t kLongestWord = 64;
constexpr unsigned kYo = 0x451, kYe = 0x435;

constexpr auto kFillers = std::to_array<std::string_view>(
    {"a",   "an", "and",  "at",  "by", "for", "from", "in",  "of", "on", "or",
     "the", "to", "with", "без", "в",  "во",  "для",  "до",  "за", "и",  "из",
     "или", "к",  "на",   "о",   "об", "от",  "по",   "под", "с",  "со", "у"});
static_assert(std::ranges::is_sorted(kFillers));

bool is_apostrophe(unsigned character) {
  return character == '\'' || character == 0x2019;
}

/// Of a Latin word: the English stemmer takes `'s` off by itself.
bool joins(const Xapian::Utf8Iterator& at, const std::string& word) {
  if (word.empty() || !is_apostrophe(*at)) return false;
  Xapian::Utf8Iterator next = at;
  ++next;
  return next != Xapian::Utf8Iterator() && Xapian::Unicode::is_wordchar(*next);
}

bool is_cyrillic(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c == '\xD0' || c == '\xD1'; });
}

bool is_latin(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return (c >= 'a' && c <= 'z') || c == '\''; });
}

/// A Russian vowel that comes and goes, in `кроссовки, кроссовок` or `кресло, кресел`, is left out of every
/// stem it could be in: then all forms agree, and two words that differ in nothing else are rare.
std::string without_fleeting_vowel(std::string stem) {
  constexpr std::size_t kLetter = 2, kShortest = 4 * kLetter;
  constexpr std::string_view kVowels = "аеиоуыэюя", kLast = "кцнлр";
  if (stem.size() < kShortest) return stem;
  const auto letter = [&](std::size_t from_end) {
    return std::string_view(stem).substr(stem.size() - from_end * kLetter, kLetter);
  };
  const bool fleeting = kLast.find(letter(1)) != kLast.npos && (letter(2) == "о" || letter(2) == "е") &&
                        kVowels.find(letter(3)) == kVowels.npos;
  if (fleeting) stem.erase(stem.size() - 2 * kLetter, kLetter);
  return stem;
}

}  // namespace

struct TextWords::Stemmers {
  Xapian::Stem english{"english"};
  Xapian::Stem russian{"russian"};
};

TextWords::TextWords() : stemmers_(std::make_unique<Stemmers>()) {}
TextWords::~TextWords() = default;
TextWords::TextWords(TextWords&&) noexcept = default;
TextWords& TextWords::operator=(TextWords&&) noexcept = default;

void TextWords::each(std::string_view text, FunctionRef<void(const std::string&)> take) {
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) take(word);
    word.clear();
  };
  for (Xapian::Utf8Iterator at(text.data(), text.size()); at != Xapian::Utf8Iterator(); ++at) {
    if (joins(at, word)) {
      word += '\'';
    } else if (*at == 0xFFFD || !Xapian::Unicode::is_wordchar(*at)) {
      end_word();
    } else if (word.size() + 4 <= kLongestWord) {
      const unsigned lower = Xapian::Unicode::tolower(*at);
      Xapian::Unicode::append_utf8(word, lower == kYo ? kYe : lower);
    }
  }
  end_word();
}

std::string TextWords::stem(const std::string& word) {
  if (is_cyrillic(word)) return without_fleeting_vowel(stemmers_->russian(word));
  return is_latin(word) ? stemmers_->english(word) : word;
}

bool TextWords::is_filler(std::string_view word) {
  return std::ranges::binary_search(kFillers, word);
}

}  // namespace stoa::records::embedded
