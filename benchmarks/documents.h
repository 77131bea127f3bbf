#pragma once
#include "base/described.h"
#include "base/ids.h"
#include "base/money.h"

#include <map>
#include <string>
#include <vector>

namespace stoa::bench {

// The shop's documents as the schema has them, so that what is measured is what is stored.

struct Item {
  ProductId product_id;
  std::string name;
  Money price;
  std::int32_t quantity = 1;
  std::string zone;
};
StructDescription describe(Described<Item>);

struct Product {
  ProductId id;
  std::string name;
  std::string category;
  Money price;
  std::map<std::string, std::string> attributes;
  std::map<std::string, std::int64_t> stock_by_zone;
  Time created_at, updated_at;
};
StructDescription describe(Described<Product>);

struct Cart {
  CartId id;
  std::string owner_id;
  std::string type;
  std::string status;
  std::string zone;
  Money amount;
  std::vector<Item> items;
  Time created_at, updated_at, expires_at;
};
StructDescription describe(Described<Cart>);

struct Order {
  OrderId id;
  UserId user_id;
  Time order_date;
  std::string status;
  Money total_amount;
  std::string zone;
  std::vector<Item> items;
  Time created_at;
};
StructDescription describe(Described<Order>);

Product make_product(std::uint64_t number, Time now, std::int64_t stock);
/// Three lines: about 500 bytes of BSON.
Cart make_cart(const CartId&, std::uint64_t client, Time now);
Order make_order(const Cart&, const UserId&, Time now);

}  // namespace stoa::bench
