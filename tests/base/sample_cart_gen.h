#pragma once
#include "base/rfc3339.h"
#include "base/sample_cart.h"

#include <rapidcheck.h>

// Random carts that keep to every rule of the description.
namespace stoa::sample {

inline std::string text_of(int least, int most) {
  static const std::vector<std::string> letters{"a",
                                                "Z",
                                                "0",
                                                " ",
                                                "\"",
                                                "\\",
                                                "/",
                                                "\n",
                                                "\x01",
                                                "\x1f",
                                                "\x7f",
                                                "\t",
                                                "ж",
                                                "€",
                                                "\xf0\x9f\x98\x80",
                                                "\xef\xbf\xbf",
                                                "\xf4\x8f\xbf\xbf",
                                                "<"};
  std::string text;
  for (int n = *rc::gen::inRange(least, most + 1); n > 0; --n) text += *rc::gen::elementOf(letters);
  return text;
}

inline ObjectId any_id() {
  return ObjectId(*rc::gen::arbitrary<ObjectId::Bytes>());
}

inline Money any_money(std::int64_t most) {
  return Money::of_minor(*rc::gen::inRange<std::int64_t>(0, most)).value();
}

inline Item any_item() {
  Item item{ProductId(any_id()), text_of(1, 20), any_money(99'999'99), *rc::gen::inRange(1, 1000), {}};
  if (*rc::gen::arbitrary<bool>()) item.note = text_of(0, 10);
  return item;
}

inline std::string any_key() {
  std::string key = text_of(1, 8);
  return key == "$" ? "k" : key;
}

inline Cart any_cart() {
  Cart cart;
  cart.id = CartId(any_id());
  if (*rc::gen::arbitrary<bool>())
    cart.owner_id = UserId(any_id());
  else
    cart.owner_id = "sess_" + any_id().hex();
  cart.type = *rc::gen::element(CartType::User, CartType::Guest);
  cart.zone = *rc::gen::element<std::string>("MSK", "SPB", "");
  for (int n = *rc::gen::inRange(0, 4); n > 0; --n) cart.items.push_back(any_item());
  for (int n = *rc::gen::inRange(0, 4); n > 0; --n) cart.attributes[any_key()] = text_of(0, 20);
  for (int n = *rc::gen::inRange(0, 4); n > 0; --n)
    cart.stock_by_zone[any_key()] = *rc::gen::arbitrary<std::int64_t>();
  for (int n = *rc::gen::inRange(0, 4); n > 0; --n)
    cart.samples.push_back(
        *rc::gen::element<std::optional<std::int64_t>>(std::nullopt, 0, -1, INT64_MAX, INT64_MIN));
  if (*rc::gen::arbitrary<bool>()) {
    auto first = std::chrono::floor<std::chrono::milliseconds>(kFirstTime).time_since_epoch().count();
    auto last = std::chrono::floor<std::chrono::milliseconds>(kLastTime).time_since_epoch().count();
    cart.expires_at = Time{std::chrono::milliseconds{*rc::gen::inRange(first, last)}};
  }
  if (*rc::gen::arbitrary<bool>()) cart.author = Shortcode::parse("ada_1").value();
  double weight = *rc::gen::arbitrary<double>();
  cart.weight = std::abs(weight) <= 1e9
                    ? weight
                    : *rc::gen::element(0.1, -0.0, 5e-324, 123456789.125, 0.30000000000000004);
  cart.revision = *rc::gen::arbitrary<std::int64_t>();
  cart.gift = *rc::gen::arbitrary<bool>();
  return cart;
}

/// The bytes with a few of them changed, dropped, doubled or cut off.
inline std::string any_mutation(std::string bytes) {
  for (int n = *rc::gen::inRange(1, 5); n > 0 && !bytes.empty(); --n) {
    auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        bytes[at] = static_cast<char>(*rc::gen::inRange(0, 256));
        break;
      case 1:
        bytes.erase(at, *rc::gen::inRange<std::size_t>(1, 9));
        break;
      case 2:
        bytes.insert(at, bytes.substr(at, *rc::gen::inRange<std::size_t>(1, 40)));
        break;
      default:
        bytes.resize(at);
    }
  }
  return bytes;
}

}  // namespace stoa::sample
