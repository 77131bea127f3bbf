#pragma once
#include "base/ids.h"
#include "records/value.h"

#include <array>
#include <cstdint>
#include <optional>
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

/// Who changes a cart: the owner, through one session.
struct Shopper {
  Owner owner;
  Token token;
  /// A user's, by which the user's other sessions are found; absent for a guest.
  std::optional<Shortcode> name = {};
};

}  // namespace stoa::shop
