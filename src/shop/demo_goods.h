#pragma once
#include "shop/product_entry.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stoa::shop {

/// A product of the demo, without dates, stock and pictures, and what it looks like.
struct DemoGood {
  ProductEntry entry;
  std::string drawing;
};

/// Fifty of each of twenty categories, category by category; the same for the same seed. Descriptions are in
/// English and in Russian, so that a search in either finds something.
std::vector<DemoGood> demo_goods(std::uint64_t seed);

}  // namespace stoa::shop
