#pragma once
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
  std::uint32_t size;

  bool is_piece() const { return piece != kNew && piece != kInset; }
};

struct PackedBits {
  std::vector<std::uint64_t> words;
  std::size_t count = 0;
};

/// How a text was sewn together, from its begin to its end. Safe from any thread, once it is made.
class Seams {
 public:
  std::shared_ptr<const PatchPacking> packing;
  std::vector<Patch> patches;
  /// Of the patches that are kInset, in their order.
  std::vector<std::shared_ptr<const Seams>> insets;

  /// The text that these are the seams of, packed as a part of others: the first time; the same bits later.
  const PackedBits& packed(std::string_view text) const;

 private:
  mutable std::once_flag once_;
  mutable PackedBits packed_;
};

/// A text and its seams, where it has any: what a template says each time was packed when it was read, so a
/// page that is sewn from it is packed in a third of the time.
struct Patchwork {
  std::string text;
  std::shared_ptr<const Seams> seams = {};
};

}  // namespace stoa::http
