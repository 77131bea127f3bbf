#include "shop/demo_drawing.h"

#include "shop/demo_sheet.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

namespace stoa::shop {
namespace {

constexpr std::string_view kWood = "#b98d5f", kWoodDark = "#94693f", kSteel = "#6d737b", kPaper = "#fffdf8",
                           kInk = "#33373d", kGlow = "#ffe9b8";

void lamp(DemoSheet& s) {
  s.shadow(200, 70);
  if (s.variant % 3 == 0) {
    s.line("M150 244L190 170L250 120", kInk, 7);
    s.path("M226 96L286 126L262 164L206 136Z", s.main);
    s.path("M206 136L262 164L250 186Z", kGlow);
    s.rect(112, 240, 84, 12, 6, s.dark);
  } else if (s.variant % 3 == 1) {
    s.rect(196, 120, 8, 126, 0, kWoodDark);
    s.path("M158 60H242L272 140H128Z", s.main);
    s.path("M158 60H180L164 140H128Z", s.light);
    s.oval(200, 140, 72, 7, kGlow);
    s.oval(200, 248, 52, 8, s.deep);
  } else {
    s.circle(200, 128, 62, kGlow);
    s.circle(200, 128, 48, kPaper);
    s.rect(180, 186, 40, 14, 4, s.dark);
    s.path("M176 200H224L240 250H160Z", s.main);
  }
}

void chair(DemoSheet& s) {
  s.shadow(200, 80);
  s.line("M148 180L136 250M252 180L264 250M160 180L154 240M240 180L246 240", s.variant % 2 ? kWoodDark : kInk,
         8);
  if (s.variant % 3 == 0) {
    s.path("M146 62Q200 46 254 62L248 160H152Z", s.main);
    s.path("M146 62Q172 54 180 54L176 160H152Z", s.light);
  } else if (s.variant % 3 == 1) {
    s.line("M152 170L144 66M248 170L256 66M176 170L172 72M200 170V72M224 170L228 72", kWood, 7);
    s.rect(138, 56, 124, 22, 11, s.main);
  } else {
    s.rect(132, 56, 136, 112, 40, s.main);
    s.rect(146, 70, 108, 84, 30, s.light);
  }
  s.rect(132, 160, 136, 28, 12, s.dark);
}

void table(DemoSheet& s) {
  s.shadow(200, 120);
  const auto legs = s.variant % 2 ? kWoodDark : std::string_view(s.deep);
  if (s.variant % 3 == 0) {
    s.rect(192, 150, 16, 96, 0, legs);
    s.oval(200, 248, 54, 8, legs);
    s.oval(200, 150, 124, 20, s.dark);
    s.oval(200, 144, 124, 20, s.main);
  } else {
    s.line(s.variant % 3 == 1 ? "M104 160L92 250M296 160L308 250M128 160L122 240M272 160L278 240"
                              : "M110 160V250M290 160V250M110 226H290",
           legs, 9);
    s.rect(80, 140, 240, 22, 6, s.main);
    s.rect(80, 140, 240, 8, 4, s.light);
  }
  s.rect(172, 116, 12, 26, 3, kPaper);
  s.circle(178, 106, 14, s.pale);
}

void shelf(DemoSheet& s) {
  s.shadow(200, 100);
  const int boards = 3 + static_cast<int>(s.variant % 2);
  s.rect(112, 50, 10, 202, 2, s.dark);
  s.rect(278, 50, 10, 202, 2, s.dark);
  const std::array<std::string_view, 5> spines{s.light, kPaper, s.deep, kWood, s.pale};
  for (int i = 0; i < boards; ++i) {
    const int y = 94 + i * (150 / (boards - 1));
    s.rect(112, y, 176, 9, 2, s.main);
    int x = 130 + static_cast<int>((s.variant + static_cast<std::size_t>(i) * 5) % 30);
    for (int book = 0; book < 5; ++book, x += 17) {
      const int height = 22 + static_cast<int>((s.variant + static_cast<std::size_t>(i * 3 + book * 7)) % 14);
      s.rect(x, y - height, 13, height, 0,
             spines[(s.variant + static_cast<std::size_t>(book + i)) % spines.size()]);
    }
  }
}

void rug(DemoSheet& s) {
  s.path("M110 70H290L330 240H70Z", s.main);
  s.path("M122 84H278L310 226H90Z", s.pale);
  if (s.variant % 3 == 0) {
    for (int i = 0; i < 4; ++i)
      s.path(fmt::format("M{} {}H{}L{} {}H{}Z", 118 - i * 8, 100 + i * 34, 282 + i * 8, 286 + i * 8,
                         114 + i * 34, 114 - i * 8),
             i % 2 ? s.dark : s.main);
  } else if (s.variant % 3 == 1) {
    for (int i = 0; i < 3; ++i)
      s.path(
          fmt::format("M200 {}L{} 155L200 {}L{} 155Z", 96 + i * 18, 290 - i * 28, 216 - i * 18, 110 + i * 28),
          i == 1 ? s.light : s.dark);
  } else {
    for (int i = 0; i < 12; ++i)
      s.circle(128 + i % 4 * 48 - i / 4 * 4, 112 + i / 4 * 44, 11, i % 3 ? s.main : s.deep);
  }
  s.line(
      "M78 "
      "242v10m20-10v10m20-10v10m20-10v10m20-10v10m20-10v10m20-10v10m20-10v10m20-10v10m20-10v10m20-10v10m20-10"
      "v10m20-10v10",
      s.dark, 3);
}

void cushion(DemoSheet& s) {
  s.shadow(200, 96);
  s.path("M108 76Q200 92 292 76Q278 160 292 246Q200 232 108 246Q122 160 108 76Z", s.main);
  if (s.variant % 3 == 0)
    for (int i = 0; i < 5; ++i) s.line(fmt::format("M{0} 88Q{0} 160 {0} 234", 140 + i * 30), s.light, 6);
  else if (s.variant % 3 == 1)
    s.line("M124 90L276 232M276 90L124 232", s.light, 8);
  else
    for (int i = 0; i < 9; ++i) s.circle(150 + i % 3 * 50, 112 + i / 3 * 48, 10, i % 2 ? s.light : s.pale);
  s.circle(200, 160, 7, s.deep);
}

void mug(DemoSheet& s) {
  s.shadow(195, 80);
  s.line("M254 140Q318 136 304 184Q294 216 248 212", s.dark, 14);
  s.path("M126 112H262L252 236Q250 250 236 250H152Q138 250 136 236Z", s.main);
  s.oval(194, 112, 68, 14, s.deep);
  s.oval(194, 115, 58, 9, "#5b3a26");
  if (s.variant % 3 == 0) s.rect(130, 164, 127, 26, 0, s.pale);
  if (s.variant % 3 == 1)
    for (int i = 0; i < 4; ++i) s.circle(152 + i * 28, 188, 8, s.pale);
  if (s.variant % 3 == 2) s.path("M134 200L164 168L194 200L224 168L255 200L252 232H136Z", s.light);
  s.line("M176 92q-10-14 0-28M208 92q-10-14 0-28", "#c9c2b6", 5);
}

void teapot(DemoSheet& s) {
  s.shadow(200, 92);
  s.line("M286 160Q346 150 336 196Q326 232 274 226", s.dark, 13);
  s.path("M122 168Q92 168 66 120L84 114Q108 152 132 148Z", s.dark);
  s.path("M112 190Q112 120 200 120Q288 120 288 190Q288 250 200 250Q112 250 112 190Z", s.main);
  s.path("M130 176Q136 134 186 128Q150 142 146 190Z", s.light);
  s.oval(200, 122, 56, 12, s.deep);
  s.path("M150 118Q200 84 250 118Z", s.main);
  s.circle(200, 96, 11, s.variant % 2 ? kWood : std::string_view(s.deep));
  if (s.variant % 3 == 0) s.line("M118 206Q200 226 282 206", s.pale, 6);
}

void bowl(DemoSheet& s) {
  s.shadow(200, 100);
  if (s.variant % 2) {
    s.circle(200, 152, 104, s.dark);
    s.circle(200, 150, 102, s.main);
    s.circle(200, 150, 72, s.light);
    s.circle(200, 150, s.variant % 3 ? 64 : 48, s.pale);
  } else {
    s.path("M96 138H304Q298 244 200 244Q102 244 96 138Z", s.main);
    s.path("M96 138H140Q140 220 190 243Q102 236 96 138Z", s.light);
    s.oval(200, 138, 104, 20, s.deep);
    s.oval(200, 142, 90, 14, s.pale);
    s.rect(164, 240, 72, 12, 4, s.dark);
  }
}

void vase(DemoSheet& s) {
  s.shadow(200, 62);
  s.line("M196 120Q186 70 150 40M204 120Q206 60 214 30M208 122Q228 80 262 56", "#6f8461", 5);
  const std::array<std::string_view, 3> flowers{s.light, s.pale, "#d9b25f"};
  s.circle(148, 40, 17, flowers[s.variant % 3]);
  s.circle(214, 30, 19, flowers[(s.variant + 1) % 3]);
  s.circle(264, 54, 16, flowers[(s.variant + 2) % 3]);
  s.path(s.variant % 2 ? "M178 116H222Q220 150 250 176Q276 214 244 252H156Q124 214 150 176Q180 150 178 116Z"
                       : "M164 116H236L226 140Q262 196 232 252H168Q138 196 174 140Z",
         s.main);
  s.line("M160 206Q200 222 240 206", s.variant % 3 ? s.light : s.dark, 7);
}

void plant(DemoSheet& s) {
  s.shadow(200, 60);
  const std::array<std::string_view, 3> greens{"#4f7a52", "#6f9a68", "#3b6247"};
  const int leaves = 6 + static_cast<int>(s.variant % 4);
  for (int i = 0; i < leaves; ++i) {
    const double turn = std::numbers::pi * (0.08 + 0.84 * i / (leaves - 1));
    const int x = 200 - static_cast<int>(std::lround(std::cos(turn) * 104));
    const int y = 176 - static_cast<int>(std::lround(std::sin(turn) * 128));
    s.path(fmt::format("M200 184Q{} {} {} {}Q{} {} 200 184Z", (200 + x) / 2 - 22, (184 + y) / 2 - 14, x, y,
                       (200 + x) / 2 + 22, (184 + y) / 2 + 14),
           greens[static_cast<std::size_t>(i) % greens.size()]);
  }
  s.path("M146 178H254L242 252H158Z", s.main);
  s.rect(138, 166, 124, 20, 5, s.dark);
}

void candle(DemoSheet& s) {
  s.shadow(200, 76);
  const int count = 1 + static_cast<int>(s.variant % 3);
  for (int i = 0; i < count; ++i) {
    const int x = 200 + (2 * i - count + 1) * 46;
    const int top = 120 + (i * 37 + static_cast<int>(s.variant)) % 44;
    s.path(fmt::format("M{0} {1}q-14-18 0-42q14 24 0 42Z", x, top - 8), "#e8a33d");
    s.line(fmt::format("M{} {}v-10", x, top), kInk, 3);
    s.rect(x - 32, top, 64, 250 - top, 8, i % 2 ? s.light : s.main);
    s.oval(x, top + 3, 30, 6, s.pale);
  }
}

void clock(DemoSheet& s) {
  s.circle(200, 148, 108, s.dark);
  s.circle(200, 146, 104, s.main);
  s.circle(200, 146, 86, kPaper);
  for (int hour = 0; hour < 12; ++hour) {
    const double turn = hour * std::numbers::pi / 6;
    s.circle(200 + static_cast<int>(std::lround(std::sin(turn) * 72)),
             146 - static_cast<int>(std::lround(std::cos(turn) * 72)), hour % 3 ? 3 : 6, kInk);
  }
  const double minute = static_cast<double>(s.variant % 12) * std::numbers::pi / 6;
  const double hour = static_cast<double>(s.variant % 11) * std::numbers::pi / 5.5;
  s.line(fmt::format("M200 146L{:.0f} {:.0f}", 200 + std::sin(hour) * 40, 146 - std::cos(hour) * 40), kInk,
         8);
  s.line(fmt::format("M200 146L{:.0f} {:.0f}", 200 + std::sin(minute) * 60, 146 - std::cos(minute) * 60),
         kInk, 5);
  s.circle(200, 146, 8, s.main);
}

void notebook(DemoSheet& s) {
  s.shadow(204, 84);
  s.rect(142, 54, 138, 196, 8, kPaper);
  s.rect(134, 50, 138, 196, 8, s.main);
  s.rect(134, 50, 22, 196, 8, s.dark);
  if (s.variant % 2) s.rect(244, 50, 9, 196, 0, s.deep);
  if (s.variant % 3 == 0) {
    s.rect(176, 92, 72, 34, 4, s.pale);
    s.line("M188 104h46M188 114h30", s.dark, 3);
  } else if (s.variant % 3 == 1) {
    s.circle(208, 140, 34, s.light);
    s.circle(208, 140, 18, s.pale);
  } else {
    s.line("M170 190L196 150L214 172L232 138L254 190", s.pale, 6);
  }
}

void bag(DemoSheet& s) {
  s.shadow(200, 100);
  s.line(s.variant % 2 ? "M154 128Q154 56 200 56Q246 56 246 128" : "M146 128L168 64H232L254 128", s.deep, 11);
  s.path("M104 124H296L312 250H88Z", s.main);
  s.path("M104 124H140L128 250H88Z", s.light);
  if (s.variant % 3 == 0) s.rect(156, 164, 88, 56, 8, s.dark);
  if (s.variant % 3 == 1) s.path("M102 138H298L290 176Q200 206 110 176Z", s.dark);
  if (s.variant % 3 == 2) s.rect(96, 196, 208, 16, 0, s.pale);
  s.circle(200, 186, 7, kGlow);
}

void scarf(DemoSheet& s) {
  s.shadow(206, 96);
  s.path("M110 84Q200 30 290 84Q306 112 286 128Q200 84 114 128Q94 112 110 84Z", s.dark);
  s.path("M118 108Q200 64 282 108L276 146Q200 108 124 146Z", s.main);
  s.path("M142 126L196 118L212 250H146Z", s.main);
  s.path("M206 116L262 128L268 226H214Z", s.light);
  for (int i = 0; i < 3 + static_cast<int>(s.variant % 3); ++i)
    s.line(fmt::format("M148 {}h56", 150 + i * 18), i % 2 ? s.dark : s.pale, 5);
  for (int i = 0; i < 6; ++i)
    s.line(fmt::format("M{} 252v10M{} 228v10", 152 + i * 11, 220 + i * 9), s.deep, 3);
}

void headphones(DemoSheet& s) {
  s.shadow(200, 92);
  s.line("M112 176Q106 62 200 62Q294 62 288 176", s.deep, 15);
  s.line("M126 150Q130 80 200 80Q270 80 274 150", s.light, 5);
  s.rect(90, 156, 52, 88, 24, s.main);
  s.rect(258, 156, 52, 88, 24, s.main);
  s.rect(128, 166, 22, 68, 10, kInk);
  s.rect(250, 166, 22, 68, 10, kInk);
  if (s.variant % 2) {
    s.circle(110, 200, 10, s.pale);
    s.circle(290, 200, 10, s.pale);
  }
}

void speaker(DemoSheet& s) {
  s.shadow(200, 90);
  const bool wide = s.variant % 2 == 0;
  const int x = wide ? 92 : 134, y = wide ? 108 : 50, width = wide ? 216 : 132, height = wide ? 142 : 200;
  s.rect(x, y, width, height, 18, s.variant % 3 ? std::string_view(s.main) : kWood);
  const auto cone = [&](int cx, int cy, int radius) {
    s.circle(cx, cy, radius, kInk);
    s.circle(cx, cy, radius * 3 / 4, kSteel);
    s.circle(cx, cy, radius / 3, s.variant % 3 ? s.pale : s.main);
  };
  if (wide) {
    cone(152, 178, 42);
    cone(248, 178, 42);
    s.rect(182, 122, 36, 8, 4, s.deep);
  } else {
    cone(200, 100, 28);
    cone(200, 184, 48);
  }
}

void bicycle(DemoSheet& s) {
  s.shadow(200, 130);
  for (const int x : {112, 288}) {
    s.circle(x, 196, 56, kInk);
    s.circle(x, 196, 49, "#f4efe6");
    s.line(fmt::format("M{0} 148v96M{1} 196h96M{2} 162l68 68M{3} 162l-68 68", x, x - 48, x - 34, x + 34),
           "#c4beb2", 2);
    s.circle(x, 196, 7, kSteel);
  }
  s.line("M112 196L158 118H258L196 196H112M158 118L196 196M288 196L250 92", s.main, 9);
  s.line(s.variant % 2 ? "M250 92h28q14 0 10 16" : "M232 92h42", kInk, 8);
  s.line("M158 118L150 100", s.dark, 7);
  s.rect(128, 92, 48, 11, 5, s.variant % 3 ? kInk : kWoodDark);
  s.circle(196, 196, 13, s.deep);
}

void blocks(DemoSheet& s) {
  s.shadow(200, 110);
  s.rect(100, 178, 72, 72, 6, s.main);
  s.rect(176, 178, 72, 72, 6, kWood);
  s.path("M252 250V178L324 250Z", s.dark);
  s.rect(140, 102, 72, 72, 6, s.light);
  s.circle(136, 214, 20, s.pale);
  s.rect(196, 198, 32, 32, 4, s.pale);
  if (s.variant % 2)
    s.path("M132 98L176 42L220 98Z", s.deep);
  else
    s.circle(176, 70, 32, s.deep);
  s.circle(250, 150, s.variant % 3 ? 26 : 20, "#d9b25f");
}

using Draw = void (*)(DemoSheet&);
constexpr auto kDraws =
    std::to_array<Draw>({lamp,  chair,  table, shelf,    rug, cushion, mug,        teapot,  bowl,    vase,
                         plant, candle, clock, notebook, bag, scarf,   headphones, speaker, bicycle, blocks});

}  // namespace

std::string demo_drawing(DemoShape shape, std::string_view colour, std::size_t variant) {
  DemoSheet sheet(colour, variant);
  kDraws.at(static_cast<std::size_t>(shape))(sheet);
  return sheet.done();
}

}  // namespace stoa::shop
