#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace stoa::shop {

/// What a demo product looks like.
enum class DemoShape {
  Lamp,
  Chair,
  Table,
  Shelf,
  Rug,
  Cushion,
  Mug,
  Teapot,
  Bowl,
  Vase,
  Plant,
  Candle,
  Clock,
  Notebook,
  Bag,
  Scarf,
  Headphones,
  Speaker,
  Bicycle,
  Blocks
};

/// An SVG of 4 to 3, below 2 KB, without scripts or references. `colour` is `#rrggbb`; `variant` is any
/// number: details differ by it.
std::string demo_drawing(DemoShape, std::string_view colour, std::size_t variant);

}  // namespace stoa::shop
