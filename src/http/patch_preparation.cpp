#include "http/bit_writer.h"
#include "http/patch_packing.h"
#include "http/piece_tokens.h"

#include <algorithm>
#include <numeric>

namespace stoa::http {
namespace {

constexpr unsigned kLongestWord = 15;

/// The order in which a block tells how long the words are that tell how long the words are.
constexpr auto kLengthOrder =
    std::to_array<unsigned>({16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15});

/// Also of where one ends and the next begins.
Digest digest_of_all(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all.append(std::to_string(text.size())).append(1, ' ').append(text);
  return digest_of(all);
}

void add(BitWriter& to, const HuffmanCode::Word& word) {
  to.add(word.bits, word.count);
}

void add_length_words(BitWriter& to, const HuffmanCode& literals, const HuffmanCode& distances) {
  std::vector<unsigned> lengths;
  for (const HuffmanCode* code : {&literals, &distances})
    for (std::size_t i = 0; i < code->size(); ++i) lengths.push_back((*code)[i].count);
  std::array<std::uint32_t, kLengthOrder.size()> frequencies{};
  for (const unsigned length : lengths) ++frequencies[length];
  const HuffmanCode words(frequencies, 7);
  for (const unsigned place : kLengthOrder) to.add(words[place].count, 3);
  for (const unsigned length : lengths) add(to, words[length]);
}

}  // namespace

/// What is worked out once, from the pieces.
class PatchPacking::Preparation {
 public:
  Preparation(PatchPacking& packing, const Tokens& tokens) : packing_(packing), tokens_(tokens) {}

  void choose_codes(std::string_view sample, std::span<const Patch> patches) {
    Census census;
    count(census, sample, patches);
    expect_more(census.literals);
    packing_.literals_ = HuffmanCode(census.literals, kLongestWord);
    packing_.distances_ = HuffmanCode(census.distances, kLongestWord);
    for (std::size_t length = kShortestCopy; length <= kLongestCopy; ++length) {
      const DeflateSymbol symbol = length_symbol(length);
      const HuffmanCode::Word& word = packing_.literals_[symbol.symbol];
      packing_.lengths_[length] = {word.bits | symbol.extra << word.count, word.count + symbol.extra_bits};
    }
  }

  void write_head() {
    packing_.head_ = written(kMostBytesOfAHead * 8, [&](BitWriter& to) {
      to.add(2, 2);
      to.add(kLiteralSymbols - 257, 5);
      to.add(kDistanceSymbols - 1, 5);
      to.add(kLengthOrder.size() - 4, 4);
      add_length_words(to, packing_.literals_, packing_.distances_);
    });
  }

  void write_piece(std::uint32_t number) {
    const auto first = static_cast<std::uint32_t>(packing_.steps_.size());
    const std::string_view text = packing_.texts_[number];
    auto token = tokens_[number].begin();
    const auto end = tokens_[number].end();
    std::uint32_t at = 0, bits = 0;
    while (token != end) {
      Step step;
      step.bits = written((text.size() - at) * kLongestWord, [&](BitWriter& to) {
        for (; token != end && (token->length == 0 || token->piece == number); ++token) {
          add_token(to, *token, at);
          at += std::max(token->length, 1U);
        }
      });
      bits += step.bits.count;
      if (token != end) {
        step.at = at;
        step.piece = token->piece;
        step.offset = token->offset;
        step.length = token->length;
        step.bytes = bytes(text.substr(at, token->length));
        at += token->length;
        bits += kBitsOfACopy;
        ++token;
      }
      packing_.steps_.push_back(step);
    }
    packing_.pieces_.push_back({first, static_cast<std::uint32_t>(packing_.steps_.size()) - first, bits});
  }

 private:
  /// How often each symbol comes.
  struct Census {
    std::array<std::uint32_t, kLiteralSymbols> literals{};
    std::array<std::uint32_t, kDistanceSymbols> distances{};

