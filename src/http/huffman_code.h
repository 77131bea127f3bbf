#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace stoa::http {

/// A prefix code: short for what comes often.
class HuffmanCode {
 public:
  struct Word {
    /// Ready for a BitWriter.
    std::uint32_t bits = 0;
    std::uint32_t count = 0;
  };

  HuffmanCode() = default;
  /// For symbols that come that often; every one of them gets a word, of at most `longest` bits. There are at
  /// least two.
  HuffmanCode(std::span<const std::uint32_t> frequencies, unsigned longest);

  const Word& operator[](std::size_t symbol) const { return words_[symbol]; }
  std::size_t size() const { return words_.size(); }

 private:
  std::vector<Word> words_;
};

}  // namespace stoa::http
