#include "shop/demo_sheet.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace stoa::shop {
namespace {

struct Colour {
  int red, green, blue;
};

Colour colour_of(std::string_view hex) {
  unsigned number = 0;
  std::from_chars(hex.data() + 1, hex.data() + hex.size(), number, 16);
  return {static_cast<int>(number >> 16), static_cast<int>(number >> 8 & 255),
          static_cast<int>(number & 255)};
}

/// Towards white for a positive share, towards black for a negative one.
std::string shade(Colour colour, double share) {
  const auto moved = [share](int part) {
    const double to = share > 0 ? 255 : 0;
    return static_cast<int>(std::lround(part + (to - part) * std::abs(share)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", moved(colour.red), moved(colour.green), moved(colour.blue));
}

}  // namespace

DemoSheet::DemoSheet(std::string_view colour, std::size_t number)
    : variant(number),
      main(colour),
      dark(shade(colour_of(colour), -0.3)),
      deep(shade(colour_of(colour), -0.5)),
      light(shade(colour_of(colour), 0.35)),
      pale(shade(colour_of(colour), 0.7)) {
  constexpr std::array<std::string_view, 5> kGrounds{"#f4efe6", "#f1ece4", "#eef0ea", "#f3eeea", "#edeff1"};
  svg_ = R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" )"
         R"(stroke-linecap="round" stroke-linejoin="round">)";
  rect(0, 0, 400, 300, 0, kGrounds[variant % kGrounds.size()]);
  svg_ += R"(<path d="M0 236H400V300H0Z" fill="#000" opacity=".035"/>)";
}

void DemoSheet::shadow(int x, int width) {
  svg_ += fmt::format(R"(<ellipse cx="{}" cy="254" rx="{}" ry="9" fill="#000" opacity=".1"/>)", x, width);
}

void DemoSheet::rect(int x, int y, int width, int height, int round, std::string_view fill) {
  svg_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}")", x, y, width, height);
  if (round > 0) svg_ += fmt::format(R"( rx="{}")", round);
  svg_ += fmt::format(R"( fill="{}"/>)", fill);
}

void DemoSheet::circle(int x, int y, int radius, std::string_view fill) {
  svg_ += fmt::format(R"(<circle cx="{}" cy="{}" r="{}" fill="{}"/>)", x, y, radius, fill);
}

void DemoSheet::oval(int x, int y, int wide, int high, std::string_view fill) {
  svg_ += fmt::format(R"(<ellipse cx="{}" cy="{}" rx="{}" ry="{}" fill="{}"/>)", x, y, wide, high, fill);
}

void DemoSheet::path(std::string_view d, std::string_view fill) {
  svg_ += fmt::format(R"(<path d="{}" fill="{}"/>)", d, fill);
}

void DemoSheet::line(std::string_view d, std::string_view stroke, int width) {
  svg_ += fmt::format(R"(<path d="{}" fill="none" stroke="{}" stroke-width="{}"/>)", d, stroke, width);
}

}  // namespace stoa::shop
