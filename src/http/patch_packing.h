#pragma once
#include "http/deflate_symbols.h"
#include "http/huffman_code.h"
#include "http/patchwork.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

class BitWriter;
struct PieceToken;

/// Packs texts that are sewn from pieces known in advance. For such a text gzip has little left to find out:
/// the code was chosen from a text like it, each piece lies ready as bits, one that was said before is a
/// copy, and so is a value that was. All of a text is one deflate block, so that joining pieces costs no
/// byte. Immutable; safe from any thread.
class PatchPacking {
 public:
  /// `sample` is a text as they will come: the better it shows what is usually said, the smaller they get.
  /// Its patches are right. Takes a microsecond a byte of the pieces.
  PatchPacking(std::vector<std::string> pieces, std::string_view sample, std::span<const Patch>);

  /// The text as gzip. Its seams are of this packing; where the text is not what the patch of a piece says,
  /// it is packed as new. std::logic_error when the patches are not as long as the text.
  std::string gzip(std::string_view text, const Seams&) const;

  /// The same as blocks that others follow.
  PackedBits blocks(std::string_view text, const Seams&) const;

  /// Of all pieces.
  const Digest& digest() const { return digest_; }

 private:
  /// Bits of `bits_`, from the begin of a word.
  struct Run {
    std::uint32_t word = 0;
    std::uint32_t count = 0;
  };
  /// Some bits, then, `at` in the piece, a copy from another one; instead of that, `bytes`, where it cannot
  /// be made.
  struct Step {
    Run bits;
    std::uint32_t at = 0;
    std::uint32_t piece = 0;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    Run bytes = {};
  };
  struct Piece {
    std::uint32_t first_step = 0;
    std::uint32_t steps = 0;
    std::uint32_t bits = 0;
  };
  /// A length's word with its extra bits.
  using Lengths = std::array<HuffmanCode::Word, kLongestCopy + 1>;
  using Tokens = std::vector<std::vector<PieceToken>>;
  class Packer;
  class Preparation;
  /// A copy costs about this many bits; a piece that is shorter is said again.
  static constexpr std::uint32_t kBitsOfACopy = 24;
  /// Two codes of some three hundred words, each of whose lengths takes at most seven bits.
  static constexpr std::size_t kMostBytesOfAHead = 320;

  /// A block of nothing, from the bit where it begins.
  static constexpr std::size_t kBytesOfNothing = 6;

  std::span<const std::uint64_t> words(const Run& run) const {
    return std::span(bits_).subspan(run.word, (run.count + 63) / 64);
  }

  std::vector<std::string> texts_;
  const Digest digest_;
  HuffmanCode literals_;
  HuffmanCode distances_;
  Lengths lengths_;
  std::vector<std::uint64_t> bits_;
  std::vector<Step> steps_;
  std::vector<Piece> pieces_;
  /// What a block begins with, behind the bit that says whether it is the last one: its codes.
  Run head_;

  /// Writes all of the text, in blocks, the last of which is that of all, or is not. Gives the CRC of what
  /// had `crc` and of this text, with its insets, behind it.
  enum class Last { Yes, No };
  std::uint32_t pack(BitWriter&, std::string_view text, const Seams&, Last, std::uint32_t crc) const;
  static std::size_t most_bytes(std::string_view text, const Seams&);
};

}  // namespace stoa::http
