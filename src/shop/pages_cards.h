#pragma once
#include "http/page.h"
#include "shop/product.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace stoa::shop {

/// As parts/card.html takes it.
http::Fields card_of(const Product&);
/// The first `most`, without `except`.
http::List cards_of(std::span<const Product>, std::size_t most, const ProductId& except = {});

/// `picture`, or `tint` for the drawing that stands in its place.
void add_picture(http::Fields&, const ProductId&, const std::optional<std::string>& picture);

/// As parts/stock.html takes them: the zones that have some.
http::List pills_of(const http::Pages&, http::Language, const std::map<std::string, std::int64_t>& stock);

/// "Moscow", or the zone's letters where the translations have no `zone.` of it.
std::string zone_name(const http::Pages&, http::Language, std::string_view zone);
/// The shopkeeper's own word where the translations have none.
std::string attribute_name(const http::Pages&, http::Language, const std::string& attribute);

/// Up to and including this many are the last ones.
inline constexpr std::int64_t kFewLeft = 3;

}  // namespace stoa::shop
