#include "shop/demo_goods.h"

#include "base/demo_random.h"
#include "shop/demo_assortment.h"

#include <fmt/format.h>

namespace stoa::shop {
namespace {

constexpr std::size_t kOfACategory = 50;

/// `1 290.00`, `14 990.00`: prices as shops write them.
Money price_of(const DemoCategory& category, DemoRandom& random) {
  const auto span = static_cast<std::uint64_t>(category.dearest - category.cheapest);
  // Cheap ones are more common.
  const auto at = random.below(1000) * random.below(1000) / 1000;
  const std::int64_t minor = category.cheapest + static_cast<std::int64_t>(span * at / 1000);
  const std::int64_t step = minor < 2000'00 ? 100'00 : minor < 20'000'00 ? 500'00 : 1000'00;
  return *Money::of_minor((minor + step - 1) / step * step - 10'00);
}

std::string capitalised(std::string_view text) {
  std::string made(text);
  if (made.front() >= 'a' && made.front() <= 'z') made.front() = static_cast<char>(made.front() - 'a' + 'A');
  return made;
}

DemoGood good_of(const DemoCategory& category, const Wording& kind, std::string_view series,
                 DemoRandom& random) {
  const DemoColour& colour = random.pick(demo_colours());
  const Wording& material = random.pick(category.materials);
  const Wording& size = random.pick(category.sizes);
  const Wording& praise = random.pick(category.praise);
  DemoGood good;
  ProductEntry& entry = good.entry;
  entry.name = fmt::format("{} {}, {}", series, kind.english, colour.name.english);
  entry.category = std::string(category.name);
  entry.id = id_for(*entry.category, fmt::format("demo {}", *entry.name));
  entry.price = price_of(category, random);
  entry.attributes = {{"color", std::string(colour.name.english)},
                      {"material", std::string(material.english)},
                      {"size", std::string(size.english)},
                      {"series", std::string(series)}};
  entry.description = fmt::format(
      "{} of the {} series. {} Material: {}; size: {}.\n\n{} «{}». {} Цвет: {}; материал: {}; размер: {}.",
      capitalised(kind.english), series, praise.english, material.english, size.english, kind.russian, series,
      praise.russian, colour.name.russian, material.russian, size.russian);
  good.drawing = demo_drawing(category.shape, colour.hex, random.below(60));
  return good;
}

}  // namespace

std::vector<DemoGood> demo_goods(std::uint64_t seed) {
  DemoRandom random(seed);
  std::vector<DemoGood> goods;
  for (const DemoCategory& category : demo_categories()) {
    std::vector<std::pair<const Wording*, std::string_view>> names;
    for (const Wording& kind : category.kinds)
      for (const auto series : demo_series()) names.emplace_back(&kind, series);
    random.shuffle(names);
    names.resize(kOfACategory, names.front());
    for (const auto& [kind, series] : names) goods.push_back(good_of(category, *kind, series, random));
  }
  return goods;
}

}  // namespace stoa::shop
