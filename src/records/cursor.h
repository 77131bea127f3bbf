#pragma once
#include "base/result.h"
#include "records/records.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace stoa::records {

/// What a store signs its cursors with: random, made once a store and kept in it.
class CursorKey {
 public:
  static constexpr std::size_t kSize = 32;

  static CursorKey make();
  /// `bytes` are kSize.
  static CursorKey from(std::string_view bytes);
  std::string_view bytes() const { return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}; }

 private:
  std::array<std::uint8_t, kSize> bytes_{};
};

/// What a cursor belongs to: collection, index with its fields, equal values, bounds and walk, but not the
/// limit. Two queries have the same bytes only if a position in one means the same in the other.
std::string cursor_binding(const Collection&, const Query&);

/// URL-safe text of a position in a query's index. It hides nothing and cannot be made or changed without the
/// key.
std::string write_cursor(const CursorKey&, std::string_view binding, std::string_view position);

/// The position; Invalid (`records.cursor`) for anything that write_cursor has not made with this key and
/// binding.
Result<std::string> read_cursor(const CursorKey&, std::string_view binding, std::string_view text);

}  // namespace stoa::records
