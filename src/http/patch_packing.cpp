#include "http/patch_packing.h"

#include "http/bit_writer.h"
#include "http/piece_tokens.h"

#include <libdeflate.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace stoa::http {
namespace {

constexpr std::string_view kGzipHead("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
constexpr unsigned kLongestWord = 15;
/// Two codes of some three hundred words, each of whose lengths takes at most seven bits.
constexpr std::size_t kMostBytesOfAHead = 320;
/// A copy costs about this many bits; a piece that is shorter is said again.
constexpr std::uint32_t kBitsOfACopy = 24;

/// The order in which a block tells how long the words are that tell how long the words are.
constexpr auto kLengthOrder =
    std::to_array<unsigned>({16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15});

bool is_piece(const Patch& patch) {
  return patch.piece != Patch::kNew && patch.piece != Patch::kInset;
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
      else if (is_piece(patch) && said[patch.piece] < at)
        census.copy(at - said[patch.piece], patch.size);
      else if (is_piece(patch))
        count(census, patch.piece, at, said);
      if (is_piece(patch)) said[patch.piece] = at;
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

/// One text on its way into bits.
class PatchPacking::Packer {
 public:
  Packer(const PatchPacking& packing, std::string_view text, BitWriter& bits)
      : packing_(packing), text_(text), bits_(bits), said_(packing.pieces_.size(), kNever) {
    values_.fill(kNever);
  }

  void begin_block(Last last) {
    bits_.add(last == Last::Yes ? 1 : 0, 1);
    add(packing_.head_);
  }
  void end_block() {
    flush();
    add(packing_.literals_[kEndOfBlock]);
  }

  void add(const Patch& patch) {
    const bool is_known =
        patch.piece < packing_.texts_.size() && text_.substr(at_, patch.size) == packing_.texts_[patch.piece];
    if (is_known)
      add_piece(patch.piece, patch.size);
    else
      add_value(patch.size);
    at_ += patch.size;
  }

  /// Between two blocks.
  void add_inset(const Seams& inset, std::size_t size) {
    const PackedBits& packed = inset.packed(text_.substr(at_, size));
    bits_.add(packed.words, packed.count);
    at_ += size;
  }

 private:
  static constexpr std::uint32_t kNever = UINT32_MAX;
  /// A shorter value is said again: that is no dearer than a copy.
  static constexpr std::size_t kLeastValue = 5;

  void add_piece(std::uint32_t number, std::size_t size) {
    const Piece& piece = packing_.pieces_[number];
    std::uint32_t& said = said_[number];
    const std::size_t distance = at_ - said;
    if (said != kNever && (piece.bits > kBitsOfACopy || continues(distance)) && distance <= kFarthestCopy)
      copy(distance, size);
    else
      for (const Step& step : std::span(packing_.steps_).subspan(piece.first_step, piece.steps)) add(step);
    said = static_cast<std::uint32_t>(at_);
  }

  void add(const Step& step) {
    add(step.bits);
    if (step.length == 0) return;
    const std::uint32_t said = said_[step.piece];
    const std::size_t distance = at_ + step.at - (said + std::size_t{step.offset});
    if (said != kNever && distance <= kFarthestCopy)
      copy(distance, step.length);
    else
      add(step.bytes);
  }

  void add_value(std::size_t size) {
    const std::size_t same = copied_ > 0 ? common(at_ - distance_, at_, size) : 0;
    if (same < size && size >= kLeastValue) {
      std::uint32_t& before = values_[place_of(size)];
      const std::uint32_t said = std::exchange(before, static_cast<std::uint32_t>(at_));
      if (said != kNever && at_ - said <= kFarthestCopy && said + size <= at_ &&
          common(said, at_, size) == size)
        return copy(at_ - said, size);
    }
    copied_ += same;
    if (same < size) add_bytes(text_.substr(at_ + same, size - same));
  }

  /// How many bytes are the same at two places, of so many.
  std::size_t common(std::size_t a, std::size_t b, std::size_t most) const {
    const auto first = text_.begin() + static_cast<std::ptrdiff_t>(b);
    const auto end = first + static_cast<std::ptrdiff_t>(most);
    return static_cast<std::size_t>(
        std::mismatch(first, end, text_.begin() + static_cast<std::ptrdiff_t>(a)).first - first);
  }

  /// What is copied from one and the same distance is one copy, however many patches it spans: a row like the
  /// row before.
  void copy(std::size_t distance, std::size_t length) {
    if (!continues(distance)) flush();
    distance_ = distance;
    copied_ += length;
  }
  bool continues(std::size_t distance) const { return copied_ > 0 && distance == distance_; }
  void flush() {
    if (copied_ > 0) write_copy(distance_, std::exchange(copied_, 0));
  }

  /// Where the last value is remembered that looked like the one here.
  std::size_t place_of(std::size_t size) const {
    std::uint32_t first, last;
    std::memcpy(&first, text_.data() + at_, sizeof first);
    std::memcpy(&last, text_.data() + at_ + size - sizeof last, sizeof last);
    const std::uint32_t mixed =
        (first ^ std::rotl(last, 13) ^ static_cast<std::uint32_t>(size)) * 0x9e3779b1U;
    return mixed >> 24;
  }

  void add_bytes(std::string_view bytes) {
    flush();
    const auto word = [&](std::size_t i) -> const HuffmanCode::Word& {
      return packing_.literals_[static_cast<unsigned char>(bytes[i])];
    };
    std::size_t i = 0;
    for (; i + 3 <= bytes.size(); i += 3) {
      const HuffmanCode::Word &a = word(i), &b = word(i + 1), &c = word(i + 2);
      const std::uint64_t later = b.bits | std::uint64_t{c.bits} << b.count;
      bits_.add(a.bits | later << a.count, a.count + b.count + c.count);
    }
    for (; i < bytes.size(); ++i) add(word(i));
  }

  void write_copy(std::size_t distance, std::size_t length) {
    const DeflateSymbol symbol = distance_symbol(distance);
    const HuffmanCode::Word& word = packing_.distances_[symbol.symbol];
    const std::uint64_t bits = word.bits | std::uint64_t{symbol.extra} << word.count;
    const unsigned count = word.count + symbol.extra_bits;
    while (length > 0) {
      // What is left must be long enough for a copy too.
      const std::size_t part = length <= kLongestCopy                  ? length
                               : length < kLongestCopy + kShortestCopy ? length - kShortestCopy
                                                                       : kLongestCopy;
      const HuffmanCode::Word& so_many = packing_.lengths_[part];
      bits_.add(so_many.bits | bits << so_many.count, so_many.count + count);
      length -= part;
    }
  }

  void add(const Run& run) {
    if (run.count == 0) return;
    flush();
    bits_.add(packing_.words(run), run.count);
  }
  void add(const HuffmanCode::Word& word) { bits_.add(word.bits, word.count); }

  const PatchPacking& packing_;
  const std::string_view text_;
  BitWriter& bits_;
  std::size_t at_ = 0;
  /// A copy that may grow: how far back, and how long so far; none is under way at 0.
  std::size_t distance_ = 0;
  std::size_t copied_ = 0;
  /// Where each piece was said last, and values, by place_of().
  std::vector<std::uint32_t> said_;
  std::array<std::uint32_t, 256> values_;
};

PatchPacking::PatchPacking(std::vector<std::string> pieces, std::string_view sample,
                           std::span<const Patch> patches)
    : texts_(std::move(pieces)) {
  std::vector<bool> usually_said(texts_.size(), false);
  for (const Patch& patch : patches)
    if (is_piece(patch)) usually_said[patch.piece] = true;
  const Tokens tokens = tokens_of(texts_, usually_said);
  Preparation preparation(*this, tokens);
  preparation.choose_codes(sample, patches);
  preparation.write_head();
  for (std::uint32_t i = 0; i < texts_.size(); ++i) preparation.write_piece(i);
}

void PatchPacking::pack(BitWriter& bits, std::string_view text, const Seams& seams, Last last) const {
  std::size_t covered = 0;
  for (const Patch& patch : seams.patches) covered += patch.size;
  if (covered != text.size()) throw std::logic_error("the patches of a text are not as long as that");
  Packer packer(*this, text, bits);
  auto inset = seams.insets.begin();
  packer.begin_block(inset == seams.insets.end() ? last : Last::No);
  for (const Patch& patch : seams.patches) {
    if (patch.piece != Patch::kInset) {
      packer.add(patch);
      continue;
    }
    packer.end_block();
    packer.add_inset(**inset, patch.size);
    packer.begin_block(++inset == seams.insets.end() ? last : Last::No);
  }
  packer.end_block();
}

/// The worst case is a text of bytes that nobody expected; most pages need a tenth of it.
std::size_t PatchPacking::most_bytes(std::string_view text, const Seams& seams) {
  return text.size() * 2 + (seams.insets.size() * 2 + 1) * kMostBytesOfAHead + 64;
}

std::string PatchPacking::gzip(std::string_view text, const Seams& seams) const {
  const auto room = std::make_unique_for_overwrite<char[]>(most_bytes(text, seams));
  std::memcpy(room.get(), kGzipHead.data(), kGzipHead.size());
  BitWriter bits(room.get() + kGzipHead.size());
  pack(bits, text, seams, Last::Yes);
  const std::size_t size = kGzipHead.size() + bits.finish();
  const std::uint32_t tail[2] = {libdeflate_crc32(0, text.data(), text.size()),
                                 static_cast<std::uint32_t>(text.size())};
  std::memcpy(room.get() + size, tail, sizeof tail);
  return std::string(room.get(), size + sizeof tail);
}

PackedBits PatchPacking::blocks(std::string_view text, const Seams& seams) const {
  PackedBits packed{.words = std::vector<std::uint64_t>(most_bytes(text, seams) / 8 + 2)};
  BitWriter bits(reinterpret_cast<char*>(packed.words.data()));
  pack(bits, text, seams, Last::No);
  packed.count = bits.bits();
  bits.finish();
  packed.words.resize((packed.count + 63) / 64);
  packed.words.shrink_to_fit();
  return packed;
}

const PackedBits& Seams::packed(std::string_view text) const {
  std::call_once(once_, [&] { packed_ = packing->blocks(text, *this); });
  return packed_;
}

}  // namespace stoa::http
