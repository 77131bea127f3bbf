#pragma once
#include "base/ids.h"
#include "records/value.h"

#include <array>
#include <cstdint>
#include <string>
#include <variant>

namespace stoa::shop {

/// Whose a cart is: a user's id, or `sess_` and 24 hex digits for a guest.
using Owner = std::variant<UserId, std::string>;

/// What guests' owners are derived with; all nodes of a site have the same.
using OwnerKey = std::array<std::uint8_t, 32>;

/// Always the same for one token and key; without the key it tells nothing of the token.
Owner guest_owner(const OwnerKey&, const Token&);

/// As it stands in an index.
records::Value index_value(const Owner&);

/// Who changes a cart: the owner, through the session whose hot view follows at once. The views of a user's
/// other sessions follow when those show or change the cart.
struct Shopper {
  Owner owner;
  Token token;
};

}  // namespace stoa::shop
