#pragma once
#include "shop/pages_front.h"

namespace stoa::shop {

/// The page of a product for the one who asks, with a complaint about the form on it: what was sent from the
/// page that is kept for everybody comes back on this one.
Result<http::Response> product_with_complaint(http::Call&, const Front&, const ProductId&, int status,
                                              std::string complaint);

}  // namespace stoa::shop
