#include "http/patch_packing.h"

#include "http/bit_writer.h"

#include <libdeflate.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>

namespace stoa::http {
namespace {

constexpr std::string_view kGzipHead("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);

}  // namespace

/// One text on its way into bits.
class PatchPacking::Packer {
 public:
  Packer(const PatchPacking& packing, std::string_view text, BitWriter& bits, std::uint32_t crc)
      : packing_(packing), text_(text), bits_(bits), crc_(crc), said_(packing.pieces_.size()) {
    forget();
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

  /// Between two blocks. `size` of the text are what it says.
  void add_inset(const Patchwork& inset, std::size_t size) {
    const Seams& seams = *inset.seams;
    const std::uint32_t before = crc();
    if (const PackedBits* packed = seams.packed(inset.text)) {
      begin_byte();
      bits_.add(packed->words, packed->count);
      crc_ = packed->crc.behind(before);
    } else {
      crc_ = seams.packing->pack(bits_, inset.text, seams, Last::No, before);
    }
    at_ += size;
    summed_ = at_;
    // How far back something is cannot be told by the text any more.
    if (size == 0) forget();
  }

  /// Of everything up to here.
  std::uint32_t crc() {
    const std::string_view more = text_.substr(summed_, at_ - summed_);
    summed_ = at_;
    return crc_ = libdeflate_crc32(crc_, more.data(), more.size());
  }

 private:
  /// By a block of nothing, which is stored and so ends with a byte. Long runs of bits are copied from there
  /// on, instead of shifted.
  void begin_byte() {
    bits_.add(0, 3);
    bits_.end_byte();
    bits_.add(0xffff0000, 32);
  }

  void forget() {
    std::ranges::fill(said_, kNever);
    values_.fill(kNever);
  }

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
    const char *one = text_.data() + a, *other = text_.data() + b;
    std::size_t same = 0;
    for (; same + sizeof(std::uint64_t) <= most; same += sizeof(std::uint64_t)) {
      std::uint64_t left, right;
      std::memcpy(&left, one + same, sizeof left);
      std::memcpy(&right, other + same, sizeof right);
      if (left != right) return same + static_cast<std::size_t>(std::countr_zero(left ^ right)) / 8;
    }
    while (same < most && one[same] == other[same]) ++same;
    return same;
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
    // A copy stays in registers: for all that the compiler knows, each byte written could be of the other.
    BitWriter bits = bits_;
    std::size_t i = 0;
    for (; i + 3 <= bytes.size(); i += 3) {
      const HuffmanCode::Word &a = word(i), &b = word(i + 1), &c = word(i + 2);
      const std::uint64_t later = b.bits | std::uint64_t{c.bits} << b.count;
      bits.add(a.bits | later << a.count, a.count + b.count + c.count);
    }
    for (; i < bytes.size(); ++i) bits.add(word(i).bits, word(i).count);
    bits_ = bits;
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
  /// Of all up to summed_.
  std::uint32_t crc_;
  std::size_t summed_ = 0;
  /// A copy that may grow: how far back, and how long so far; none is under way at 0.
  std::size_t distance_ = 0;
  std::size_t copied_ = 0;
  /// Where each piece was said last, and values, by place_of().
  std::vector<std::uint32_t> said_;
  std::array<std::uint32_t, 256> values_;
};

std::uint32_t PatchPacking::pack(BitWriter& bits, std::string_view text, const Seams& seams, Last last,
                                 std::uint32_t crc) const {
  std::size_t covered = 0;
  for (const Patch& patch : seams.patches) covered += patch.size;
  if (covered != text.size()) throw std::logic_error("the patches of a text are not as long as that");
  Packer packer(*this, text, bits, crc);
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
  return packer.crc();
}

/// The worst case is a text of bytes that nobody expected; most need a tenth of it.
std::size_t PatchPacking::most_bytes(std::string_view text, const Seams& seams) {
  std::size_t bytes = text.size() * 2 + (seams.insets.size() + 1) * kMostBytesOfAHead + 64;
  for (const auto& inset : seams.insets) {
    const PackedBits* kept = inset->seams->kept();
    bytes += kept ? kept->words.size() * sizeof kept->words[0] + kBytesOfNothing
                  : most_bytes(inset->text, *inset->seams);
  }
  return bytes;
}

std::string PatchPacking::gzip(std::string_view text, const Seams& seams) const {
  const auto room = std::make_unique_for_overwrite<char[]>(most_bytes(text, seams));
  std::memcpy(room.get(), kGzipHead.data(), kGzipHead.size());
  BitWriter bits(room.get() + kGzipHead.size());
  const std::uint32_t crc = pack(bits, text, seams, Last::Yes, 0);
  const std::size_t size = kGzipHead.size() + bits.finish();
  const std::uint32_t tail[2] = {crc, static_cast<std::uint32_t>(seams.whole_size(text))};
  std::memcpy(room.get() + size, tail, sizeof tail);
  return std::string(room.get(), size + sizeof tail);
}

PackedBits PatchPacking::blocks(std::string_view text, const Seams& seams) const {
  const auto room = std::make_unique_for_overwrite<std::uint64_t[]>(most_bytes(text, seams) / 8 + 2);
  BitWriter bits(reinterpret_cast<char*>(room.get()));
  const JoinedCrc crc(pack(bits, text, seams, Last::No, 0), seams.whole_size(text));
  const std::size_t count = bits.bits();
  bits.finish();
  return {.words = {room.get(), room.get() + (count + 63) / 64}, .count = count, .crc = crc};
}

const PackedBits* Seams::packed(std::string_view text) const {
  if (const PackedBits* bits = kept()) return bits;
  if (!is_in_another_.exchange(true, std::memory_order_relaxed)) return nullptr;
  std::call_once(once_, [&] {
    packed_ = packing->blocks(text, *this);
    is_kept_.store(true, std::memory_order_release);
  });
  return &packed_;
}

}  // namespace stoa::http
