#pragma once
#include "base/clock.h"
#include "records/records.h"
#include "shop/cart.h"
#include "shop/cart_bytes.h"
#include "shop/cart_news.h"
#include "shop/offer.h"
#include "shop/open_carts.h"
#include "shop/product.h"
#include "shop/zone_service.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace stoa::shop {

/// What the customer should know of a line: the product costs other than when it was put in, is called other,
/// is not there at all, is there but less than asked for, or is no longer sold.
enum class LineNote { PriceChanged, NameChanged, OutOfStock, LessInStock, Gone };
EnumDescription describe(Described<LineNote>);

/// A line as it is now: name and price are the product's, unless it is gone.
struct ShownLine {
  ProductId product_id;
  std::string name;
  Money price;
  std::int32_t quantity = 0;
  Money sum;
  /// In the cart's zone, or in all together when it has none.
  std::int64_t available = 0;
  std::vector<LineNote> notes;
  /// With PriceChanged.
  std::optional<Money> was_price;
  /// The product's first.
  std::optional<std::string> picture;

  bool has(LineNote note) const { return std::ranges::find(notes, note) != notes.end(); }
};
StructDescription describe(Described<ShownLine>);

struct ShownCart {
  std::optional<Zone> zone;
  std::vector<ShownLine> lines;
  /// Both of the lines that are still sold, at today's prices.
  Money amount;
  std::int64_t pieces = 0;
  std::optional<Time> expires_at;
  /// Where any of its products is in stock, by name.
  std::vector<Zone> zones;
};
StructDescription describe(Described<ShownCart>);

struct CartPage {
  std::vector<Cart> carts;
  std::string next;
};
StructDescription describe(Described<CartPage>);

/// A cart after a change, and the line that was changed; absent when that is gone.
struct ChangedCart {
  CartHead cart;
  std::size_t lines = 0;
  std::optional<Item> line;
  /// What the line was made of; null when it is gone.
  Offers::Shared product;
  /// Not when what was to be taken out was not there.
  bool written = true;
};

/// The same for whoever made the change: as large for a long cart as for a short one.
struct ShownChange {
  std::optional<ShownLine> line;
  std::int32_t lines = 0;
  /// Of all lines, at the prices that they were last changed at.
  Money amount;
  std::optional<Time> expires_at;
};
StructDescription describe(Described<ShownChange>);

/// Changes to carts. Each is one record transaction, so that what two requests add at once is both there; the
/// hot views follow. Changing one line costs the same number of reads and writes however
/// many the cart has, and little more time. Safe from any thread.
class Carts {
 public:
  /// All outlive it.
  Carts(records::Records& records, CartNews& news, OpenCarts& open, const Clock& clock)
      : records_(records), news_(news), open_(open), clock_(clock) {}

  /// A new line, or more of the one that is there; either way the line takes on the product's name and price.
  /// NotFound (`product.absent`) when it is not on sale; Conflict (`cart.line_limit`) beyond kMostOfALine
  /// and (`cart.full`) beyond kMostLines; Invalid (`cart.quantity`) for less than one.
  Result<ChangedCart> add(const Shopper&, const ProductId&, std::int32_t quantity);
  /// To exactly this many; 0 removes. NotFound (`cart.no_line`) when the product is not in the cart.
  Result<ChangedCart> set(const Shopper&, const ProductId&, std::int32_t quantity);
  /// Removing what is not there, and clearing an empty cart, changes nothing.
  Result<ChangedCart> remove(const Shopper&, const ProductId&);
  Result<void> clear(const Shopper&);
  Result<Cart> set_zone(const Shopper&, const Zone&);

  /// For a session that is a user's from now on: its hot view becomes what the user's cart is.
  Result<void> tell_session(const Shopper&);

  /// Nothing is written: what has changed is noted again each time until the customer changes the line or
  /// agrees at check-out. Two or three reads.
  /// As it looks from `from`, or from the cart's own zone.
  Result<ShownCart> show(const Owner&, const std::optional<Zone>& from = std::nullopt);
  /// Which zones could serve all of it. As many reads as show().
  Result<CartService> service(const Owner&);
  /// Reads nothing.
  static Result<ShownChange> shown(const ChangedCart&);
  /// nullopt when the owner has none.
  Result<std::optional<Cart>> current(const Owner&);

  /// Those that somebody fills, last changed first.
  Result<CartPage> active(std::size_t limit, std::string cursor);
  /// Those that were not changed for a while and not yet expired, next to expire first.
  Result<CartPage> abandoned(std::size_t limit, std::string cursor);

 private:
  template <class Change>
  Result<Cart> change(const Shopper&, Change);
  template <class Change>
  Result<ChangedCart> change_line(const Shopper&, const ProductId&, Change);

  records::Records& records_;
  CartNews& news_;
  OpenCarts& open_;
  const Clock& clock_;
  Offers offers_;
};

}  // namespace stoa::shop
