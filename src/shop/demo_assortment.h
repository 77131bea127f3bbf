#pragma once
#include "shop/demo_drawing.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace stoa::shop {

/// The same in two languages.
struct Wording {
  std::string_view english;
  std::string_view russian;
};

struct DemoColour {
  Wording name;
  std::string_view hex;
};

/// What one category of the demo is made of. Prices are in minor units.
struct DemoCategory {
  std::string_view name;
  DemoShape shape;
  std::int64_t cheapest;
  std::int64_t dearest;
  std::vector<Wording> kinds;
  std::vector<Wording> materials;
  std::vector<Wording> sizes;
  std::vector<Wording> praise;
};

const std::vector<DemoCategory>& demo_categories();
const std::vector<DemoColour>& demo_colours();
const std::vector<std::string_view>& demo_series();

}  // namespace stoa::shop
