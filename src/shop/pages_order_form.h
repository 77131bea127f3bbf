#pragma once
#include "http/page.h"
#include "shop/checkout.h"
#include "shop/zone_service.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stoa::shop {

/// The check-out's form while it is shown: what was typed, and what is wrong with it, field by field.
class OrderForm {
 public:
  /// Filled with what the customer said at the last order, if there was one.
  OrderForm(const http::Call&, const http::Pages&, const std::optional<Delivery>& last,
            const std::optional<Zone>& zone);
  /// Filled with what was sent. Invalid (`request.form`) when what a browser fills in by itself is not as the
  /// page wrote it: prices that were agreed to.
  static Result<OrderForm> read(const http::Call&, const http::Pages&);

  bool has_errors() const { return !errors_.empty(); }
  const CheckoutRequest& request() const { return request_; }
  /// Whether the customer has agreed to that price.
  bool agreed(const ProductId&, Money) const;

  /// `fields`, `zones`, `errors`, `any_errors`, as parts/field.html and parts/errors.html take them.
  http::Fields fields(const CartService&) const;

 private:
  struct Complaint {
    std::string_view field;
    std::string text;
  };
  OrderForm(const http::Call& call, const http::Pages& pages) : call_(call), pages_(pages) {}
  void read_field(std::string_view name, std::string_view complaint, std::string& to);
  void read_zone();
  Result<void> read_agreed();
  http::Value error_of(std::string_view field) const;
  http::List zone_choices(const CartService&) const;

  const http::Call& call_;
  const http::Pages& pages_;
  CheckoutRequest request_;
  std::vector<Complaint> errors_;
};

}  // namespace stoa::shop
