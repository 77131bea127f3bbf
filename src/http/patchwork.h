#pragma once
#include "http/digest.h"
#include "http/joined_crc.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::http {

class PatchPacking;

/// A stretch of a text: one of the pieces that were known before, a patchwork of its own, or something new.
struct Patch {
  static constexpr std::uint32_t kNew = UINT32_MAX;
  static constexpr std::uint32_t kInset = UINT32_MAX - 1;
  /// The piece's number; kNew, kInset.
  std::uint32_t piece;
  /// Of an inset 0 where the text does not have it: it stands there, and is not copied into every page.
  std::uint32_t size;

  bool is_piece() const { return piece != kNew && piece != kInset; }
};

/// Blocks of deflate, and what gzip adds up of the text in them.
struct PackedBits {
  std::vector<std::uint64_t> words;
  std::size_t count = 0;
  JoinedCrc crc = {};
};

struct Patchwork;

/// How a text was sewn together, from its begin to its end. Safe from any thread, once it is made. What takes
/// a text takes the one that these are the seams of.
class Seams {
 public:
  std::shared_ptr<const PatchPacking> packing;
  std::vector<Patch> patches;
  /// Of the patches that are kInset, in their order; they have seams.
  std::vector<std::shared_ptr<const Patchwork>> insets;

  /// The text with its insets, how long that is, and its seams.
  std::string whole_text(std::string_view text) const;
  std::size_t whole_size(std::string_view text) const;
  std::shared_ptr<const Seams> of_whole() const;

  /// Of the text with its insets, which are not put into it and are looked at once only. What the packing
  /// knows is not looked at again either.
  Digest digest(std::string_view text) const;

  /// The whole text packed as a part of others: null for the first of those, since most are a part of one
  /// only; the same bits for all later ones.
  const PackedBits* packed(std::string_view text) const;
  /// Null before packed() has given them.
  const PackedBits* kept() const { return is_kept_.load(std::memory_order_acquire) ? &packed_ : nullptr; }

 private:
  /// Of a text that is part of others.
  const Digest& kept_digest(std::string_view text) const;

  mutable std::atomic<bool> is_in_another_ = false;
  mutable std::atomic<bool> is_kept_ = false;
  mutable std::once_flag once_;
  mutable PackedBits packed_;
  mutable std::once_flag digested_;
  mutable Digest digest_;
};

/// A text and its seams, where it has any: what a template says each time was packed when it was read, so a
/// page that is sewn from it is packed in a third of the time.
struct Patchwork {
  std::string text;
  std::shared_ptr<const Seams> seams = {};
};

}  // namespace stoa::http
