#pragma once
#include "shop/cart.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::shop {

/// A cart without its lines.
struct CartHead {
  CartId id;
  Owner owner_id;
  CartType type = CartType::User;
  CartStatus status = CartStatus::Active;
  std::optional<Zone> zone;
  Money amount;
  Time created_at;
  Time updated_at;
  Time expires_at;
};
StructDescription describe(Described<CartHead>);

/// A cart's document whose lines stay bytes but for the one that is looked at, so that changing one line of a
/// long cart costs little more than of a short one: the others are copied, not understood.
class CartBytes {
 public:
  /// nullopt when the lines are not written as write_bson(Cart) writes them, which is always right to do with
  /// the whole Cart instead. Corrupt when it is no cart.
  static Result<std::optional<CartBytes>> of(std::string document);

  CartHead head;

  std::size_t lines() const { return lines_.size(); }
  /// The first line with that product.
  Result<std::optional<Item>> line(const ProductId&) const;
  /// Puts the line in the place of the first with its product, or at the end.
  void put(const Item&);
  void remove(const ProductId&);

  std::string document() const;

 private:
  struct Line {
    enum class In : std::uint8_t { Document, Changes } in;
    /// In the document's own count.
    std::size_t number;
    std::size_t at, size;
  };

  bool find_lines();
  std::string_view bytes_of(const Line&) const;
  std::size_t find(const ProductId&) const;
  /// The end of the lines from there on that are as and where the document has them.
  std::size_t unmoved_after(std::size_t from) const;
  void append_line(std::string& bytes, std::size_t number) const;
  void append_lines(std::string& bytes) const;

  std::string document_;
  /// The bytes of lines that were put.
  std::string changes_;
  std::vector<Line> lines_;
};

}  // namespace stoa::shop
