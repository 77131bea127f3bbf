#pragma once
#include "base/guarded.h"
#include "shop/owner.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stoa::shop {

/// Where open carts were found, by their owners. All its memory is there from the start; a new place goes
/// into that of the oldest of a few. So it may have forgotten, and it knows owners by parts of a hash, so
/// that it may name the cart of another: whoever asks looks at the cart itself. Safe from any thread.
class CartPlaces {
 public:
  /// Of about `most` carts, which may be none.
  explicit CartPlaces(std::size_t most);

  std::optional<CartId> find(const Owner&) const;
  void remember(const Owner&, const CartId&);
  /// How many there are.
  std::size_t known() const;

 private:
  /// `mark` is of the owner, and 0 where there is nothing.
  struct Place {
    std::uint32_t mark = 0;
    CartId cart;
  };
  /// What a line of the processor's cache holds; the newest is the first.
  struct alignas(64) Row {
    std::array<Place, 4> places;
  };
  using Rows = std::vector<Row>;
  static constexpr std::size_t kShards = 16;

  std::array<Guarded<Rows>, kShards> shards_;
};

}  // namespace stoa::shop
