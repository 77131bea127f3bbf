#include "shop/order_number.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace stoa::shop {
namespace {

// Of an id's digits, those that stand in the number; and the bytes that they are of.
constexpr std::size_t kHeadDigits = 8, kTailDigits = 4;
constexpr std::size_t kHead = kHeadDigits / 2, kTail = ObjectId::kSize - kTailDigits / 2;

Error malformed() {
  return {Error::Kind::Invalid, "order.number",
          "an order's number is twelve hex digits, as 6a1f03b2-9c41, or the 24 of its id"};
}

/// Programs that write letters make long dashes of short ones.
std::string digits_of(std::string_view typed) {
  constexpr std::string_view kLongDashes[] = {"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212"};
  std::string digits;
  while (!typed.empty()) {
    const auto dash = std::ranges::find_if(kLongDashes, [&](auto one) { return typed.starts_with(one); });
    if (dash == std::end(kLongDashes) && typed.front() != '-' && typed.front() != ' ')
      digits += typed.front();
    typed.remove_prefix(dash == std::end(kLongDashes) ? 1 : dash->size());
  }
  return digits;
}

/// The id that has those bytes at both ends, and `between` everywhere else.
OrderId id_around(const OrderId& ends, std::uint8_t between) {
  ObjectId::Bytes bytes = ends.bytes();
  std::fill(bytes.begin() + kHead, bytes.begin() + kTail, between);
  return OrderId(ObjectId(bytes));
}

/// To the next id of the same end; behind the very last it begins anew.
void count_up(ObjectId::Bytes& bytes) {
  for (std::size_t at = kTail; at-- > 0;)
    if (++bytes[at] != 0) return;
}

bool have_equal_tails(const ObjectId::Bytes& a, const ObjectId::Bytes& b) {
  return std::equal(a.begin() + kTail, a.end(), b.begin() + kTail);
}

}  // namespace

OrderNumber::OrderNumber(const OrderId& id) : first_(id_around(id, 0x00)), last_(id_around(id, 0xff)) {
  const std::string digits = id.hex();
  text_ = digits.substr(0, kHeadDigits) + '-' + digits.substr(digits.size() - kTailDigits);
}

Result<OrderNumber> OrderNumber::parse(std::string_view text) {
  std::string digits = digits_of(text);
  const bool whole = digits.size() == ObjectId::kHexSize;
  if (!whole && digits.size() != kHeadDigits + kTailDigits) return malformed();
  if (!whole) digits.insert(kHeadDigits, ObjectId::kHexSize - digits.size(), '0');
  const auto id = OrderId::parse(digits);
  if (!id.ok()) return malformed();
  OrderNumber number(*id);
  if (whole) {
    number.text_ = id->hex();
    number.first_ = number.last_ = *id;
  }
  return number;
}

bool OrderNumber::names(const OrderId& id) const {
  return first_ <= id && id <= last_ && have_equal_tails(id.bytes(), first_.bytes());
}

std::optional<OrderId> OrderNumber::next_after(const OrderId& id) const {
  ObjectId::Bytes next = id.bytes();
  std::copy(first_.bytes().begin() + kTail, first_.bytes().end(), next.begin() + kTail);
  if (next <= id.bytes()) count_up(next);
  const OrderId found{ObjectId(next)};
  return first_ <= found && found <= last_ ? std::optional(found) : std::nullopt;
}

}  // namespace stoa::shop