    void copy(std::size_t distance, std::size_t length) {
      ++literals[length_symbol(std::clamp(length, kShortestCopy, kLongestCopy)).symbol];
      ++distances[distance_symbol(std::min(distance, kFarthestCopy)).symbol];
    }
    void byte(char byte) { ++literals[static_cast<unsigned char>(byte)]; }
  };

  void count(Census& census, std::string_view sample, std::span<const Patch> patches) const {
    std::vector<std::size_t> said(packing_.texts_.size(), sample.size());
    std::size_t at = 0;
    for (const Patch& patch : patches) {
      if (patch.piece == Patch::kNew)
        for (const char byte : sample.substr(at, patch.size)) census.byte(byte);
      else if (patch.is_piece() && said[patch.piece] < at)
        census.copy(at - said[patch.piece], patch.size);
      else if (patch.is_piece())
        count(census, patch.piece, at, said);
      if (patch.is_piece()) said[patch.piece] = at;
      at += patch.size;
    }
  }

  void count(Census& census, std::uint32_t piece, std::size_t at, std::vector<std::size_t>& said) const {
    said[piece] = at;
    for (const PieceToken& token : tokens_[piece]) {
      if (token.length == 0)
        census.byte(static_cast<char>(token.byte));
      else
        census.copy(at - said[token.piece] - token.offset, token.length);
      at += std::max(token.length, 1U);
    }
  }

  /// Other texts say what this one did not: in whatever script, with figures.
  static void expect_more(std::span<std::uint32_t> literals) {
    const std::uint32_t total = std::accumulate(literals.begin(), literals.end(), 0U);
    const std::uint32_t rare = total / 2048, seldom = total / 512;
    for (std::size_t byte = ' '; byte < 0x7f; ++byte) literals[byte] += rare;
    for (std::size_t byte = 0x80; byte < 0xc0; ++byte) literals[byte] += rare;
    for (std::size_t byte = '0'; byte <= '9'; ++byte) literals[byte] += seldom;
    for (std::size_t byte = 'a'; byte <= 'z'; ++byte) literals[byte] += seldom;
    for (const std::size_t byte : {0xd0, 0xd1}) literals[byte] += seldom;
  }

  void add_token(BitWriter& to, const PieceToken& token, std::uint32_t at) const {
    if (token.length == 0) return add(to, packing_.literals_[token.byte]);
    add(to, packing_.lengths_[token.length]);
    const DeflateSymbol symbol = distance_symbol(at - token.offset);
    add(to, packing_.distances_[symbol.symbol]);
    to.add(symbol.extra, symbol.extra_bits);
  }

  Run bytes(std::string_view text) {
    return written(text.size() * kLongestWord, [&](BitWriter& to) {
      for (const char byte : text) add(to, packing_.literals_[static_cast<unsigned char>(byte)]);
    });
  }

  template <class Write>
  Run written(std::size_t most_bits, Write write) {
    std::vector<std::uint64_t> room(most_bits / 64 + 3, 0);
    BitWriter writer(reinterpret_cast<char*>(room.data()));
    write(writer);
    const Run run{static_cast<std::uint32_t>(packing_.bits_.size()),
                  static_cast<std::uint32_t>(writer.bits())};
    writer.finish();
    packing_.bits_.insert(packing_.bits_.end(), room.begin(), room.begin() + (run.count + 63) / 64);
    return run;
  }

  PatchPacking& packing_;
  const Tokens& tokens_;
};

PatchPacking::PatchPacking(std::vector<std::string> pieces, std::string_view sample,
                           std::span<const Patch> patches)
    : texts_(std::move(pieces)), digest_(digest_of_all(texts_)) {
  std::vector<bool> usually_said(texts_.size(), false);
  for (const Patch& patch : patches)
    if (patch.is_piece()) usually_said[patch.piece] = true;
  const Tokens tokens = tokens_of(texts_, usually_said);
  Preparation preparation(*this, tokens);
  preparation.choose_codes(sample, patches);
  preparation.write_head();
  for (std::uint32_t i = 0; i < texts_.size(); ++i) preparation.write_piece(i);
}

}  // namespace stoa::http
