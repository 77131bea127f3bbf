#pragma once
#include "base/function_ref.h"

#include <memory>
#include <string>
#include <string_view>

namespace stoa::records::embedded {

/// Texts as words, and words as what is the same in all their forms. Belongs to one thread at a time.
class TextWords {
 public:
  TextWords();
  ~TextWords();
  TextWords(TextWords&&) noexcept;
  TextWords& operator=(TextWords&&) noexcept;

  /// Each word in lower case, `ё` as `е`; bytes that are no UTF-8 part words. A word of more than 64 bytes is
  /// cut off there.
  void each(std::string_view text, FunctionRef<void(const std::string& word)> take);

  /// The stem: a word in Cyrillic letters is Russian, one in Latin letters English; others are their own.
  std::string stem(const std::string& word);

  /// Whether the word is in most texts and says little: `for`, `the`, `для`.
  static bool is_filler(std::string_view word);

 private:
  struct Stemmers;
  std::unique_ptr<Stemmers> stemmers_;
};

}  // namespace stoa::records::embedded
