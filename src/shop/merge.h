#pragma once
#include "base/clock.h"
#include "records/records.h"
#include "shop/cart.h"
#include "shop/cart_news.h"
#include "shop/open_carts.h"

#include <vector>

namespace stoa::shop {

/// What came of a merge. Nothing is in the lists unless a limit was reached.
struct Merged {
  /// Lines of the guest's cart that are now in the user's.
  std::size_t lines = 0;
  /// Cut down to kMostOfALine.
  std::vector<ProductId> capped;
  /// Had no place beyond kMostLines, and are gone: the guest's session ends with the log in, so nobody could
  /// reach them.
  std::vector<ProductId> left_out;
};

/// Takes the guest's cart into the user's at log in. Safe from any thread.
class Merge {
 public:
  /// All outlive it.
  Merge(records::Records& records, CartNews& news, OpenCarts& open, const Clock& clock)
      : records_(records), news_(news), open_(open), clock_(clock) {}

  /// Quantities add up; the user's line keeps its name and price, since check-out asks the product anyway.
  /// The guest's cart goes in the same transaction: repeated, it finds none and changes nothing. Both
  /// sessions' hot views follow. When the user had no cart, the guest's zone comes along.
  Result<Merged> at_log_in(const Shopper& guest, const Shopper& user);

  /// The same once more, when the user's session has begun. The law: a guest's token that was logged in is
  /// over. What was put into a cart with it before this is in the user's cart; what comes with it afterwards,
  /// by requests that were under way, is refused (`cart.session_over`) and lies in no cart that nobody could
  /// reach.
  Result<Merged> after_log_in(const Shopper& guest, const Shopper& user);

 private:
  enum class Guest { GoesOn, IsOver };
  Result<Merged> merge(const Shopper& guest, const Shopper& user, Guest);

  records::Records& records_;
  CartNews& news_;
  OpenCarts& open_;
  const Clock& clock_;
};

}  // namespace stoa::shop
